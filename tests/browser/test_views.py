"""Every view in light and dark: no barrier that axe finds, and no wider than the screen at three widths."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

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


def test_stylesheet_of_a_view_comes_with_it(traveller: Visitor) -> None:
    """The document has its view's stylesheet; another view's is there when that view is shown, and is loaded once."""
    traveller.open("/")
    expect(traveller.page.locator("[data-view=home]")).to_be_visible()
    assert sheets(traveller.page) == ["colours.css", "style.css", "views/home/style.css"]
    for view, link in {"learn": "Learn", "home": "Play", "prove": "Prove"}.items():
        traveller.page.get_by_role("link", name=link, exact=True).click()
        expect(traveller.page.locator(f"[data-view={view}]")).to_be_visible()
        assert sheets(traveller.page).count(f"views/{view}/style.css") == 1
    traveller.open("/learn")
    expect(traveller.page.locator("[data-view=learn]")).to_be_visible()
    assert sheets(traveller.page) == ["colours.css", "style.css", "views/learn/style.css"]


def sheets(page: Page) -> list[str]:
    """Return the stylesheets of a page that are loaded."""
    names: list[str] = page.evaluate("[...document.styleSheets].map((sheet) => sheet.href.split('/static/')[1])")
    return names
