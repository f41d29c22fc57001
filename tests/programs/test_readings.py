"""The language of readings: text and back, what a program is shown, how its answer is read."""

import random
from enum import Enum
from typing import Any

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.errors import NotationError, StrategyError
from noughts.programs.reading.board_forms import FORMS, mark_of, word_of
from noughts.programs.reading.readings import ANSWERS, Reader, Reading, cell_of

GAME = Game(3, 3, 3)
POSITION = parse_position("XO./.X./...")  # O to move


def shown(text: str, namespace: dict[str, Any] | None = None) -> list[Any]:
    reader = Reader(Reading.from_text(text), GAME, namespace)
    return reader.arguments(POSITION, reader.board(POSITION))


def test_text_and_back() -> None:
    rng = random.Random(1)
    marks = ("X", "o", "None", "' '", "''", ".", "-1", "'1'", "digits1", "Cell.EMPTY", '"\'"')
    arguments = ("mark", "other", "depth", "ply", "free", "mask", "first", "m", "n", "k", "0", "-inf", "inf", "True")
    for _ in range(300):
        form, answer = rng.choice([*FORMS]), rng.choice([*ANSWERS])
        chosen = () if form == "observation" else tuple(rng.sample(marks, 3))
        words = ("board", *rng.sample(arguments, rng.randrange(4)))
        reading = Reading(form, chosen, bool(chosen) and rng.random() < 0.5, words, answer)
        assert Reading.from_text(str(reading)) == reading


@pytest.mark.parametrize(
    "text",
    [
        "rows X O ' ' in self.board () -> changed",
        "flat X O ' ' in global board (mark) -> index",
        "flat X O - in Board.squares:make_move(index,mark) by mark,other -> index",
        "flat X O None in TicTacToe:result(pair1) (board game) -> row1 column1",
        "flat X O ' ' own in Game.cells by mark (board other) -> (row column) score",
        "columns-up 1 2 0 by mark,'me',None (board 2 'x') -> column",
    ],
)
def test_readings_with_a_place_are_texts(text: str) -> None:
    assert str(Reading.from_text(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rows X O None -> index", [["X", "O", None], [None, "X", None], [None] * 3]),
        ("rows X O ''->index", [["X", "O", ""], ["", "X", ""], [""] * 3]),
        ("flat x o ' ' own -> index", list("ox  o    ")),
        ("flat1 X O ' ' -> index1", list(" XO  X    ")),
        ("flat X O digits1 -> index", ["X", "O", "3", "4", "X", "6", "7", "8", "9"]),
        ("flat X O numbers0 -> index", ["X", "O", 2, 3, "X", 5, 6, 7, 8]),
        ("tuples 1 -1 0 own -> index", ((-1, 1, 0), (0, -1, 0), (0, 0, 0))),
        ("string x o . -> index", "xo..x...."),
    ],
)
def test_boards(text: str, expected: object) -> None:
    assert shown(text) == [expected]


def test_the_observation_is_that_of_pettingzoo() -> None:
    """Planes [column, row]: own stones, theirs; the actions go down the columns."""
    found = shown("observation -> index-by-columns")[0]
    assert found["observation"].shape == (3, 3, 2)
    assert np.argwhere(found["observation"][:, :, 0]).tolist() == [[1, 0]]  # O's only stone is on b1
    assert np.argwhere(found["observation"][:, :, 1]).tolist() == [[0, 0], [1, 1]]
    assert found["action_mask"].tolist() == [0, 1, 1, 0, 0, 1, 1, 1, 1]


def test_arguments() -> None:
    text = "flat X O . (k mark other board depth ply first m n 0 -inf inf True) -> index"
    assert shown(text) == [3, "O", "X", list("XO..X...."), 6, 3, False, 3, 3, 0, -np.inf, np.inf, True]
    assert shown("flat X O . own (board mark other) -> index")[1:] == ["X", "O"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("row1 column1 score", [(1, 3), (2, 1)]),
        ("score (column1 row1)", [(3, 1), (1, 2)]),
        ("index-by-columns", [6, 1]),
    ],
)
def test_free_cells_are_written_as_the_answer_is(answer: str, expected: list[object]) -> None:
    assert shown(f"flat X O . (board free) -> {answer}")[1][:2] == expected


def test_the_mask_of_free_cells() -> None:
    assert shown("flat X O . (board mask) -> index")[1] == [0, 0, 1, 1, 0, 1, 1, 1, 1]
    board, mask = shown("observation (board mask) -> index-by-columns")
    assert mask is board["action_mask"]


@pytest.mark.parametrize(
    ("text", "answer", "cell"),
    [
        ("row column", (2, 1), 7),
        ("row column", [np.int64(2), np.int64(1)], 7),
        ("row column", np.array([2, 1]), 7),
        ("index", {"index": 7, "score": 10}, 7),
        ("name", "B3", 7),
        ("row column score", [2, 1, 1], 7),
        ("(row column) score", ((2, 1), 0.5), 7),
        ("score (row column)", (0.5, (2, 1)), 7),
        ("score index", (10, 7), 7),
        ("index score", (7, 10), 7),
        ("row column", (3, 0), None),
        ("row column", "a1", None),
        ("row column score", (0, 1), None),
        ("index1", 0, None),
        ("name", "d4", None),
        ("score index", None, None),
        ("index", {"where": 3}, None),
    ],
)
def test_answers(text: str, answer: object, cell: int | None) -> None:
    assert cell_of(answer, text, GAME) == cell


@pytest.mark.parametrize("form", ["rows", "flat", "flat1", "tuples", "tuple", "array", "dict1", "string"])
def test_a_new_board_names_the_move(form: str) -> None:
    reader = Reader(Reading.from_text(f"{form} {'1 2 0' if form == 'array' else 'X O .'} -> board"), GAME)
    given = reader.board(POSITION)
    for move in POSITION.legal_moves:
        assert reader.move(POSITION, reader.board(POSITION.play(move)), given) == move
    assert reader.move(POSITION, reader.board(POSITION), given) is None
    assert reader.move(POSITION, reader.board(POSITION.play(2).play(3)), given) is None
    assert reader.move(POSITION, 3, given) is None


def test_a_changed_board_names_the_move() -> None:
    reader = Reader(Reading.from_text("flat X O . -> changed"), GAME)
    given = reader.board(POSITION)
    given[8] = "O"
    assert reader.move(POSITION, None, given) == 8
    given[8] = "X"  # the wrong stone
    assert reader.move(POSITION, None, given) is None


class Cell(Enum):
    EMPTY = 0
    X = 1
    O = 2  # noqa: E741


def test_members_of_an_enum() -> None:
    assert word_of(Cell.X) == "Cell.X"
    assert shown("flat Cell.X Cell.O Cell.EMPTY -> index", {"Cell": Cell})[0][:3] == [Cell.X, Cell.O, Cell.EMPTY]
    for word in ("Cell.Y", "Sell.X"):
        with pytest.raises(StrategyError, match="the program has no Enum"):
            mark_of(word, {"Cell": Cell})


def test_words_of_marks() -> None:
    for mark in ("X", " ", "", "1", "None", "own", "-", ".", "a b", "'", 0, -1, None, "digits1"):
        assert mark_of(word_of(mark), {}) == mark


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected one such as 'rows X O None -> row column'"),
        ("rows X O None", "expected one such as"),
        ("-> index", "expected one such as"),
        ("grid X O None -> index", "no board 'grid', expected one of rows, flat"),
        ("rows X O None -> cell", "no answer 'cell', expected one of row column"),
        ("rows X O -> index", "expected 3 marks (of X, of O, of a free cell) after 'rows'"),
        ("observation X O None -> index", "expected no marks"),
        ("rows X O None (mark) -> index", "expected arguments such as (board mark)"),
        ("rows X O None (board -> index", "expected arguments such as"),
        ("rows X O None (board colour) -> index", "no argument 'colour', expected board, mark"),
    ],
)
def test_what_is_no_reading(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        Reading.from_text(text)
    assert repr(text) in str(caught.value)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "flat x o . own (board depth) -> index",
            'function of a list of 9 cells of "x" (own), "o" (the other\'s), "."; ',
        ),
        ("array 2 1 0 -> board", "function of a 3x3 NumPy array of 2 (X), 1 (O), 0; returns a new board"),
        (
            "flat X O digits1 -> index1",
            'function of a list of 9 cells of "X", "O", a free cell\'s number as text, from',
        ),
    ],
)
def test_in_words(text: str, words: str) -> None:
    assert Reading.from_text(text).in_words(GAME).startswith(words)
