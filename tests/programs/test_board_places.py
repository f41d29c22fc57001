"""Boards that are no argument: in the program's object, in its module, in objects that it is passed."""

from pathlib import Path

import pytest

from noughts.core.notation import parse_position
from noughts.players.player import NO_DICE
from noughts.programs.reading.readings import Reading
from noughts.strategies import registry
from tests.corpus import CASES


def test_the_state_of_a_module_is_as_before(tmp_path: Path) -> None:
    CASES["counts_its_moves"].copy_to(tmp_path)
    program = registry.load(f"{tmp_path}/counts_its_moves.py")
    position = parse_position("X../.../...")
    assert [program.decide(position, NO_DICE).moves for _ in range(8)] == [(1,)] * 8


@pytest.mark.parametrize(
    "text",
    [
        "rows X O ' ' in self.board () -> changed",
        "flat X O ' ' in global board (mark) -> index",
        "flat X O - in Board.squares:make_move(index,mark) by mark,other -> index",
        "flat X O None in TicTacToe:result(pair1) (board game) -> row1 column1",
        "flat X O ' ' own in Game.cells by mark (board other) -> (row column) score",
    ],
)
def test_readings_with_a_place_are_texts(text: str) -> None:
    assert str(Reading.from_text(text)) == text


def test_a_place_may_be_said(tmp_path: Path) -> None:
    CASES["rows_in_self"].copy_to(tmp_path)
    program = registry.load(f"{tmp_path}/rows_in_self.py:Game:read=rows X O ' ' in self.board () -> changed")
    assert program.decide(parse_position("XO./.../..."), NO_DICE).moves == (2,)
