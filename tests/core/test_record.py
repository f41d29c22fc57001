"""Played games as values, and their JSON."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
from noughts.core.record import Record, parse_moves
from noughts.errors import NoughtsError
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
