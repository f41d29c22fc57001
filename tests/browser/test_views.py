"""Every view in light and dark: no barrier that axe finds, and no wider than the screen at three widths."""

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.serving import Server
from tests.browser.views import VIEWS
from tests.browser.visitor import Visitor

WIDTHS = {320: 640, 768: 1024, 1440: 900}
Scheme = Literal["light", "dark"]


SCHEMES: tuple[Scheme, ...] = ("light", "dark")
BY_TURNS = [  # one view in three, in one scheme; all views in both in the slow tier
    pytest.param(view, scheme, marks=() if number % 3 == 0 and scheme == SCHEMES[number % 2] else pytest.mark.slow)
    for number, view in enumerate(VIEWS)
    for scheme in SCHEMES
]


@pytest.fixture(scope="module", params=VIEWS)
def view(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[str, Visitor]]:
    """A view's name, and a visitor who is there; all tests of the view share them."""
    with Visitor(browser, server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as visitor:
        VIEWS[request.param](visitor)
        yield request.param, visitor


@pytest.mark.parametrize(("view", "scheme"), BY_TURNS, indirect=["view"])
def test_axe(view: tuple[str, Visitor], scheme: Scheme) -> None:
    """Nothing of any weight, on a screen of middle width; and nothing wider than any screen."""
    page = view[1].page
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 768, "height": 1024})
    results = Axe().run(page)
    assert not results.response["violations"], results.generate_report()
    assert "color-contrast" in {each["id"] for each in results.response["passes"]}
