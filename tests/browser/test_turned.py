"""The end of a lost game: where it turned, on every board, and the way back to there. Nothing moves."""

import re

import pytest
from playwright.sync_api import expect

from noughts.core.game import Game
from tests.browser.conftest import Visit
from tests.browser.test_end import PLACES, assert_same_places
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor

SIZES = {"desktop": (1280, 720), "tablet": (1024, 768), "phone": (390, 844)}
LARGE = Game(15, 15, 5)
THREE = ["i8", "h8", "f10", "h9", "i11", "h10"]  # O has an open three; X is not lost yet


def keeping(moves: list[str]) -> set[str]:
    """Return the moves that do not lose a position of 3,3,3."""
    return {GAME.name(move) for move, value in values(after(moves)).items() if value.result >= 0}


def places(visitor: Visitor) -> dict[str, list[float]]:
    found: dict[str, list[float]] = visitor.page.evaluate(PLACES)
    return found


def turned(visitor: Visitor) -> str:
    """Wait for the sentence that says where the game turned, and return it."""
    expect(visitor.button("Try it again from there")).to_be_visible()
    return visitor.page.locator("#decided").inner_text()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_lost_game_of_3_3_3(visit: Visit, size: tuple[int, int]) -> None:
    """The level that was chosen plays on from the position before the move that lost."""
    visitor = visit("/", viewport=dict(zip(("width", "height"), size, strict=True)))
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    visitor.cell("b1").click()
    moves = ["b1", reply_to(visitor, ["b1"])]
    while after(moves).outcome is None:
        before = places(visitor)
        worth = values(after(moves))
        moves.append(GAME.name(min(worth, key=worth.__getitem__)))
        visitor.play(moves[-1])
        moves.append(reply_to(visitor, moves))
    expect(visitor.status).to_have_text(re.compile(r"O \(perfect\) wins"))
    sentence = turned(visitor)
    assert_same_places(before, places(visitor))
    number = max(ply for ply in range(1, len(moves) + 1, 2) if keeping(moves[: ply - 1]))
    better = keeping(moves[: number - 1])
    assert moves[number - 1] not in better
    assert f"at move {number}: {moves[number - 1]} lost the game." in sentence
    assert sentence.startswith("You could have held the draw with ")
    assert re.findall(r"[abc][123]", sentence)[0] in better
    visitor.button("Try it again from there").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    assert visitor.position(GAME) == after(moves[: number - 1])
    expect(visitor.page.locator("#players")).to_contain_text("O: perfect")
    visitor.play(sorted(better)[0])
    expect(visitor.status).to_have_text(re.compile("^Your turn|draw"))


def reply_to(visitor: Visitor, moves: list[str]) -> str:
    """Return the computer's move after others."""
    expect(visitor.page.locator(".cell .stone")).to_have_count(len(moves) + 1)
    taken = {GAME.name(cell) for cell, stone in enumerate(visitor.stones()) if stone != "empty"}
    (reply,) = taken - set(moves)
    return reply


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_lost_game_of_15_15_5(visit: Visit, size: tuple[int, int]) -> None:
    """X leaves an open three alone: from there on O's win is proved, and before, another move was there."""
    visitor = visit(viewport=dict(zip(("width", "height"), size, strict=True)))
    visitor.new_game("15,15,5", o="search:nodes=2000", moves=",".join(THREE))
    visitor.play("o15")
    expect(visitor.status).to_have_text("Your turn: you are X")
    before = places(visitor)
    visitor.play("a8")
    expect(visitor.status).to_have_text(re.compile("O .* wins with"))
    sentence = turned(visitor)
    assert_same_places(before, places(visitor))
    assert re.fullmatch(r"Since your o15 \(move 7\) a win of O is proved; the search prefers h(6|7|11|12)\.", sentence)
    expect(visitor.page.get_by_role("link", name="Review the game")).to_have_attribute("href", re.compile(r"&ply=7$"))
    visitor.button("Try it again from there").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    assert visitor.position(LARGE) == after(THREE, LARGE)
    expect(visitor.page.locator("#players")).to_contain_text("O: search")


def give_up(visitor: Visitor, moves: str) -> None:
    """Resign after moves."""
    visitor.new_game(o="perfect", moves=moves)
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.status).to_have_text(re.compile("X resigned"))


def test_a_lost_position_that_is_given_up(visit: Visit) -> None:
    visitor = visit()
    assert not keeping(["b1", "b2", "b3", "a1"])
    give_up(visitor, "b1,b2,b3,a1")
    assert re.fullmatch(
        r"You could have held the draw with .* at move 3: b3 lost the game\.",
        turned(visitor),
    )


def test_a_position_that_is_not_lost_is_given_up(visit: Visit) -> None:
    """Then no move lost the game, and nothing is said of one."""
    visitor = visit()
    assert keeping(["b1", "b2"])
    ended = list[str]()  # by the server, or by the page, which has heard all
    for event in ("requestfinished", "requestfailed"):
        visitor.page.on(event, lambda request: ended.append(request.url))
    give_up(visitor, "b1,b2")
    while not any("/analysis/review" in url for url in ended):
        visitor.page.wait_for_timeout(50)
    expect(visitor.page.locator("#decided")).to_have_text("")
    expect(visitor.button("Try it again from there")).to_have_count(0)
