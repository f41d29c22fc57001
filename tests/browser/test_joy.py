"""Joy: games in a row, the next level, the dare of a day, and sounds that are offered once."""

import json
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from benchmarks import gallery
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.test_shipped import NAMES, after, board_of, can_force_a_win

DARES = gallery.dares()
WIN = ("c2", "b2", "a2")  # against `first`


def against_a_level(visitor: Visitor, level: str) -> None:
    """Begin a game against `first` as if it were a level."""
    visitor.new_game(o="first")
    visitor.remember(f"level.{visitor.page.url.rpartition('/')[2]}", level)
    visitor.page.reload()
    expect(visitor.page.locator("#players")).to_contain_text(f"O: {level}")


def series(**more: int) -> str:
    return json.dumps({"won": 0, "drawn": 0, "lost": 0, "games": [], **more})


def test_the_next_level_is_the_main_button_after_a_win(visit: Visit) -> None:
    """After the best level, and after a loss, it is the same level again."""
    visitor = visit("/", viewport={"width": 390, "height": 844})
    again = visitor.page.locator("#again .main")
    visitor.remember("series.3,3,3 first", series(won=2, lost=5, streak=2, best=2))
    against_a_level(visitor, "easy")
    visitor.play(*WIN)
    expect(again).to_have_text("Next: medium")
    expect(visitor.page.locator("#series")).to_have_text(
        "So far against easy: you 3, they 5, 0 draws. 3 wins in a row: your longest streak."
    )
    expect(visitor.button("Sounds on")).to_be_visible()
    expect(visitor.message).to_be_empty()
    visitor.button("Next: medium").click()
    expect(visitor.status).to_have_text("Your turn: you are X")
    expect(visitor.page.locator("#players")).to_contain_text("O: medium")
    visitor.open("/")
    expect(visitor.page.get_by_role("radio", name="medium")).to_be_checked()
    against_a_level(visitor, "perfect")
    visitor.play(*WIN)
    expect(again).to_have_text("Play again")
    against_a_level(visitor, "easy")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(again).to_have_text("Play again")


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


def test_win_draw_and_loss_differ_by_colour_and_by_shape(visit: Visit) -> None:
    signs = visit("/board?game=3,3,3").page.locator("#truth-panel .legend .worth svg")
    expect(signs).to_have_count(3)
    colours = signs.evaluate_all("all => all.map(each => getComputedStyle(each).stroke)")
    shapes = signs.locator("path").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    assert len(set(colours)) == len(set(shapes)) == 3


# The dare of a day


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


@pytest.mark.parametrize("number", [0, 2], ids=lambda number: f"as {DARES[number].side}")
def test_a_dare(visit: Visit, number: int) -> None:
    """It is taken, lost, taken again and won; then it is done for the day, and the next day has another. Days on which
    a game came to its end, and right answers, are counted as long as they follow each other.
    """
    dare, day = DARES[number], a_day_of(number)
    visitor = visit(fresh=True)
    at_noon(visitor, day)
    visitor.open("/")
    visitor.remember("habit", json.dumps({"day": str(day - timedelta(days=1)), "days": 2, "answers": 5}))
    card = visitor.page.get_by_role("region", name="Today's dare")
    expect(card).to_contain_text(f"“{dare.called}”, which is called unbeatable. You are {dare.side}:")
    card.get_by_role("button", name="Take the dare").click()
    expect(visitor.status).to_have_text(f"Your turn: you are {dare.side}")
    expect(visitor.page.locator("#dare")).to_contain_text("The day's dare: beat")
    assert board(visitor) == board_of(dare)
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.page.locator("#dare")).to_contain_text("has held this time")
    visitor.button("Try the dare again").click()
    expect(visitor.status).to_have_text(f"Your turn: you are {dare.side}")
    win(visitor, dare)
    expect(visitor.page.locator("#dare")).to_contain_text("✓ The day's dare is done")
    visitor.page.get_by_role("link", name="See the proof").click()
    lost = visitor.page.get_by_role("region", name=f"can be beaten when it moves {dare.side.opponent.seat}")
    expect(lost).to_contain_text(dare.called)
    visitor.open("/")
    expect(card).to_contain_text("✓ done")
    expect(card).to_contain_text("3 days in a row, 5 right answers in a row")
    at_noon(visitor, day + timedelta(days=1))
    visitor.open("/")
    expect(card.get_by_role("button", name="Take the dare")).to_be_visible()
    expect(card).not_to_contain_text("✓ done")
    at_noon(visitor, day + timedelta(days=2))
    visitor.open("/")
    expect(card).not_to_contain_text("days in a row")


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
