"""A game from its beginning to its end: by keyboard and by touch, with undo, hints and a pace, and where it turned."""

import random
import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from noughts import draw
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.review.effect import effect_words
from noughts.strategies import load
from tests.browser.conftest import Visit
from tests.browser.truth import GAME, after, best, values
from tests.browser.visitor import Visitor
from tests.drawing.reading import marks, parse

RING = load("ring")
TURN = "Your turn: you are X"
LARGE = Game(15, 15, 5)


def reply(visitor: Visitor, before: Position) -> tuple[Position, str]:
    """Return the position after my move and the reply to it, which is one of the strategy's, and the reply's cell."""
    expect(visitor.status).to_have_text(re.compile(f"{TURN}|draw|win"))
    now = visitor.position(GAME)
    if len(now.legal_moves) == len(before.legal_moves):
        return now, ""
    (cell,) = set(before.legal_moves) - set(now.legal_moves)
    assert cell in RING.decide(before, random.Random(0)).moves
    return now, GAME.name(cell)


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


# Controls


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


def test_small_cells_by_touch(visit: Visit) -> None:
    """What a finger touches on small cells is asked about first, and then played. Enlarged, a cell is hit by one touch,
    and the board scrolls in its own frame."""
    visitor = visit(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    visitor.new_game("15,15,5", o="human")
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
    visitor.switch("Large cells")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    visitor.cell("o14").tap()
    visitor.expect_stone("o14", "X")
    assert visitor.position(LARGE) == after(["h8", "o15", "o14"], LARGE)


# The end


PLACES = """(names) => Object.fromEntries(names.map((name) => {
    const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
    return [name, [x, y + scrollY, width, height]];
}))"""
ABOVE = ["#status", ".frame", "#players", "#actions"]
ALL = [*ABOVE, "#players-panel", ".talk", "#game-menu", "#moves h2"]


def assert_same_places(before: dict[str, list[float]], after: dict[str, list[float]]) -> None:
    """Nothing has moved, or has another size."""
    assert after == {name: pytest.approx(place, abs=2) for name, place in before.items()}  # pixels


def test_nothing_moves_at_the_end(visit: Visit) -> None:
    """On a phone nothing moves when a hint comes, nor above what is said at the end: the way on is seen without
    scrolling. Stones and the winning line are drawn as `noughts.draw` draws them."""
    visitor = visit(viewport={"width": 390, "height": 844})
    visitor.new_game(o="first")
    visitor.play("c2", "b2")
    visitor.expect_stone("b1", "O")
    before = visitor.page.evaluate(PLACES, ALL)
    visitor.button("Hint").click()
    expect(visitor.page.locator("#hint")).to_be_visible()
    assert_same_places(before, visitor.page.evaluate(PLACES, ALL))
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    expect(visitor.page.locator("#decided")).to_contain_text("lost the game")
    assert_same_places({name: before[name] for name in ABOVE}, visitor.page.evaluate(PLACES, ABOVE))
    expect(visitor.page.locator("#players")).to_have_text(re.compile("X: you.*1.*O: first.*0"))
    expect(visitor.button("Play again")).to_be_in_viewport(ratio=1)

    drawn = list(marks(parse(draw(Position(GAME), line=[5, 0, 4, 1, 3]))))
    for kind in ("x", "o"):
        (shape,) = {mark.given["d"] for mark in drawn if mark.kind == kind}
        assert visitor.grid.locator(f".{kind}").first.get_attribute("d") == shape
    (strike,) = [mark for mark in drawn if mark.kind == "strike"]
    for name in ("x1", "y1", "x2", "y2", "stroke-width"):
        assert visitor.page.locator(".strike").get_attribute(name) == strike.given[name]


def test_the_level_that_was_chosen_has_its_name(visit: Visit) -> None:
    """What a move does is said in a player's words; numbers, exact values and links stand behind it, for one game."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="hard").check(force=True)
    visitor.cell("b2").click()
    said = visitor.page.locator("#said")
    expect(said).to_have_text("O (hard) plays a1. The first cell whose lines are worth most to it, a1-c3 among them.")
    expect(visitor.page.locator("#players")).to_contain_text("O: hard")
    visitor.open_menu()
    why = visitor.page.get_by_role("region", name="Why")
    expect(why.get_by_text(said.inner_text())).to_be_visible()
    expect(why.get_by_text("Greatest score")).to_be_hidden()
    why.get_by_text("What the computer saw").click()
    expect(why.get_by_text("Greatest score")).to_be_visible()
    visitor.switch("Exact values on the board")
    expect(visitor.page.locator("#before")).to_have_text("Before O a1: With best play it is a draw.")
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
    expect(visitor.page.locator("#my-games")).to_contain_text("you against hard")


def test_a_lost_game_is_shown_again_from_where_it_turned(visit: Visit) -> None:
    """By itself, to its end; it can be stopped, and stepped through. Where motion is reduced nothing moves."""
    visitor = visit(reduced_motion="no-preference")
    visitor.new_game(o="tactical", moves="a1,b2,b1,c1")
    visitor.play("c3")
    expect(visitor.status).to_have_text("O (tactical) wins with c1 b2 a3")
    retry = visitor.page.locator("#retry")
    expect(retry.get_by_role("button", name="Pause")).to_be_visible()
    visitor.expect_stone("c3", "empty")
    expect(retry.get_by_role("button", name="Play", exact=True)).to_be_visible()
    visitor.expect_stone("a3", "O")
    retry.get_by_role("button", name="Back").click()
    visitor.expect_stone("a3", "empty")
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.reload()
    expect(retry.get_by_role("button", name="Try it again from there")).to_be_visible()
    visitor.expect_stone("a3", "O")


@pytest.mark.parametrize(("game", "level"), [("3,3,3", "easy"), ("4,4,4", "medium"), ("7,6,4-gravity", "hard")])
def test_why_is_the_sentence_under_the_board(visit: Visit, game: str, level: str) -> None:
    """It names a cell, a line or a rule; a level that errs says so, and shows no number that is not the move's."""
    visitor = visit(f"/?game={game}")
    visitor.page.get_by_role("radio", name=level).check(force=True)
    visitor.cell("b2").click()
    said = visitor.page.locator("#said")
    expect(said).to_contain_text(f"O ({level}) plays")
    visitor.open_menu()
    why = visitor.page.get_by_role("region", name="Why")
    expect(why.locator("#reason")).to_have_text(said.inner_text())
    expect(why.locator("#reason")).to_contain_text(re.compile(r"plays \w\d\. .*([a-g]\d|rule|\d\. \w+|free cell)"))
    if level == "easy":
        expect(why.locator("#saw")).to_contain_text("each changed by chance")


def test_a_threat_is_seen_on_the_board(visit: Visit) -> None:
    """Beside the sentence that names it: where a line can be completed next."""
    visitor = visit()
    visitor.new_game(o="tactical", moves="a1,b2,b1")
    visitor.open_menu()
    expect(visitor.page.locator("#reason")).to_contain_text("X must answer at a3")
    expect(visitor.cell("a3")).to_have_accessible_name("a3, empty, a line can be completed here")


# Where a lost game turned, and the way back to there


def keeping(moves: list[str]) -> set[str]:
    """Return the moves that do not lose a position of 3,3,3."""
    return {GAME.name(move) for move, value in values(after(moves)).items() if value.result >= 0}


def turned(visitor: Visitor) -> str:
    """Wait for the sentence that says where the game turned, and return it."""
    expect(visitor.button("Try it again from there")).to_be_visible()
    return visitor.page.locator("#decided").inner_text()


def test_a_lost_game_of_3_3_3(visit: Visit) -> None:
    """The level that was chosen plays on from the position before the move that lost."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="perfect").check(force=True)
    visitor.cell("b1").click()
    moves = ["b1", reply_to(visitor, ["b1"])]
    while after(moves).outcome is None:
        worth = values(after(moves))
        moves.append(GAME.name(min(worth, key=worth.__getitem__)))
        visitor.play(moves[-1])
        moves.append(reply_to(visitor, moves))
    expect(visitor.status).to_have_text(re.compile(r"O \(perfect\) wins"))
    sentence = turned(visitor)
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
