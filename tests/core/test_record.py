"""Played games as values, and their JSON."""

import json
import string
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import RING_CELLS, STANDARD, diagram, grid, parse_cell, short
from noughts.core.position import Position
from noughts.core.record import Record, parse_moves
from noughts.errors import NotationError, NoughtsError
from tests.core.brute import attempt, games
from tests.refusals import refused

GAME = Game(3, 3, 3)
WON = Record(GAME, (0, 3, 1, 4, 2), ("human", "ring"))


def moves_of(playout: list[Position]) -> tuple[int, ...]:
    """Return what was played: the cell that is free before and taken after."""
    return tuple((parent.empty ^ child.empty).bit_length() - 1 for parent, child in pairwise(playout))


def test_the_end_of_the_game_says_the_result() -> None:
    assert (WON.result, WON.ending) == ("X", "line")
    assert WON.final == parse_position("XXX/OO./...")
    assert WON.cell_names == ["a1", "a2", "b1", "b2", "c1"]
    drawn = Record(GAME, (0, 1, 2, 4, 3, 5, 7, 6, 8))
    assert (drawn.result, drawn.ending, drawn.players) == ("draw", "full board", ("?", "?"))


def test_the_result_follows_from_the_moves_whatever_was_said() -> None:
    assert Record(GAME, WON.moves, result="O", ending="X resigned").result == "X"


def test_a_game_may_end_off_the_board_or_not_at_all() -> None:
    assert Record(GAME, (0,)).result is None
    assert Record(GAME, (0,)).ending == "unfinished"
    resigned = Record(GAME, (0, 4), result="O", ending="X resigned")
    assert (resigned.result, resigned.ending) == ("O", "X resigned")
    with refused("error.not-a-result", result="'x'"):
        Record(GAME, (0,), result="x")


@pytest.mark.parametrize(
    ("moves", "kinds"),
    [
        ((0, 0), "error.move-number:2 error.cell-taken:a1"),
        ((9,), "error.move-number:1 error.no-cell-number:8"),
        ((-1,), "error.move-number:1 error.no-cell-number:8"),
        ((*WON.moves, 5), "error.move-number:6 error.cell-after-end:c2 ending.wins"),
    ],
)
def test_illegal_moves(moves: tuple[int, ...], kinds: str) -> None:
    with refused(*kinds.split()):
        Record(GAME, moves)


def test_the_moves_of_a_list() -> None:
    assert parse_moves(GAME, ["a1", "B2", "9"]) == (0, 4, 8)
    with refused("error.move-number", "error.no-cell-ring", number=2, cell="'d1'"):
        parse_moves(GAME, ["a1", "d1"])


def test_the_document() -> None:
    assert json.loads(WON.to_json()) == {
        "schema": "noughts/record/1",
        "game": [3, 3, 3],
        "players": {"X": "human", "O": "ring"},
        "moves": ["a1", "a2", "b1", "b2", "c1"],
        "result": "X",
        "ending": "line",
    }


def changed(**fields: object) -> str:
    return json.dumps(json.loads(WON.to_json()) | fields)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", "error.not-a-record error.not-json"),
        ("3", "error.not-a-record error.not-an-object:3"),
        ("{}", "error.not-a-record error.member-missing"),
        ("[" * 100_000, "error.not-a-record error.not-json error.too-deep"),
        ("9" * 5000, "error.not-a-record error.not-json error.long-number:5000"),
        (changed(schema="other"), "error.schema"),
        (
            changed(game=[3, 3]),
            "error.game-list",
        ),
        (changed(game="333"), "error.not-a-record error.member-list:game"),
        (changed(game=[3, 3, 9]), "error.line-too-long:9"),
        (changed(game=[3, 3, 3.5]), "error.not-whole error.size-k"),
        (changed(game=[3, 3, float("inf")]), "error.not-a-record error.not-json error.not-a-json-number:Infinity"),
        (changed(moves=["a1", "q9"]), "error.move-number:2 error.no-cell-ring:c3"),
        (changed(moves=["a1", "a1"]), "error.move-number:2 error.cell-taken:a1"),
        (changed(moves=[7]), "error.not-a-record error.move-not-text:7"),
        (changed(players=[]), "error.not-a-record error.member-dict:players"),
        (changed(players={"X": "human"}), "error.not-a-record error.member-missing"),
        (changed(moves=[], result=["X"]), "error.not-a-result"),
    ],
)
def test_documents_that_are_no_record(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        Record.from_json(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["game", "moves", "players", "result", "ending"]), JSON))
def test_any_document_is_a_record_or_one_of_our_errors(fields: dict[str, object]) -> None:
    assert isinstance(attempt(Record.from_json, changed(**fields)), Record | NoughtsError)


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
