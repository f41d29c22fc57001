"""Explore: what the marks mean, and a hint beside the board."""

import random
import re
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from noughts.core.effect import EffectKind, effect_of, effect_words
from noughts.core.game import Game
from noughts.results.codec import encode
from noughts.testing import random_position
from tests.browser.conftest import Visit

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.mark.gate
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
    expect(why.get_by_role("list", name="What the marks mean")).to_contain_text("the stronger its colour, the better")
    visitor.button("Hint").click()
    hint = visitor.page.locator("#hint")
    expect(hint).to_contain_text("It makes a threat: X must answer at")
    assert [place.bounding_box() for place in (visitor.grid, visitor.button("Undo"), why)] == before
    assert visitor.page.evaluate("scrollY") < visitor.cell("a1").bounding_box()["y"] + 1  # type: ignore[index]
    box = hint.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 640
    saw = visitor.page.get_by_text(
        re.compile("perfect: keeps the draw, which [ac][13] would give away. Exact value: draw; ")
    )
    expect(saw).to_be_hidden()
    visitor.page.locator(".hint-box").get_by_text("What the computer saw").click()
    expect(saw).to_be_visible()
    truth = visitor.page.get_by_role("region", name="Truth")
    expect(truth.get_by_role("list", name="What the marks mean")).to_be_hidden()
    visitor.switch("Exact values on the board")
    expect(truth.get_by_role("list", name="What the marks mean")).to_contain_text("it loses in 4 moves")
    visitor.switch("Scores on the board", on=False)
    expect(why.get_by_role("list", name="What the marks mean")).to_be_hidden()


SENTENCES = """async (asked) => {
  const { effectWords } = await import("/modules/analysis/effect.js");
  return asked.map(([effect, rules, side]) => effectWords(effect, rules, side));
}"""


def test_what_a_move_does(visit: Visit) -> None:
    """The page says the same of a move as the terminal."""
    visitor = visit("/board")
    visitor.with_modules()
    rng, asked, expected, kinds = random.Random(3), list[Any](), list[str](), set[str]()
    for game in (Game(3, 3, 3), Game(5, 4, 4), Game(7, 7, 5), Game(7, 4, 3, exact=True)):
        for _ in range(150):
            position = random_position(game, rng)
            move = rng.choice(position.legal_moves)
            rules = {"m": game.m, "n": game.n, "k": game.k, "exact": game.exact}
            asked.append([encode(effect_of(position, move)), rules, str(position.side)])
            expected.append(effect_words(position, move))
            kinds.add(effect_of(position, move).kind)
    assert visitor.page.evaluate(SENTENCES, asked) == expected
    assert kinds == set(get_args(EffectKind))


def test_a_reason_in_german(visit: Visit) -> None:
    """What a move does, and the reason of a strategy that comes with the program, and its numbers."""
    visitor = visit("/board?game=3,3,3&moves=a1,b2,c3&strategy=paths:override%3Doff", locale="de-DE")
    reason = "das erste Feld, dessen Reihen ihr am meisten wert sind, darunter c1-a3."
    why = f"paths:override=off würde für O c1 spielen: {reason}"
    expect(visitor.page.locator("#reason")).to_have_text(f"{why} Das ist eine Drohung: X muss auf a3 antworten.")
    visitor.page.locator("#saw").get_by_text("Was der Computer gesehen hat").click()
    expect(visitor.page.locator("#saw")).to_contain_text("höchste Bewertung 5, das erste von 2 gleichen Feldern.")


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


def test_a_page_is_left_before_the_next_one_is_there(visit: Visit) -> None:
    """What it still asks is given up: the answer would give the next page's address to it."""
    visitor = visit()
    visitor.page.route("**/api/v1/analysis/values/**", lambda route: None)
    visitor.page.route("**/api/v1/analysis/tree**", lambda route: None)
    with visitor.page.expect_request("**/api/v1/analysis/values/**"):
        visitor.open("/board?moves=a1,b1,c1")
    with visitor.page.expect_event("requestfailed", lambda request: "/values/" in request.url):
        visitor.page.get_by_role("link", name="How this value comes about").click()
    visitor.page.unroute("**/api/v1/analysis/tree**")
    expect(visitor.page.locator("[data-view=tree]")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/tree\?game=3,3,3&moves=a1,b1,c1$"))
