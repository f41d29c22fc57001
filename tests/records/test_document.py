"""JSON and JSON Lines."""

import json
import re

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, NotationError, NoughtsError
from noughts.records.document import read, read_lines, write, write_line

RECORD = Record(Game(4, 3, 3), (5, 0), ("ring", "human"))


def test_a_document_and_a_line() -> None:
    assert [*read(write(RECORD))] == [RECORD]
    assert [*read(write_line(RECORD), RECORD.game)] == [RECORD]
    assert write_line(RECORD).count("\n") == 1


def test_lines() -> None:
    assert [*read_lines(write_line(RECORD) + "\n" + write_line(RECORD))] == [RECORD, RECORD]
    with pytest.raises(NotationError, match="no JSON Lines"):
        [*read_lines("\n \n")]


WON = Record(Game(3, 3, 3), (0, 3, 1, 4, 2), ("human", "ring"))


def changed(**fields: object) -> str:
    return json.dumps(json.loads(write_line(WON)) | fields)


def test_keys_of_others_are_not_read() -> None:
    assert [*read(changed(more=[1.5, {"a": None}]))] == [WON]


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        (changed(result="O"), NotationError, "the result is 'O', but by the moves it is 'X'"),
        (changed(result=None), NotationError, "the result is None, but by the moves it is 'X'"),
        (changed(result=["Z"]), NotationError, "the result is ['Z'], but by the moves it is 'X'"),
        (changed(moves=["a1", "a2"]), NotationError, "the ending is 'line', but the moves do not end the game"),
        (changed(moves="142"), NotationError, "moves is '142', expected a list"),
        (changed(moves=[1, 4]), NotationError, "a move is 1, expected a string"),
        (changed(moves=[True]), NotationError, "a move is True, expected a string"),
        (changed(moves=["a1", "B1"]), NotationError, "move 2: 'B1' must be written 'b1'"),
        (changed(moves=["a01"]), NotationError, "move 1: 'a01' must be written 'a1'"),
        (changed(moves=["r0"]), NotationError, "move 1: 'r0' must be written 'a1'"),
        (changed(moves=["a1\x1c"]), NotationError, r"move 1: no cell 'a1\x1c'"),
        (changed(game=[26, 26, 5], moves=["\u212a1"]), NotationError, "move 1: no cell '\u212a1'"),
        (changed(game=[3.0, 3, 3]), GameError, "whole number"),
        (changed(game=[True, 3, 3]), GameError, "whole number"),
        (changed(players={"X": None, "O": "b"}), NotationError, "X is None, expected a string"),
        (changed(ending={"a": 1}), NotationError, "ending is {'a': 1}, expected a string"),
        (changed(more=float("nan")), NotationError, "NaN is not a JSON number"),
        (changed()[:-1] + ', "game": [3, 3, 3]}', NotationError, "duplicate key 'game'"),
        (changed(more=0)[:-2] + '{"a": 1, "a": 1}}', NotationError, "duplicate key 'a'"),
    ],
)
def test_a_document_is_strict(text: str, error: type[NoughtsError], complaint: str) -> None:
    with pytest.raises(error, match=re.escape(complaint)):
        [*read(text)]


def test_lines_end_with_a_line_feed_alone() -> None:
    with pytest.raises(NotationError, match="no game record"):
        [*read_lines(write_line(WON) + "\x1c\n" + write_line(WON))]
