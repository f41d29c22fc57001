"""Cells by name and number, diagrams and grids. The texts of a board have a file of their own."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import (
    RING_CELLS,
    STANDARD,
    diagram,
    grid,
    parse_cell,
    parse_position,
    short,
)
from noughts.errors import NotationError
from tests.core.brute import attempt, games

WIDE = Game(4, 3, 3)


@given(games())
def test_names_and_numbers_of_all_cells(game: Game) -> None:
    for cell in range(game.cells):
        name = game.name(cell)
        assert parse_cell(game, name) == parse_cell(game, f" {name.upper()}\n") == cell
        if not game.gravity:  # there a number is a column
            assert parse_cell(game, str(cell + 1)) == cell


def test_names_count_columns_then_rows_from_the_top() -> None:
    assert [WIDE.name(cell) for cell in (0, 3, 4, 11)] == ["a1", "d1", "a2", "d3"]
    assert Game(26, 26, 5).name(675) == "z26"


def test_ring_numbers_go_round_the_centre() -> None:
    assert Game(3, 3, 3) == STANDARD
    assert RING_CELLS == (0, 1, 2, 5, 8, 7, 6, 3, 4)
    assert [parse_cell(STANDARD, f"r{number}") for number in range(9)] == list(RING_CELLS)
    assert parse_cell(STANDARD, "R8") == 4


def test_r_is_a_column_on_a_wide_board() -> None:
    assert parse_cell(Game(26, 26, 5), "r1") == 17


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a0",
        "d1",
        "0",
        "-1",
        "a1b",
        "r9",
        "a١",
        "²",
        "0000001",
    ],
)
def test_texts_that_are_no_cell(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cell(STANDARD, text)
    assert str(caught.value) == f"no cell {text!r}: expected a1 to c3, 1 to 9 or r0 to r8"


def test_other_games_have_no_ring() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cell(WIDE, "r0")
    assert str(caught.value) == "no cell 'r0': expected a1 to d3, 1 to 12"
    with pytest.raises(NotationError):
        parse_cell(Game(3, 3, 2), "r0")


@given(games(), st.text(alphabet=string.ascii_letters + string.digits + "-. ", max_size=5) | st.text())
def test_any_text_is_a_cell_or_a_notation_error(game: Game, text: str) -> None:
    answer = attempt(parse_cell, game, text)
    if isinstance(answer, int):
        assert 0 <= answer < game.cells
    else:
        assert isinstance(answer, NotationError)
        assert repr(text) in str(answer)


def test_a_diagram() -> None:
    assert diagram(parse_position("X.../.O../....", WIDE)).splitlines() == [
        "   a b c d",
        " 1 X . . .",
        " 2 . O . .",
        " 3 . . . .",
    ]


def test_a_diagram_with_a_winning_line() -> None:
    position = parse_position("XXX/OO./...")
    assert position.outcome is not None
    assert diagram(position, position.outcome.line or ()).splitlines() == [
        "    a  b  c",
        " 1 [X][X][X]",
        " 2  O  O  .",
        " 3  .  .  .",
    ]


def test_a_grid_of_scores() -> None:
    scores = ["X", "X", "11", "0", "3", "0", "O", "2", "2"]
    assert grid(STANDARD, scores).splitlines() == [
        "    a  b  c",
        " 1  X  X 11",
        " 2  0  3  0",
        " 3  O  2  2",
    ]


@given(games(), st.integers(1, 7), st.sampled_from(["", " ", "  "]))
def test_letters_stand_over_their_columns(game: Game, width: int, gap: str) -> None:
    header, *rows = grid(game, ["#" * width] * game.cells, gap).splitlines()
    assert len(rows) == game.n
    for column in range(game.m):
        start = 3 + column * (width + len(gap))
        letter = header.index(string.ascii_lowercase[column])
        assert start <= letter < start + width
        assert abs(2 * (letter - start) - (width - 1)) <= 1
        assert rows[-1][start : start + width] == "#" * width


def test_a_grid_without_any_text() -> None:
    assert grid(Game(2, 1, 2), ["", ""]) == "   a b\n 1"


@pytest.mark.parametrize(
    ("score", "width", "text"),
    [
        (0.0, 3, "0"),
        (0.09375, 3, ".09"),
        (-0.25, 3, "-.2"),
        (51076.0, 3, "51k"),
        (51076.0, 6, "51076"),
        (2.5e6, 3, "2M"),
        (1e15, 6, "1e15"),
        (float("inf"), 3, "inf"),
    ],
)
def test_scores_are_written_short(score: float, width: int, text: str) -> None:
    assert short(score, width) == text
