"""Joy: games in a row, the next level, the stones that hop, the dare of a day, and sounds that are offered once."""

import json
import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from benchmarks import gallery
from noughts.core.notation import STANDARD
from noughts.strategies import registry
from tests.browser.conftest import Visit
from tests.browser.test_end import BUTTONS, MOST, PLACES, assert_same_places
from tests.browser.visitor import Visitor
from tests.test_dares import NAMES, after, board_of, can_force_a_win

DARES = gallery.dares()
LEVELS = registry.levels(STANDARD)
SIZES = {"desktop": (1280, 720), "tablet": (1024, 768), "phone": (390, 844), "small": (360, 640)}
WIN = ("c2", "b2", "a2")  # against `first`
ON_TOP = """main => {
    const { x, y, width, height } = main.getBoundingClientRect();
    return [y + 2, y + height - 2].every((at) => document.elementFromPoint(x + width / 2, at) === main);
}"""
HOP = "() => getComputedStyle(document.querySelector('.cell.won .stone')).animationName"


def against_a_level(visitor: Visitor, level: str) -> None:
    """Begin a game against `first` as if it were a level."""
    visitor.new_game(o="first")
    visitor.remember(f"level.{visitor.page.url.rpartition('/')[2]}", level)
    visitor.page.reload()
    expect(visitor.page.locator("#players")).to_contain_text(f"O: {level}")


def series(**more: int) -> str:
    return json.dumps({"won": 0, "drawn": 0, "lost": 0, "games": [], **more})


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_next_level_is_the_main_button_after_a_win(visit: Visit, size: tuple[int, int]) -> None:
    """And nothing moves: neither for it, nor for what is said of the games in a row, nor for the offer of sounds."""
    visitor = visit("/", viewport=dict(zip(("width", "height"), size, strict=True)))
    visitor.remember("series.3,3,3 first", series(won=2, lost=5, streak=2, best=2))
    against_a_level(visitor, "easy")
    visitor.play(*WIN[:2])
    visitor.expect_stone("b1", "O")
    before = visitor.page.evaluate(PLACES)
    visitor.play(WIN[2])
    expect(visitor.page.locator("#again .main")).to_have_text("Next: medium")
    expect(visitor.page.locator("#decided")).to_contain_text("lost the game")
    expect(visitor.page.locator("#series")).to_have_text(
        "So far against easy: you 3, they 5, 0 draws. 3 wins in a row: your longest streak."
    )
    expect(visitor.message).to_contain_text("With sounds?")
    assert_same_places(before, visitor.page.evaluate(PLACES))
    if size[0] == 390:
        assert visitor.page.locator("#again .main").evaluate(ON_TOP)
    if size[0] < 400:
        boxes: list[list[float]] = visitor.page.evaluate(BUTTONS)
        assert len(boxes) == 6
        edges = {y: max(right for top, right, *_ in boxes if top == y) for y, *_ in boxes}
        assert max(edges.values()) - min(edges.values()) <= MOST
    expect(visitor.button("Play again")).not_to_have_class(re.compile("main"))
    visitor.button("Next: medium").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    expect(visitor.page.locator("#players")).to_contain_text("O: medium")
    visitor.open("/")
    expect(visitor.page.get_by_role("radio", name="medium")).to_be_checked()


def test_after_the_best_level_and_after_a_loss_it_is_the_same_again(visit: Visit) -> None:
    visitor = visit()
    against_a_level(visitor, "perfect")
    visitor.play(*WIN)
    expect(visitor.page.locator("#again .main")).to_have_text("Play again")
    against_a_level(visitor, "easy")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.page.locator("#again .main")).to_have_text("Play again")


def test_games_in_a_row_stand_at_the_levels(visit: Visit) -> None:
    """Of the board that is chosen; of a level that never loses, games that it did not win."""
    visitor = visit("/")
    visitor.remember(f"series.3,3,3 {LEVELS['easy']}", series(won=4, streak=3, best=4))
    visitor.remember(f"series.3,3,3 {LEVELS['perfect']}", series(drawn=2, streak=2, best=2))
    visitor.remember(f"series.3,3,3 {LEVELS['hard']}", series(won=1, streak=1, best=1))
    visitor.page.reload()
    expect(visitor.page.get_by_role("radio", name="easy (3 wins in a row)")).to_be_attached()
    expect(visitor.page.get_by_role("radio", name="perfect (2 games unbeaten in a row)")).to_be_attached()
    expect(visitor.page.get_by_role("radio", name="hard", exact=True)).to_be_attached()
    visitor.page.get_by_role("radio", name="4 × 4").check(force=True)
    expect(visitor.page.get_by_role("radio", name="easy", exact=True)).to_be_attached()


@pytest.mark.parametrize("help_with", ["hint", "undo", "values"])
def test_help_does_not_count(visit: Visit, help_with: str) -> None:
    visitor = visit("/")
    visitor.remember("series.3,3,3 first", series(won=2, streak=2, best=2))
    visitor.new_game(o="first")
    if help_with == "hint":
        visitor.button("Hint").click()
        expect(visitor.page.locator("#hint")).to_be_visible()
    elif help_with == "undo":
        visitor.play("c3")
        visitor.expect_stone("a1", "O")
        visitor.button("Undo").click()
        visitor.expect_stone("c3", "empty")
    else:
        visitor.open_menu()
        visitor.switch("Exact values on the board")
    visitor.play(*WIN)
    expect(visitor.page.locator("#series")).to_contain_text("You had help: this game does not count for the streak.")
    visitor.button("Play again").click()
    visitor.play(*WIN)
    expect(visitor.page.locator("#series")).to_contain_text("3 wins in a row: your longest streak.")


def test_sounds_are_offered_once(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game(o="first")
    visitor.play(*WIN)
    visitor.button("Sounds on").click()
    expect(visitor.message).to_be_empty()
    visitor.button("Play again").click()
    visitor.play(*WIN)
    expect(visitor.button("Play again")).to_be_visible()
    expect(visitor.message).to_be_empty()
    visitor.open("/")
    expect(visitor.page.get_by_role("switch", name="Sounds")).to_be_checked()


@pytest.mark.parametrize(("motion", "name"), [("no-preference", "hop"), ("reduce", "none")])
def test_the_stones_of_a_win_hop(visit: Visit, motion: str, name: str) -> None:
    """Not where less motion is wanted, and not those of the other side."""
    visitor = visit(reduced_motion=motion)
    visitor.new_game(o="first")
    visitor.play(*WIN)
    assert visitor.page.evaluate(HOP) == name
    visitor.new_game(o="first")
    visitor.play("c3", "b2", "a2")  # `first` has a1, b1, c1
    expect(visitor.status).to_have_text("O (first) wins with a1 b1 c1")
    assert visitor.page.evaluate(HOP) != "hop"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_win_draw_and_loss_differ_by_colour_and_by_shape(visit: Visit, scheme: str) -> None:
    visitor = visit("/board?game=3,3,3", color_scheme=scheme)
    signs = visitor.page.locator("#truth-panel .legend .worth svg")
    expect(signs).to_have_count(3)
    colours = signs.evaluate_all("all => all.map(each => getComputedStyle(each).stroke)")
    shapes = signs.locator("path").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    assert len(set(colours)) == len(set(shapes)) == 3


# The dare of a day.


def a_day_of(number: int) -> date:
    """A day that has a dare: they follow each other from 1970 on."""
    return date(1970, 1, 1) + timedelta(days=20_784 // len(DARES) * len(DARES) + number)


def at_noon(visitor: Visitor, day: date) -> None:
    visitor.page.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12))


def board(visitor: Visitor) -> str:
    return "".join(stone if stone in "XO" else "." for stone in visitor.stones())


def win(visitor: Visitor, dare: gallery.Dare) -> None:
    """Play the dare to its end: moves after which the win can still be forced."""
    expect(visitor.page.locator("[data-view=game]")).to_be_visible()  # the first page says whose turn it is, too
    now = board_of(dare)
    while True:
        cell = next(cell for cell in range(9) if now[cell] == "." and can_force_a_win(after(now, cell), dare))
        visitor.play(NAMES[cell])
        if visitor.page.locator(".cell.won").count():
            return
        expect(visitor.page.locator(".cell .stone")).to_have_count(9 - now.count(".") + 2)
        now = board(visitor)


@pytest.mark.parametrize("number", [2, 4], ids=lambda number: f"as {DARES[number].side}")
def test_a_dare(visit: Visit, number: int) -> None:
    """It is taken, lost, taken again and won; then it is done for the day, and the next day has another."""
    dare, day = DARES[number], a_day_of(number)
    visitor = visit(fresh=True)
    at_noon(visitor, day)
    visitor.open("/")
    card = visitor.page.get_by_role("region", name="Today's dare")
    expect(card).to_contain_text(f"Beat “{dare.strategy}”, which is called unbeatable. You are {dare.side}:")
    card.get_by_role("button", name="Take the dare").click()
    expect(visitor.status).to_have_text(f"Your turn: you are {dare.side}")
    expect(visitor.page.locator("#dare")).to_have_text(f"The day's dare: beat “{dare.strategy}” from here.")
    assert board(visitor) == board_of(dare)
    before = visitor.page.evaluate(PLACES)
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.page.locator("#dare")).to_contain_text("has held this time")
    visitor.button("Try the dare again").click()
    expect(visitor.status).to_have_text(f"Your turn: you are {dare.side}")
    win(visitor, dare)
    expect(visitor.page.locator("#dare")).to_have_text(f"✓ The day's dare is done: you have beaten “{dare.strategy}”.")
    expect(visitor.page.locator("#again .main")).to_have_text("See the proof")
    assert_same_places(before, visitor.page.evaluate(PLACES))
    visitor.open("/")
    expect(card).to_contain_text("✓ done")
    at_noon(visitor, day + timedelta(days=1))
    visitor.open("/")
    expect(card.get_by_role("button", name="Take the dare")).to_be_visible()
    expect(card).not_to_contain_text("✓ done")


def test_a_dare_with_help_is_not_done(visit: Visit) -> None:
    dare, day = DARES[2], a_day_of(2)
    visitor = visit(fresh=True)
    at_noon(visitor, day)
    visitor.open("/")
    visitor.button("Take the dare").click()
    visitor.button("Hint").click()
    expect(visitor.page.locator("#hint")).to_be_visible()
    win(visitor, dare)
    expect(visitor.page.locator("#dare")).to_contain_text("with help. Can you do it without?")
    expect(visitor.page.locator("#again .main")).to_have_text("Try the dare again")
    visitor.open("/")
    expect(visitor.button("Take the dare")).to_be_visible()


def test_the_proof_after_a_dare(visit: Visit) -> None:
    """Of a reading of a published list: the proof is of that reading, in the seat that lost."""
    dare, day = DARES[0], a_day_of(0)
    assert dare.strategy != dare.called
    visitor = visit(fresh=True)
    at_noon(visitor, day)
    visitor.open("/")
    card = visitor.page.get_by_role("region", name="Today's dare")
    expect(card).to_contain_text(f"a reading of “{dare.called}”, which is called unbeatable.")
    visitor.button("Take the dare").click()
    expect(visitor.status).to_have_text(f"Your turn: you are {dare.side}")
    win(visitor, dare)
    visitor.page.get_by_role("link", name="See the proof").click()
    lost: Any = visitor.page.get_by_role("region", name=re.compile("can be beaten when it moves second"))
    expect(lost).to_be_visible()
    expect(lost).to_contain_text(dare.called)
