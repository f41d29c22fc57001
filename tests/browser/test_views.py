"""Every view, light and dark: no barrier that axe finds, nothing that cannot be read; and what a first load weighs."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.views import VIEWS

SIZES = {320: 640, 390: 844, 768: 1024, 1280: 800}  # phones, a tablet, and a screen
FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
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


# What a newcomer sees, who has no game, no lesson solved and no program: a text that stands there at last.
EMPTY = {"/?game=3,3,3&x=ring&o=paths": "proved: never loses", "/learn?grade=own": "Play a game", "/review": "No moves"}


def test_nothing_yet(visit: Visit) -> None:
    visitor = visit()
    for address, text in EMPTY.items():
        visitor.open(address)
        expect(visitor.page.get_by_text(text).first).to_be_visible()
        assert_laid_out(visitor.page)


def assert_laid_out(page: Page) -> None:
    """Assert that at each size every word is whole, no text stands in a column too narrow for it, out of its box or
    over another, and nothing scrolls sideways."""
    faults: dict[int, Any] = {}
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[width] = page.evaluate(FAULTS)
    assert not any(faults.values()), {width: found for width, found in faults.items() if found}


def assert_clean(page: Page, options: dict[str, Any] = ALL, grave: Collection[str | None] = WEIGHTS) -> None:
    """Assert that axe finds nothing of these weights, and has looked at the colours. A page gets the script once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    results = AxeResults(page.evaluate("options => axe.run(options)", options))
    assert not [each for each in results.response["violations"] if each["impact"] in grave], results.generate_report()
    assert "color-contrast" in {each["id"] for each in results.response["passes"]}


# What a first load weighs


WIRE, REQUESTS = 75_000, 10  # bytes and requests of the first page in German, with the answers to its questions


def test_first_visit_and_second(visit: Visit) -> None:
    """Of the first page: few requests, few bytes; again hardly any but the answers to its questions. A language has
    its texts beside the page's English ones."""
    visitor = visit(fresh=True, locale="de")
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    asked: list[str] = []
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    session.on("Network.loadingFinished", finished)
    for most in (WIRE, WIRE / 3):
        asked.clear()
        sizes.clear()
        visitor.open("/")
        expect(visitor.page.get_by_role("radio", name="perfekt")).to_be_attached()
        visitor.page.wait_for_load_state("networkidle")
        assert len(asked) <= REQUESTS, asked
        assert sum(sizes) < most
