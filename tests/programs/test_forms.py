"""Each form of a board and of a move in Python, as the files of `noughts adapt` have it, is the form itself."""

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.programs.reading.board_forms import FORMS, NUMBERED
from noughts.programs.reading.move_forms import ARGUMENTS, MOVES

GAME = Game(4, 3, 3)  # rows and columns differ
WORDS = {"m": 4, "n": 3, "cells": 12, "names": [GAME.name(cell) for cell in range(12)]}
CELLS = [1, -1, 0, 0, 1, -1, 0, 0, 0, 1, -1, 0]


def value(python: str, **names: object) -> object:
    return eval(python.format(**WORDS), {"numpy": np, "MINE": 1, "THEIRS": -1, "FREE": 0, **names})


@pytest.mark.parametrize("name", FORMS)
def test_boards(name: str) -> None:
    form = FORMS[name]
    board, expected = value(form.building, cells=CELLS), form.build(CELLS, GAME)
    if name == "flat1":
        expected[0] = 0  # the element that is not used
    assert type(board).__name__ == type(expected).__name__
    np.testing.assert_equal(board, expected)
    if form.contents is not None and name != "string":
        assert value(form.reading, after=board) == form.contents(expected, GAME) == CELLS


def test_a_text_is_read_as_its_characters() -> None:
    assert value(FORMS["string"].reading, after="XO..") == list("XO..")


@pytest.mark.parametrize("name", MOVES)
def test_moves(name: str) -> None:
    form = MOVES[name]
    for cell in range(GAME.cells):
        move = form.write(cell, GAME)
        assert value(form.writing, cell=cell) == move
        assert value(form.reading.replace("{0}", "answer"), answer=move) == cell
        assert form.read(move, GAME) == cell


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_of_movers(name: str) -> None:
    write, python = ARGUMENTS[name]
    assert [value(python, cell=cell) for cell in range(12)] == [write(cell, GAME) for cell in range(12)]


@pytest.mark.parametrize("name", NUMBERED)
def test_numbers_of_free_cells(name: str) -> None:
    content, _, python = NUMBERED[name]
    assert [value(python, cell=cell) for cell in range(12)] == [content(cell) for cell in range(12)]
