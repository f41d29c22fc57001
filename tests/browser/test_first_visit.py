"""A first visit, from the board on the first page to a proof: on a phone by touch, on a desktop by mouse and keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_python import LOADING, step_through
from tests.browser.truth import GAME, values
from tests.browser.visitor import Visitor

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_first_visit(visit: Visit, screen: dict[str, Any]) -> None:
    """Play and lose, see why, go through the game, prove a strategy, and then one's own."""
    visitor = visit("/", **screen)
    first_tap(visitor, screen["viewport"]["height"])
    lose(visitor)
    see_why(visitor)
    prove(visitor)
    if screen is PHONE:  # on a desktop tests/browser/test_python.py does so
        prove_own(visitor)


def first_tap(visitor: Visitor, height: int) -> None:
    """Choose the best level; the board is there without scrolling, and a tap on it is a move."""
    corner = visitor.cell("c3").bounding_box()
    assert corner is not None
    assert corner["y"] + corner["height"] < height
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    visitor.page.evaluate("window.scrollTo(0, 0)")
    tap(visitor, "a1")
    expect(visitor.page.locator("[data-view=game]")).to_be_visible()


def tap(visitor: Visitor, cell: str) -> None:
    """Play in a cell, as this screen lets a visitor play, without scrolling."""
    place = visitor.cell(cell).bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    if visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        visitor.page.touchscreen.tap(x, y)
    else:
        visitor.page.mouse.click(x, y)
    expect(visitor.cell(cell)).to_have_accessible_name(re.compile(f"^{cell}, X"))


def lose(visitor: Visitor) -> None:
    """Play the worst moves: this opponent takes what it is given."""
    expect(visitor.status).to_have_text("Your turn: you are X")
    position = visitor.position(GAME)
    while position.outcome is None:
        worth = values(position)
        tap(visitor, GAME.name(min(worth, key=worth.__getitem__)))
        expect(visitor.status).to_have_text(re.compile("^Your turn|wins|draw"))
        position = visitor.position(GAME)
    expect(visitor.status).to_have_text(re.compile("wins with"))


def see_why(visitor: Visitor) -> None:
    """The page names the move that lost; the review shows it, and what would have been better."""
    expect(visitor.page.locator("#decided")).to_have_text(re.compile(r"\bmove \d.*\blost the game", re.IGNORECASE))
    visitor.page.get_by_role("link", name="Review the game").click()
    expect(visitor.page.locator("[data-view=review]")).to_be_visible()
    expect(visitor.page.locator(".judgement")).to_have_text(re.compile(r"^\d\. X .*: lost the draw"))


def prove(visitor: Visitor) -> None:
    """A strategy of the gallery that can lose: its losing line, step by step."""
    visitor.page.get_by_role("navigation", name="Main").get_by_role("link", name="Prove").click()
    expect(visitor.page.locator("[data-view=prove]")).to_be_visible()
    visitor.page.get_by_role("region", name="Strategies", exact=True).get_by_role("button", name="weights").click()
    step_through(visitor, visitor.page.get_by_role("region", name="weights can be beaten when it moves first"))


def prove_own(visitor: Visitor) -> None:
    """The program that the editor begins with can lose too: Python in the browser shows how."""
    visitor.button("Change").click()
    visitor.page.get_by_role("radio", name="your own", exact=True).check(force=True)
    expect(visitor.page.get_by_role("textbox", name="Your program, in Python")).to_have_value(re.compile("def "))
    visitor.button("Prove").click()
    section = visitor.page.get_by_role("region", name="Your program can be beaten when it moves second")
    expect(section).to_be_visible(timeout=LOADING)
    step_through(visitor, section)
