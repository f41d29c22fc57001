"""Every view as a newcomer sees it, who has no game, no lesson solved and no program; on a phone and on a screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.layout import assert_laid_out

# An address, and a text that stands there once the view has all that it asked for.
EMPTY = {
    "home": ("/", "see the proof"),
    "any board": ("/?game=3,3,3&x=ring&o=paths", "proved: never loses"),
    "load": ("/?load=1", "Open"),
    "learn": ("/learn", "Make a line"),
    "lesson": ("/learn?grade=win&seed=1", "Skip"),
    "own games": ("/learn?grade=own", "Play a game"),
    "explore": ("/board", "With best play"),
    "prove": ("/prove", "All"),
    "program": ("/prove?yours=1", "Your program"),
    "rules": ("/prove?rules=", "rule"),
    "matches": ("/matches", "Play"),
    "review": ("/review", "No moves"),
    "teachers": ("/teachers", "move 2: opposite own corner"),
    "lost": ("/board?game=0,0,0", "Nothing here"),
}


@pytest.mark.parametrize("view", EMPTY)
def test_nothing_yet(visit: Visit, view: str) -> None:
    address, text = EMPTY[view]
    visitor = visit(viewport={"width": 1280, "height": 800})
    visitor.without_python()
    visitor.open(address)
    expect(visitor.page.get_by_text(text).first).to_be_visible()
    assert_laid_out(visitor.page)
