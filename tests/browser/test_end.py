"""A hint, the end of a game and the way on: nothing moves, and the next game is one press away."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

PLACES = """() => Object.fromEntries(
    ["#status", ".frame", "#players-panel", "#players", "#actions", ".talk", "#game-menu", "#moves h2"].map((name) => {
        const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
        return [name, [x, y + scrollY, width, height]];
    }),
)"""
MOST = 2  # pixels that anything may move
BUTTONS = """() => [...document.querySelectorAll(":is(#actions, #again) .button")].filter((each) => each.offsetWidth)
    .map((each) => {
        const [box, text] = [each, document.createRange()];
        text.selectNodeContents(each);
        const [{top, right, left, width}, inner] = [box, text].map((one) => one.getBoundingClientRect());
        return [top, right, left, (width - inner.width) / 2];
    })"""


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["desktop", "phone"])
def test_nothing_moves(visit: Visit, size: tuple[int, int]) -> None:
    """The result, what decided the game and the way on have a place of their own, which is seen without scrolling."""
    width, height = size
    visitor = visit(viewport={"width": width, "height": height})
    visitor.new_game(o="first")
    visitor.play("c2", "b2")
    visitor.expect_stone("b1", "O")
    before = visitor.page.evaluate(PLACES)
    visitor.button("Hint").click()
    expect(visitor.page.locator("#hint")).to_be_visible()
    assert_same_places(before, visitor.page.evaluate(PLACES))
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    expect(visitor.page.locator("#decided")).to_contain_text("lost the game")
    assert_same_places(before, visitor.page.evaluate(PLACES))
    expect(visitor.page.locator("#players")).to_have_text(re.compile("X: you.*1.*O: first.*0"))
    again = visitor.button("Play again").bounding_box()
    assert again is not None
    assert again["y"] + again["height"] <= height
    assert visitor.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("width", [360, 390])
def test_buttons_at_the_end_fill_their_rows(visit: Visit, width: int) -> None:
    """On a phone each has room around its word, and no row is ragged."""
    visitor = visit(viewport={"width": width, "height": 844})
    visitor.new_game(o="first")
    visitor.play("c2", "b2", "a2")
    expect(visitor.button("Play again")).to_be_visible()
    boxes: list[tuple[float, float, float, float]] = visitor.page.evaluate(BUTTONS)
    assert len(boxes) == 5
    assert min(room for *_, room in boxes) >= 7
    edges = {y: max(right for top, right, *_ in boxes if top == y) for y, *_ in boxes}
    assert max(edges.values()) - min(edges.values()) <= MOST


def assert_same_places(before: dict[str, list[float]], after: dict[str, list[float]]) -> None:
    """Nothing has moved, or has another size."""
    moved = {name: (place, after[name]) for name, place in before.items() if not is_near(place, after[name])}
    assert not moved


def is_near(place: list[float], other: list[float]) -> bool:
    return all(abs(one - another) <= MOST for one, another in zip(place, other, strict=True))


def test_the_level_that_was_chosen_has_its_name(visit: Visit) -> None:
    """What a move does is said in a player's words; numbers, exact values and links stand behind it, for one game."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="hard").check(force=True)
    visitor.cell("b2").click()
    said = visitor.page.locator("#said")
    expect(said).to_have_text("O (hard) plays a1. The first cell whose lines are worth most to it, a1-c3 among them.")
    expect(visitor.page.locator("#players")).to_contain_text("O: hard")
    last = visitor.cell("a1")
    assert background(last) != background(visitor.cell("c3")) == background(visitor.cell("b2"))
    visitor.open_menu()
    why = visitor.page.get_by_role("region", name="Why")
    expect(why).to_contain_text("O plays a1.")
    expect(why.get_by_text("Greatest score")).to_be_hidden()
    why.get_by_text("What the computer saw").click()
    expect(why.get_by_text("Greatest score")).to_be_visible()
    visitor.switch("Exact values on the board")
    expect(visitor.page.locator("#truth")).to_have_text("With best play it is a draw.")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.status).to_have_text("O (hard) wins: X resigned")
    visitor.button("Play again").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    expect(visitor.page.locator("#players")).to_contain_text("O: hard")
    expect(visitor.page.locator("#players")).to_contain_text("1")
    visitor.open_menu()
    expect(visitor.page.get_by_role("switch", name="Exact values on the board")).not_to_be_checked()
    visitor.open("/")
    expect(visitor.page.locator("#my-games")).to_contain_text("O (hard) wins: X resigned")
    expect(visitor.page.locator("#my-games")).to_contain_text("you against hard")


def background(cell: Any) -> str:
    colour: str = cell.evaluate("cell => getComputedStyle(cell).backgroundColor")
    return colour
