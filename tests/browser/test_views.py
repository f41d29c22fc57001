"""Every view in light and dark: no barrier that axe finds, and no wider than the screen at three widths."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.serving import Server
from tests.browser.views import VIEWS
from tests.browser.visitor import Visitor

WIDTHS = {320: 640, 768: 1024, 1440: 900}
ALL = {"preload": False}  # axe would fetch imported stylesheets, from wrong addresses
COLOURS = {**ALL, "runOnly": ["color-contrast"]}  # the rule of axe that depends on the scheme

SOME = [pytest.param(view, marks=pytest.mark.slow if number % 3 else ()) for number, view in enumerate(VIEWS)]


@pytest.mark.parametrize("view", SOME)
def test_axe(browser: Browser, server: Server, view: str) -> None:
    """Nothing of any weight, on a screen of middle width; and nothing wider than any screen."""
    with Visitor(browser, server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as visitor:
        VIEWS[view](visitor)
        page = visitor.page
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.set_viewport_size({"width": 768, "height": 1024})
        assert_clean(page)
        page.emulate_media(color_scheme="dark")
        assert_clean(page, COLOURS)


def assert_clean(page: Page, options: dict[str, Any] = ALL) -> None:
    """Assert that axe finds nothing, and has looked at the colours."""
    results = Axe().run(page, options=options)
    assert not results.response["violations"], results.generate_report()
    assert "color-contrast" in {each["id"] for each in results.response["passes"]}
