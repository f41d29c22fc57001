"""Boards as they are written out there, read and printed; whatever else is one clear refusal."""

import random
import string
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import (
    STANDARD,
    diagram,
    parse_position,
)
from noughts.core.position import Position, Side
from noughts.errors import GameError, InvalidPositionError, NotationError
from tests.core.brute import Rows, attempt, games, playouts, positions, rows_of

WIDE = Game(4, 3, 3)


# Positions: each printer writes the rows of a board as somebody out there does


def barred(rows: Rows, free: str, rule: str, edge: str = "") -> str:
    lines = [edge + "|".join(f" {mark} ".replace(".", free) for mark in row) + edge for row in rows]
    return f"\n{rule}\n".join(lines)


def boxed(rows: Rows) -> str:
    width = len(rows[0])
    lines = ["│" + "│".join(f" {mark} ".replace(".", " ") for mark in row) + "│" for row in rows]
    between = "\n├" + "┼".join(["───"] * width) + "┤\n"
    return "┌" + "┬".join(["───"] * width) + "┐\n" + between.join(lines) + "\n└" + "┴".join(["───"] * width) + "┘"


def numbered(rows: Rows) -> str:
    header = "    " + "   ".join(string.ascii_uppercase[: len(rows[0])])
    return "\n".join([header, *(f"{row:2d}| {' | '.join(marks)}" for row, marks in enumerate(rows, 1))])


def underlined(rows: Rows) -> str:
    lines = ["|".join(f"_{mark}_".replace(".", "_") for mark in row) for row in rows]
    return "\n".join(lines)


PRINTERS: dict[str, Callable[[Rows], str]] = {
    "slashes": "/".join,
    "slashes and blanks": lambda rows: " / ".join(" ".join(row) for row in rows),
    "small letters": lambda rows: "/".join(rows).lower(),
    "bare": "".join,
    "bare and spaced": lambda rows: " ".join("".join(rows)),
    "OpenSpiel": lambda rows: "\n".join(rows).lower(),
    "lines and CR LF": lambda rows: "".join(f"{row}\r\n" for row in rows),
    "zeros and dashes": lambda rows: "\n".join(rows).replace("O", "0").replace(".", "-"),
    "underscores": lambda rows: "\n".join(rows).replace(".", "_"),
    "outer bars": lambda rows: "\n".join("|" + "|".join(row.replace(".", " ")) + "|" for row in rows),
    "framed": lambda rows: "+---+\n" + barred(rows, " ", "+---+---+", edge="|") + "\n+---+",
    "box characters": boxed,
    "numbered rows and bars": numbered,
}
# On a single column these have no bar to tell them from something else.
BARRED_PRINTERS: dict[str, Callable[[Rows], str]] = {
    "bars": lambda rows: "\n".join("|".join(row) for row in rows),
    "bars and underscores": lambda rows: "\n".join("|".join(row.replace(".", "_")) for row in rows),
    "bars and blanks": lambda rows: "\n".join("|".join(row.replace(".", " ")) for row in rows),
    "bars and dashes": lambda rows: "\n".join("|".join(row.replace(".", "-")) for row in rows),
    "bars and blanks, no blank at the end": lambda rows: "\n".join(
        "|".join(row.replace(".", " ")).rstrip() for row in rows
    ),
    "rules": lambda rows: barred(rows, " ", "-" * 11),
    "rules of equals": lambda rows: barred(rows, ".", "==="),
    "crossed rules": lambda rows: barred(rows, " ", "---+---+---"),
    "barred rules": lambda rows: barred(rows, " ", "--|--|--"),
    "underlined cells": underlined,
    "rules of underscores": lambda rows: barred(rows, " ", "___|___"),
}


@pytest.mark.parametrize("form", PRINTERS)
@given(position=positions())
def test_reading_what_was_written(form: str, position: Position) -> None:
    assert parse_position(PRINTERS[form](rows_of(position)), position.game) == position


@pytest.mark.parametrize("form", BARRED_PRINTERS)
@given(position=positions().filter(lambda position: position.game.m > 1))
def test_reading_what_was_drawn_with_bars(form: str, position: Position) -> None:
    assert parse_position(BARRED_PRINTERS[form](rows_of(position)), position.game) == position


@given(positions())
def test_reading_text_and_diagrams_of_our_own(position: Position) -> None:
    assert parse_position(str(position), position.game) == position
    assert parse_position(diagram(position), position.game) == position


@given(positions(), st.randoms(use_true_random=False))
def test_reading_diagrams_with_brackets(position: Position, rng: random.Random) -> None:
    cells = [cell for cell in range(position.game.cells) if rng.random() < 0.3]
    assert parse_position(diagram(position, cells), position.game) == position


@given(positions())
def test_reading_gamescrafters_boards(position: Position) -> None:
    board = "".join(rows_of(position)).replace(".", "-")
    player = 1 if position.side is Side.X else 2
    assert parse_position(f"{player}_{board}", position.game) == position
    assert parse_position(f" {player}_{board.lower()}\n", position.game) == position


@given(playouts(st.just(STANDARD)))
def test_three_by_three_needs_no_game(playout: list[Position]) -> None:
    assert [parse_position(str(position)) for position in playout] == playout


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("    _|_|_\n    _|O|_\n     |X|\n", ".../.O./.X."),
        ("    O|_|_\n    _|O|_\n     |X|X", "O../.O./.XX"),
        ("    X|O|O\n    _|O|_\n    X|X|  \n", "XOO/.O./XX."),
        ("    O|_|X\n    _|O|_\n    X| |X \n", "O.X/.O./X.X"),
        ("    _|_|X\n    _|O|_\n    X| | \n", "..X/.O./X.."),
        ("    O| |_\n    _|O|X\n    X| |X\n", "O../.OX/X.X"),
        ("X | X |\n-----------\n\n| |\n\n-----------\n\nO | |", "XX./.../O.."),
        ("  a b c\n1 X|O|.\n2 .|X|.\n3 .|.|O", "XO./.X./..O"),
        ("[X] X (O)\n . [.] .\n O  .  .", "XXO/.../O.."),
        ("|[X]|(O)|[ ]|\n|[.]|___| _ |\n|   | . | - |", "XO./.../..."),
        ("-|-|-\n-|X|-\n-|-|-", ".../.X./..."),
        ("___|___|___\n___|_X_|___\n___|___|___", ".../.X./..."),
        (" | | \n | | \n | | ", ".../.../..."),
        ("XX./.../O..\n", "XX./.../O.."),
        ("  1_xo-------  ", "XO./.../..."),
        ("2_XO-x-----", "XO./X../..."),
        ("1_xo-/---/---", "XO./.../..."),
    ],
)
def test_drawings_seen_elsewhere(drawn: str, expected: str) -> None:
    assert str(parse_position(drawn)) == expected


def test_a_drawing_of_only_the_stones_that_matter_is_no_position() -> None:
    with pytest.raises(InvalidPositionError, match="2 X to 0 O"):
        parse_position("X|_|_\n_|_|_\n | |X")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no board '': expected rows of equal length, not none"),
        ("  \n ", r"no board '  \n ': expected rows of equal length, not none"),
        ("/", "expected rows of equal length, not 0, 0"),
        ("XX./..", "expected rows of equal length, not 3, 2"),
        ("XX./.../O./", "expected rows of equal length, not 3, 3, 2, 0"),
        ("hello", "no board 'hello': expected X, O or . (a free cell), not 'h'"),
        ("XX./.?./O..", "expected X, O or . (a free cell), not '?'"),
        ("XO|O|X\n | | \n | | ", "expected X, O or . (a free cell), not 'XO'"),
        ("1_xo------?", "expected X, O or . (a free cell), not '?'"),
        ("a b c\n", "expected rows of equal length, not none"),
    ],
)
@pytest.mark.parametrize("game", [None, STANDARD])
def test_texts_that_are_no_board(text: str, complaint: str, game: Game | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, game)
    assert complaint in str(caught.value)
    assert repr(text) in str(caught.value)


def test_another_board_needs_its_game() -> None:
    with pytest.raises(GameError) as caught:
        parse_position("..../..../....")
    assert str(caught.value) == (
        "which game is '..../..../....'? Its board is 4x3 (columns x rows): name the game as m,n,k"
    )
    assert parse_position("..../..../....", WIDE) == Position(WIDE)


@pytest.mark.parametrize("text", [".../.../.../...", "XX..", "." * 13, "| | | |\n| | | |\n| | | |", ".|.\n.|.\n.|."])
def test_a_board_of_another_size(text: str) -> None:
    with pytest.raises(NotationError, match=r"no board of 4,3,3: .* \(columns x rows\), expected 4x3") as caught:
        parse_position(text, WIDE)
    assert repr(text) in str(caught.value)


def test_a_row_with_one_bar_too_many_is_not_guessed() -> None:
    with pytest.raises(NotationError):
        parse_position(" | |X|\nX|O| \n | | ")


def test_impossible_positions_say_everything() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("XXX/OOO/X..")
    assert str(caught.value) == "impossible position 'XXX/OOO/X..': both sides have won"
    assert caught.value.reasons == ("both sides have won",)
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("XXXXX/OO.../...../...../.....", Game(5, 5, 4))
    assert "5 X to 2 O" in str(caught.value)


def test_the_side_to_move_must_fit_the_stones() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("2_xo-------")
    assert caught.value.reasons == ("it says O is to move, but by its stones it is X",)
    assert str(caught.value).startswith("impossible position '2_xo-------': it says O")


def test_after_the_game_either_side_may_be_named() -> None:
    assert parse_position("1_xxxoo----") == parse_position("2_xxxoo----")


ODD = "XxOo0._-·|│┼─+=/ \n\r\t[]()0123_abcd?"


@given(st.none() | games(5), st.text(alphabet=ODD, max_size=30) | st.text(max_size=30))
def test_any_text_is_a_position_or_one_of_our_errors(game: Game | None, text: str) -> None:
    answer = attempt(parse_position, text, game)
    if isinstance(answer, Position):
        assert answer.game == (game or STANDARD)
    else:
        assert repr(text) in str(answer)


@given(positions(5), st.integers(0, 400), st.sampled_from(ODD))
def test_a_diagram_with_one_character_changed_raises_nothing_else(position: Position, at: int, character: str) -> None:
    text = diagram(position)
    at %= len(text)
    answer = attempt(parse_position, text[:at] + character + text[at + 1 :], position.game)
    assert isinstance(answer, Position) or "\n" not in str(answer)
