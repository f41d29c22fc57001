"""A game from its beginning to its end, by mouse and by keyboard alone."""

import random
import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from noughts.core.effect import effect_words
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, best
from tests.browser.visitor import Visitor

RING = load("ring")
TURN = "Your turn: you are X"


def reply(visitor: Visitor, before: Position) -> tuple[Position, str]:
    """Return the position after my move and the reply to it, which is one of the strategy's, and the reply's cell."""
    expect(visitor.status).to_have_text(re.compile(f"{TURN}|draw|win"))
    now = visitor.position(GAME)
    if len(now.legal_moves) == len(before.legal_moves):
        return now, ""
    (cell,) = set(before.legal_moves) - set(now.legal_moves)
    assert cell in RING.decide(before, random.Random(0)).moves
    return now, GAME.name(cell)


def test_mouse(visit: Visit) -> None:
    """The form is filled in, and a perfect game drawn against the rule list, all by mouse."""
    visitor = visit("/")
    visitor.more()
    page = visitor.page
    page.get_by_role("radio", name="4 × 4").check(force=True)
    page.get_by_role("radio", name="3 × 3").check(force=True)
    first, second = page.get_by_role("group", name="X moves first"), page.get_by_role("group", name="O moves second")
    first.get_by_label("Player").select_option(label="You")
    second.get_by_label("Player").select_option(label="Computer: ring")
    expect(second.get_by_role("link", name="proved: never loses")).to_be_visible()
    visitor.start()
    expect(visitor.status).to_have_text(TURN)

    position = visitor.position(GAME)
    assert position == Position(GAME)
    while position.outcome is None:
        cell = best(position)
        visitor.play(cell)
        position, _ = reply(visitor, position.play(parse_cell(GAME, cell)))
    assert position.outcome.winner is None
    expect(visitor.status).to_have_text("A draw")
    expect(visitor.button("Rematch, sides swapped")).to_be_visible()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(9)


FOCUS = """() => {
    const element = document.activeElement, style = getComputedStyle(element);
    const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return {name: element.ariaLabel ?? element.textContent.trim(), seen: element.matches(":focus-visible") && seen};
}"""


def tab_to(visitor: Visitor, pattern: str) -> None:
    """Press Tab until something has the focus; everything on the way shows that it has it."""
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        focus = visitor.page.evaluate(FOCUS)
        assert focus["seen"], focus
        if re.match(pattern, focus["name"]):
            return
    raise AssertionError(f"Tab does not come to {pattern}")


def walk(visitor: Visitor, start: str, end: str) -> None:
    """Go from cell to cell with the arrow keys."""
    across, down = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    for key, count in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowDown", down), ("ArrowUp", -down)):
        for _ in range(count):
            visitor.page.keyboard.press(key)
    focus = visitor.page.evaluate(FOCUS)
    assert focus["name"].startswith(f"{end},")
    assert focus["seen"]


@pytest.mark.gate
def test_keyboard(visit: Visit) -> None:
    """The same with Tab, arrows, Enter and Space, listening to what is announced."""
    visitor = visit("/")
    visitor.more()
    side = visitor.page.get_by_role("group", name="O moves second")
    side.get_by_label("Player").select_option(label="Computer: ring")
    expect(side.get_by_role("link", name="proved: never loses")).to_be_visible()
    tab_to(visitor, "Start the game")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("[data-view=game]")).to_be_visible()
    expect(visitor.status).to_have_text(TURN)

    tab_to(visitor, "a1,")
    position, here, keys = Position(GAME), "a1", ["Enter", "Space"]
    while position.outcome is None:
        cell = best(position)
        walk(visitor, here, cell)
        visitor.page.keyboard.press(keys[len(position.legal_moves) // 2 % 2])
        visitor.expect_stone(cell, "X")
        mine = position.play(parse_cell(GAME, cell))
        position, answer = reply(visitor, mine)
        said = f"X plays {cell}."
        if answer:
            words = effect_words(mine, parse_cell(GAME, answer)), str(RING.decide(mine, random.Random(0)).reason)
            said += " ".join(["", f"O plays {answer}.", *filter(None, words)]) + "."
        expect(visitor.said).to_have_text(said if position.outcome is None else f"{said} A draw.")
        here = cell
    focus = visitor.page.evaluate(FOCUS)
    assert focus["name"].startswith(f"{here},")  # the focus is not lost with the game


def test_a_move_before_the_answer_to_the_last_one(visit: Visit) -> None:
    """The live update may come first, and then it is my turn."""
    held: list[tuple[Route, APIResponse]] = []
    visitor = visit()
    visitor.new_game(o="first")
    visitor.page.route("**/moves", lambda route: held.append((route, route.fetch())), times=1)
    visitor.play("b2", "c2")
    ((first, answer),) = held
    first.fulfill(response=answer)
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")


def test_keys_of_the_board(visit: Visit) -> None:
    """Arrows stop at the edge; Home, End, PageUp and PageDown go to it; a taken cell stays as it is."""
    visitor = visit()
    visitor.new_game()
    visitor.cell("b2").focus()
    press = visitor.page.keyboard.press
    for keys, cell in (
        (["ArrowUp"] * 3, "b1"),
        (["ArrowRight"] * 3, "c1"),
        (["Home"], "a1"),
        (["End"], "c1"),
        (["PageDown"], "c3"),
        (["PageUp"], "c1"),
        (["Control+End"], "c3"),
        (["Control+Home"], "a1"),
    ):
        for key in keys:
            press(key)
        expect(visitor.cell(cell)).to_be_focused()
    press("Enter")
    visitor.expect_stone("a1", "X")
    stones = visitor.stones()
    assert stones.count("O") == 1
    press("Enter")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Shift+Tab")
    expect(visitor.cell("a1")).to_be_focused()
    assert visitor.stones() == stones
