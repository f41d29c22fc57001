"""Played games as values, and their JSON."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
from noughts.core.record import SCHEMA, Record, parse_moves
from noughts.errors import GameError, IllegalMoveError, NotationError, NoughtsError
from tests.core.brute import attempt, games, playouts
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
    ("moves", "complaint"),
    [
        ((0, 0), "move 2: a1 is taken by X"),
        ((9,), "move 1: no cell 9"),
        ((-1,), "move 1: no cell -1"),
        ((*WON.moves, 5), "move 6: c2 cannot be played: the game is over"),
    ],
)
def test_illegal_moves(moves: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(IllegalMoveError, match=complaint):
        Record(GAME, moves)


def test_the_moves_of_a_list() -> None:
    assert parse_moves(GAME, ["a1", "B2", "9"]) == (0, 4, 8)
    with refused("error.move-number", "error.no-cell-ring", number=2, cell="'d1'"):
        parse_moves(GAME, ["a1", "d1"])


def test_a_record_is_a_value() -> None:
    assert Record(GAME, (0, 3, 1, 4, 2), ("human", "ring")) == WON
    assert len({WON, Record(GAME, (0,))}) == 2
    with pytest.raises(AttributeError):
        WON.result = "O"  # type: ignore[misc]


@given(playouts(games()), st.integers(0, 700), st.text(), st.text())
def test_json_round_trip(playout: list[Position], plies: int, x: str, o: str) -> None:
    game, moves = playout[0].game, moves_of(playout)[:plies]
    record = Record(game, moves, (x, o))
    assert list(record.positions()) == playout[: len(moves) + 1]
    assert Record.from_json(record.to_json()) == Record.from_json(record.to_json(indent=None)) == record
    assert "\n" not in record.to_json(indent=None)


def test_the_document() -> None:
    assert json.loads(WON.to_json()) == {
        "schema": "noughts/record/1",
        "game": [3, 3, 3],
        "players": {"X": "human", "O": "ring"},
        "moves": ["a1", "a2", "b1", "b2", "c1"],
        "result": "X",
        "ending": "line",
    }
    assert SCHEMA == "noughts/record/1"


def changed(**fields: object) -> str:
    return json.dumps(json.loads(WON.to_json()) | fields)


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("", NotationError, "no game record: not valid JSON: Expecting value"),
        ("3", NotationError, "no game record: it is 3, expected a JSON object"),
        ("{}", NotationError, "no game record: it has no 'schema'"),
        ("[" * 100_000, NotationError, "no game record: not valid JSON: nested too deeply"),
        ("9" * 5000, NotationError, "no game record: not valid JSON: a number has 5,000 digits, at most"),
        (changed(schema="other"), NotationError, "schema is 'other', expected 'noughts/record/1'"),
        (
            changed(game=[3, 3]),
            GameError,
            "game is [3, 3], expected [columns, rows, in a row], then 'gravity', 'misere', 'exact' or nothing",
        ),
        (changed(game="333"), NotationError, "no game record: game is '333', expected a list"),
        (changed(game=[3, 3, 9]), GameError, "'3,3,9'"),
        (changed(game=[3, 3, 3.5]), GameError, "whole number"),
        (changed(game=[3, 3, float("inf")]), NotationError, "Infinity is not a JSON number"),
        (changed(moves=["a1", "q9"]), NotationError, "move 2: no cell 'q9'"),
        (changed(moves=["a1", "a1"]), IllegalMoveError, "move 2: a1 is taken by X"),
        (changed(moves=[7]), NotationError, "no game record: a move is 7, expected a string"),
        (changed(players=[]), NotationError, "no game record: players is [], expected an object"),
        (changed(players={"X": "human"}), NotationError, "no game record: it has no 'O'"),
        (changed(moves=[], result=["X"]), NotationError, r"no result ['X']"),
    ],
)
def test_documents_that_are_no_record(text: str, error: type[NoughtsError], complaint: str) -> None:
    with pytest.raises(error, match=re.escape(complaint)):
        Record.from_json(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["game", "moves", "players", "result", "ending"]), JSON))
def test_any_document_is_a_record_or_one_of_our_errors(fields: dict[str, object]) -> None:
    assert isinstance(attempt(Record.from_json, changed(**fields)), Record | NoughtsError)
