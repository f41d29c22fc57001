"""Explore: what the marks mean, and a hint beside the board."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from noughts.core.game import Game
from noughts.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.witnesses import completes

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def test_the_truth_comes_first(visit: Visit) -> None:
    """Explore opens with what every move is worth; a strategy's scores are a switch away, and then in the address."""
    visitor = visit("/board?moves=a1,b1")
    expect(visitor.status).to_have_text("Which moves win, draw or lose?")
    expect(visitor.page.locator("#truth")).to_have_text("With best play X wins in 5 moves, both sides counted.")
    expect(visitor.cell("b2")).to_have_accessible_name(re.compile("win in 5"))
    strategy = visitor.page.get_by_role("region", name="What would a strategy play?")
    expect(strategy.get_by_label("Strategy", exact=True)).to_be_hidden()
    expect(visitor.page).not_to_have_url(re.compile("strategy="))
    visitor.switch("A strategy's scores on the board")
    expect(strategy).to_contain_text("paths would play")
    expect(visitor.page).to_have_url(re.compile("strategy=paths$"))
    visitor.page.reload()
    expect(strategy).to_contain_text("paths would play")
    expect(visitor.page.get_by_role("switch", name="Exact values")).not_to_be_checked()
    visitor.switch("Exact values on the board")
    visitor.open("/board?game=6,5,4")
    expect(visitor.page.get_by_role("switch", name="Exact values")).to_be_checked()  # as it was left
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.reload()
    expect(visitor.page.get_by_role("switch", name="Exact values")).not_to_be_checked()  # out of reach there


def test_a_hint_and_the_legends(visit: Visit) -> None:
    """On a phone the hint and the board are seen together; the engine's words stand behind it, and nothing moves."""
    visitor = visit("/board?game=3,3,3&moves=a1,b2,c3&strategy=weights", **PHONE)
    why = visitor.page.get_by_role("region", name="What would a strategy play?")
    expect(why).to_contain_text("weights would play")
    before = [place.bounding_box() for place in (visitor.grid, visitor.button("Undo"), why)]
    expect(why.get_by_role("list", name="What the marks mean")).to_contain_text("the darker, the better")
    visitor.button("Hint").click()
    hint = visitor.page.locator("#hint")
    expect(hint).to_contain_text("It makes a threat: X must answer at")
    assert [place.bounding_box() for place in (visitor.grid, visitor.button("Undo"), why)] == before
    assert visitor.page.evaluate("scrollY") < visitor.cell("a1").bounding_box()["y"] + 1  # type: ignore[index]
    box = hint.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 640
    saw = visitor.page.get_by_text("perfect: Draws.")
    expect(saw).to_be_hidden()
    visitor.page.get_by_text("What the computer saw").click()
    expect(saw).to_be_visible()
    truth = visitor.page.get_by_role("region", name="Truth")
    expect(truth.get_by_role("list", name="What the marks mean")).to_be_hidden()
    visitor.switch("Exact values on the board")
    expect(truth.get_by_role("list", name="What the marks mean")).to_contain_text("it loses in 4 moves")
    visitor.switch("Scores on the board", on=False)
    expect(why.get_by_role("list", name="What the marks mean")).to_be_hidden()


SENTENCES = """async (asked) => {
  const { moveIdea } = await import("/static/analysis/tactics.js");
  return asked.map(([rules, stones, cell]) => moveIdea(rules, stones, cell));
}"""


def test_what_a_move_does(traveller: Visitor) -> None:
    """The page's sentences agree with counts of lines by the rules in Python."""
    traveller.open("/board")
    rng, asked, expected = random.Random(3), list[Any](), list[str]()
    for game in (Game(3, 3, 3), Game(5, 4, 4), Game(7, 7, 5), Game(7, 4, 3, exact=True)):
        for _ in range(150):
            position = Position(game)
            for _ in range(rng.randrange(game.cells - 1)):
                following = position.play(rng.choice(position.legal_moves))
                if following.outcome is not None:
                    break
                position = following
            move = rng.choice(position.legal_moves)
            stones = [{"X": "X", "O": "O"}.get(mark) for mark in str(position).replace("/", "")]
            asked.append([{"m": game.m, "n": game.n, "k": game.k, "exact": game.exact}, stones, move])
            expected.append(kind(position, move))
    said: list[str] = traveller.page.evaluate(SENTENCES, asked)
    told = [next(name for name, words in KINDS.items() if words in sentence) for sentence in said]
    assert told == expected
    assert set(told) == set(KINDS)


KINDS = {  # in this order: the first whose words are there
    "fork": "could make two threats",
    "win": "It wins",
    "too late": "can complete another",
    "threats": "at once.",
    "threat": "makes a threat",
    "stop": "It stops",
    "nothing": "No line through it",
    "lines": "still open",
}


def kind(position: Position, move: int) -> str:
    """What a move does."""
    game, own, theirs, stone = position.game, position.own, position.theirs, 1 << move
    danger, threats = completing(game, theirs, own), completing(game, own | stone, theirs)
    if move in completing(game, own, theirs):
        return "win"
    if move in danger and len(danger) > 1:
        return "too late"
    if threats:
        return "threats" if len(threats) > 1 else "threat"
    if move in danger:
        return "stop"
    if len(completing(game, theirs | stone, own)) > 1:
        return "fork"
    open_lines = (not line & theirs and not (window ^ line) & own for line, window in game.windows_through[move])
    return "lines" if any(open_lines) else "nothing"


def completing(game: Game, own: int, theirs: int) -> set[int]:
    """The free cells on which the owner of some stones completes a line."""
    free = [cell for cell in range(game.cells) if not (own | theirs) >> cell & 1]
    return {cell for cell in free if completes(game, own | 1 << cell, cell)}


def test_an_overline_does_not_end_an_exact_game(visit: Visit) -> None:
    """Also where the game goes on from a position with an overline, whose stones need an order."""
    visitor = visit("/board?game=7,2,3=&moves=a1,a2,b1,b2,d1,d2,c1")
    expect(visitor.grid).to_have_accessible_name("Board, 7 × 2, exactly 3 in a row")
    expect(visitor.page.locator("#status")).to_have_text("O to move")
    visitor.open("/board?game=7,2,3=&position=XXXX.../OO.O...")
    visitor.page.get_by_role("link", name="Play on from here").click()
    expect(visitor.page.get_by_text("It begins after 7 moves")).to_be_visible()
    visitor.open("/board?game=7,2,3&moves=a1,a2,b1,b2,d1,d2,c1")
    expect(visitor.page.locator("#status")).to_have_text("X wins")
