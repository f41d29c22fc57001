"""JSON and JSON Lines."""

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NotationError
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
