"""Every view in light and dark: no barrier that axe finds, and nothing that cannot be read at any width."""

from collections.abc import Collection
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.layout import assert_laid_out
from tests.browser.views import VIEWS

AXE = Axe()
WEIGHTS = ("minor", "moderate", "serious", "critical", None)
# Of what is in order axe names the rules only; it would fetch imported stylesheets, from wrong addresses.
ALL: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # who speaks to the page says what is seen
}
COLOURS = {**ALL, "rules": {}, "runOnly": ["color-contrast"]}  # the rule of axe that depends on the scheme


@pytest.mark.parametrize("view", VIEWS)
def test_axe(visit: Visit, view: str) -> None:
    """Nothing of any weight, on a screen of middle width; and all of it can be read on every other."""
    visitor = visit(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    VIEWS[view](visitor)
    page = visitor.page
    assert_laid_out(page)
    page.set_viewport_size({"width": 768, "height": 1024})
    assert_clean(page)
    page.emulate_media(color_scheme="dark")
    assert_clean(page, COLOURS)
    page.emulate_media(color_scheme="light")


def assert_clean(page: Page, options: dict[str, Any] = ALL, grave: Collection[str | None] = WEIGHTS) -> None:
    """Assert that axe finds nothing of these weights, and has looked at the colours. A page gets the script once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    results = AxeResults(page.evaluate("options => axe.run(options)", options))
    assert not [each for each in results.response["violations"] if each["impact"] in grave], results.generate_report()
    assert "color-contrast" in {each["id"] for each in results.response["passes"]}
