"""Undo, redo and hints; a computer that plays another, at a pace; a large board on a small screen."""

import re

from playwright.sync_api import Locator, expect

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, values
from tests.browser.visitor import Visitor


def test_undo_and_redo(visit: Visit) -> None:
    """Against a strategy undo takes both moves back, and redo makes them again; a won game goes on."""
    visitor = visit()
    visitor.new_game(o="first")
    expect(visitor.button("Undo")).to_be_disabled()
    visitor.play("b2", "c3")
    for left in (["b2", "a1"], []):
        visitor.button("Undo").click()
        visitor.expect_stone("c3" if left else "b2", "empty")
        assert visitor.position(GAME) == after(left)
    expect(visitor.button("Undo")).to_be_disabled()
    for made in (["b2", "a1"], ["b2", "a1", "c3", "b1"]):
        visitor.button("Redo").click()
        visitor.expect_stone(made[-1], "O")
        assert visitor.position(GAME) == after(made)
    expect(visitor.button("Redo")).to_be_disabled()
    visitor.button("Undo").click()
    visitor.expect_stone("c3", "empty")
    visitor.play("c2")
    expect(visitor.button("Redo")).to_be_disabled()
    visitor.expect_stone("b1", "O")
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    visitor.button("Undo").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    assert visitor.page.locator("svg line").count() == 0
    assert visitor.position(GAME) == after(["b2", "a1", "c2", "b1"])


def test_hint(visit: Visit) -> None:
    """A hint is a best move by exact values: told, marked and announced; it goes with the next move."""
    visitor = visit()
    visitor.new_game(o="first", moves="a1,b2,c3,a3")
    visitor.button("Hint").click()
    hint = visitor.page.locator("#hint")
    expect(hint).to_contain_text("It stops 3 in a row, and makes two threats at once: ")
    match = re.match(r"Hint: ([a-c][1-3])", hint.inner_text())
    assert match
    worth = values(after(["a1", "b2", "c3", "a3"]))
    assert worth[parse_cell(GAME, match[1])] == max(worth.values())
    expect(visitor.cell(match[1])).to_have_accessible_name(re.compile(", hint"))
    expect(visitor.said).to_have_text(hint.inner_text())
    visitor.play(match[1])
    expect(hint).to_be_hidden()
    assert not any("hint" in name for name in visitor.names())


def test_pace(visit: Visit) -> None:
    """Two strategies play at the slider's pace; pause, one step, and to the end."""
    visitor = visit(fresh=True)
    page, moves = visitor.page, visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")
    page.clock.install()
    steps = {"request": 0, "requestfinished": 0}
    page.on("request", lambda request: steps.update(request=steps["request"] + request.url.endswith("/step")))
    page.on(
        "requestfinished",
        lambda request: steps.update(requestfinished=steps["requestfinished"] + request.url.endswith("/step")),
    )
    visitor.new_game(x="ring", o="first")
    visitor.button("Pause").click()
    slider = page.get_by_role("slider", name="Speed")
    slider.press("Home")
    while steps["requestfinished"] < steps["request"]:  # what was asked for before comes
        page.wait_for_event("requestfinished")
    made = steps["request"]
    expect(moves).to_have_count(made)
    assert made < 5
    for count in (made + 1, made + 2):
        visitor.button("Single step").click()
        expect(moves).to_have_count(count)
        expect(visitor.button("Single step")).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now() + 60_000"))
    visitor.button("Play").click()
    page.clock.run_for(2900)  # at its slowest there are seconds between two moves
    assert moves.count() == made + 2 == steps["request"]
    page.clock.resume()
    slider.press("End")
    expect(visitor.status).to_have_text(re.compile("wins|draw"))
    stones = visitor.position(GAME)
    assert stones.outcome is not None
    expect(moves).to_have_count(sum(stone != "empty" for stone in visitor.stones()))
    expect(visitor.button("Pause")).to_be_hidden()


LARGE = Game(15, 15, 5)
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def width(element: Locator) -> float:
    """Return how wide something is drawn."""
    box = element.bounding_box()
    assert box is not None
    return box["width"]


def fits(visitor: Visitor) -> bool:
    """Whether the page is no wider than the screen."""
    answer: bool = visitor.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return answer


def test_small_cells_by_touch(visit: Visit) -> None:
    """What a finger touches on small cells is asked about first, and then played. Enlarged, a cell is hit by one touch,
    and the board scrolls in its own frame."""
    visitor = visit(**PHONE)
    visitor.new_game("15,15,5", o="human")
    assert width(visitor.cell("h8")) < 24
    assert fits(visitor)
    visitor.cell("c3").tap()
    expect(visitor.button("Play c3")).to_be_visible()
    visitor.button("Cancel").tap()
    expect(visitor.button("Play c3")).to_be_hidden()
    visitor.cell("c4").tap()
    visitor.cell("h8").tap()
    assert visitor.position(LARGE) == Position(LARGE)
    visitor.button("Play h8").tap()
    visitor.expect_stone("h8", "X")
    visitor.cell("o15").tap()
    visitor.cell("o15").tap()
    visitor.expect_stone("o15", "O")
    assert visitor.position(LARGE) == after(["h8", "o15"], LARGE)
    visitor.switch("Large cells")
    assert width(visitor.cell("h8")) >= 40
    assert fits(visitor)
    visitor.cell("o14").tap()
    visitor.expect_stone("o14", "X")
    visitor.cell("a1").tap()
    visitor.expect_stone("a1", "O")
    assert visitor.position(LARGE) == after(["h8", "o15", "o14", "a1"], LARGE)


def test_large_fingers_on_large_cells(visit: Visit) -> None:
    """On 3,3,3 a touch plays at once, even on a small screen. One person may play both sides."""
    visitor = visit(**PHONE)
    visitor.new_game(o="human")
    for cell, stone in {"a1": "X", "b2": "O", "c3": "X"}.items():
        visitor.cell(cell).tap()
        visitor.expect_stone(cell, stone)
    assert visitor.position(GAME) == after(["a1", "b2", "c3"])
    expect(visitor.status).to_have_text("O to move")
