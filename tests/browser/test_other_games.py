"""Connect-four and misère on the page: a column is one target, and who completes a line loses."""

import re

import pytest
from playwright.sync_api import expect

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from tests.browser.conftest import Visit
from tests.browser.truth import after, values

FALLS = Game(3, 3, 3, gravity=True)
MISERE = Game(3, 3, 3, misere=True)


@pytest.mark.gate
def test_connect_four_from_the_first_page(visit: Visit) -> None:
    """It is offered beside tic-tac-toe; any cell of a column drops a stone into it, and so does its number."""
    visitor = visit("/")
    visitor.page.get_by_role("radio", name="Connect four").check(force=True)
    visitor.cell("d2").hover()
    expect(visitor.grid.locator(".aimed")).to_have_count(6)
    expect(visitor.grid.locator(".target")).to_have_attribute("aria-label", "d6, empty, column d")
    visitor.cell("d2").click()
    expect(visitor.page).to_have_url(re.compile("/game/"))
    expect(visitor.page.locator("#rule")).to_contain_text("A stone falls to the lowest free cell of its column.")
    visitor.expect_stone("d6", "X")
    expect(visitor.status).to_have_text("Your turn: you are X")
    visitor.cell("a1").focus()
    visitor.page.keyboard.press("7")
    expect(visitor.cell("g6")).to_have_accessible_name(re.compile("g6, X"))


def test_a_full_column_takes_no_stone(visit: Visit) -> None:
    """What lies on the board is found by the arrow keys; only a column with room is a target."""
    visitor = visit()
    visitor.new_game("3,3,3-gravity", o="human", moves="a3,a2,a1")
    expect(visitor.cell("a1")).to_be_disabled()
    visitor.cell("a2").click(force=True)
    visitor.cell("b3").focus()
    visitor.page.keyboard.press("1")
    visitor.page.keyboard.press("ArrowUp")
    assert visitor.page.evaluate("document.activeElement.ariaLabel") == "b2, empty, column b"
    visitor.page.keyboard.press("Enter")
    visitor.expect_stone("b3", "O")
    assert visitor.position(FALLS) == after(["a3", "a2", "a1", "b3"], FALLS)


def test_values_stand_over_the_columns(visit: Visit) -> None:
    """In Explore, equal to what the rules alone give; a stone that was dropped there is in the address by its cell."""
    visitor = visit("/board?game=3,3,3-gravity&moves=b3")
    position = after(["b3"], FALLS)
    for move, value in values(position).items():
        words = "draw" if value.result == 0 else {1: "win", -1: "loss"}[value.result]
        expect(visitor.cell(FALLS.name(move))).to_have_accessible_name(re.compile(f", {words}"))
    expect(visitor.page.locator(".letters .worth")).to_have_count(3)
    expect(visitor.grid.locator(".worth")).to_have_count(0)
    visitor.cell("b1").click()
    expect(visitor.page).to_have_url(re.compile(r"moves=b3,b2$"))
    visitor.open("/board?game=3,3,3-gravity&position=.../O../XX.")
    visitor.page.get_by_role("link", name="Play on from here").click()
    expect(visitor.page.get_by_text(re.compile("It begins after 3 moves"))).to_be_visible()


def test_who_completes_a_line_loses(visit: Visit) -> None:
    """The rule is chosen with the board, is said, and names who has lost at the end and in the review."""
    visitor = visit("/")
    visitor.page.get_by_text("Other rules").click()
    visitor.switch("Who completes a line loses")
    expect(visitor.page.locator("#level")).to_contain_text("Who completes 3 in a row loses.")
    expect(visitor.grid).to_have_accessible_name("Board, 3 × 3, 3 in a row, a line loses")
    visitor.new_game("3,3,3-misere", o="human", moves="b2,a1,b1,c1")
    visitor.play("b3")
    expect(visitor.status).to_have_text("O wins: X has completed b1 b2 b3")
    visitor.open("/review?game=3,3,3-misere&moves=b2,a1,b1,c1,b3")
    expect(visitor.page.locator("#judgement")).to_have_text("5. X b3: lost already, whatever the move.")
    visitor.open("/board?game=3,3,3-misere&moves=b2,a1,b1,c1,b3")
    expect(visitor.status.or_(visitor.page.locator("#status")).last).to_have_text("O wins")
    assert visitor.position(MISERE) == parse_position("OXO/.X./.X.", MISERE)


def test_a_program_of_ones_own_begins_with_columns(visit: Visit) -> None:
    """The editor starts with a function for connect four, and says how it is called: two ways would fit it."""
    visitor = visit()
    visitor.without_python()
    visitor.open("/prove?yours=1&game=7,6,4-gravity")
    expect(visitor.page.get_by_role("textbox", name="Your program")).to_have_value(re.compile("nearest to the middle"))
    visitor.page.get_by_text("How it takes the board and answers").click()
    expect(visitor.page.get_by_placeholder("rows X O None -> row column")).to_have_value(re.compile("-> column$"))


def test_the_template_is_read_in_its_own_way(visit: Visit) -> None:
    """Another program in its place may take the board in another way: it is not called as the template is."""
    visitor = visit()
    visitor.without_python()
    visitor.open("/prove?yours=1&game=7,6,4-gravity")
    program = visitor.page.get_by_role("textbox", name="Your program")
    expect(program).to_have_value(re.compile("def choose_move"))
    visitor.page.get_by_text("How it takes the board and answers").click()
    reading = visitor.page.get_by_role("textbox", name="How your function is called")
    expect(reading).to_have_value("flat X O ' ' (board mark) -> column")
    program.fill("def get_move(board, mark):\n    return 3\n")
    expect(reading).to_have_value("")
