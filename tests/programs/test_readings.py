"""Readings as texts, the forms of boards and of moves, and what each reads and writes."""

import random
from argparse import Namespace
from enum import Enum
from typing import Any

import numpy as np
import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.errors import NotationError, StrategyError
from noughts.programs.reading.board_forms import FORMS, NUMBERED, UP, Contents, mark_of, word_of
from noughts.programs.reading.move_forms import ARGUMENTS, MOVES
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
        "rows X O None in Board.rows by Rules,Player:other,False (board {}) -> index",
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
        ("index", Namespace(bestMove=7, score=10), 7),
        ("row column", Namespace(mark="X", col=1, row=2), 7),
        ("score (row column)", (0.5, Namespace(x=2, y=1)), 7),
        ("index", Namespace(mark="X", col=1), None),
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


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected one such as 'rows X O None -> row column'"),
        ("rows X O None", "expected one such as"),
        ("grid X O None -> index", "no board 'grid', expected one of rows, flat"),
        ("rows X O None -> cell", "no answer 'cell', expected one of row column"),
        ("rows X O -> index", "expected 3 marks (of X, of O, of a free cell) after 'rows'"),
        ("rows X O None (mark) -> index", "expected arguments such as (board mark)"),
        ("rows X O None (board colour) -> index", "no argument 'colour', expected board, mark"),
    ],
)
def test_what_is_no_reading(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        Reading.from_text(text)
    assert repr(text) in str(caught.value)
    assert complaint in str(caught.value)


WIDE = Game(4, 3, 3)  # rows and columns differ
CELLS = [1, -1, 0, 0, 1, -1, 0, 0, 0, 1, -1, 0]
ROWS = [[1, -1, 0, 0], [1, -1, 0, 0], [0, 1, -1, 0]]
NAMES = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
STONES = Contents(1, -1, 0)
COLUMNS = [[1, 1, 0], [-1, -1, 1], [0, 0, -1], [0, 0, 0]]
BOARDS = {
    "rows": ROWS,
    "columns": COLUMNS,
    "flat": CELLS,
    "flat1": [0, *CELLS],
    "tuples": tuple(map(tuple, ROWS)),
    "tuple": tuple(CELLS),
    "array": np.array(ROWS),
    "flatarray": np.array(CELLS),
    "dict1": {number + 1: stone for number, stone in enumerate(CELLS)},
    "digits": {str(number + 1): stone for number, stone in enumerate(CELLS)},
    "string": "1-1001-10001-10",
    "text": "[1, -1, 0, 0, 1, -1, 0, 0, 0, 1, -1, 0]",
}
UPSIDE_DOWN = {  # the lowest row first
    "rows": ROWS[::-1],
    "columns": [column[::-1] for column in COLUMNS],
    "flat": [cell for row in ROWS[::-1] for cell in row],
    "tuples": tuple(map(tuple, ROWS[::-1])),
    "tuple": tuple(cell for row in ROWS[::-1] for cell in row),
    "array": np.array(ROWS[::-1]),
    "flatarray": np.array(ROWS[::-1]).ravel(),
}
WRITTEN = {  # d1 and b3
    "row column": ((0, 3), (2, 1)),
    "index": (3, 9),
    "index1": (4, 10),
    "row1 column1": ((1, 4), (3, 2)),
    "column row": ((3, 0), (1, 2)),
    "column1 row1": ((4, 1), (2, 3)),
    "name": ("d1", "b3"),
    "index-by-columns": (9, 5),
}


@pytest.mark.parametrize("name", BOARDS)
def test_each_form_of_a_board(name: str) -> None:
    form = FORMS[name]
    board = form.build(CELLS, WIDE, STONES)
    assert type(board) is type(BOARDS[name])
    np.testing.assert_equal(board, BOARDS[name])
    if form.is_read and name != "string":
        assert form.read(board, WIDE) == CELLS


@pytest.mark.parametrize("name", UPSIDE_DOWN)
def test_boards_with_the_lowest_row_first(name: str) -> None:
    form = FORMS[f"{name}{UP}"]
    board = form.build(CELLS, WIDE, STONES)
    assert type(board) is type(UPSIDE_DOWN[name])
    np.testing.assert_equal(board, UPSIDE_DOWN[name])
    assert form.read(board, WIDE) == CELLS


def test_boards_of_libraries() -> None:
    board = FORMS["observation"].build(CELLS, WIDE, STONES)
    planes, mask = board["observation"], board["action_mask"]
    assert (planes.shape, mask.shape) == ((4, 3, 2), (12,))
    for cell, stone in enumerate(CELLS):
        row, column = divmod(cell, 4)
        assert planes[column, row].tolist() == [stone == 1, stone == -1]
        assert mask[column * 3 + row] == (stone == 0)
    kaggle = FORMS["kaggle"].build([1, 2, 1, *[0] * 9], WIDE, STONES)
    assert (kaggle.mark, kaggle.step, kaggle["board"]) == (2, 3, [1, 2, 1, *[0] * 9])
    assert {*FORMS} == {*BOARDS, "observation", "kaggle", *(f"{name}{UP}" for name in UPSIDE_DOWN)}


def test_a_text_is_read_as_its_characters() -> None:
    assert FORMS["string"].read("XO..XO..XO..", WIDE) == list("XO..XO..XO..")


@pytest.mark.parametrize("name", WRITTEN)
def test_moves(name: str) -> None:
    form = MOVES[name]
    assert (form.write(3, WIDE), form.write(9, WIDE)) == WRITTEN[name]
    assert [form.read(form.write(cell, WIDE), WIDE) for cell in range(12)] == list(range(12))


@pytest.mark.parametrize(("name", "first"), [("column", 0), ("column1", 1)])
def test_columns(name: str, first: int) -> None:
    """A stone falls on the one in b3."""
    form, falls = MOVES[name], Game(4, 3, 3, gravity=True)
    assert {*WRITTEN, "column", "column1"} == {*MOVES}
    assert [form.write(cell, falls) - first for cell in range(12)] == [0, 1, 2, 3] * 3
    assert [form.read(first + column, falls, 1 << 9) for column in range(4)] == [8, 5, 10, 11]
    assert [form.read(value, falls, 1 << 9) for value in (first - 1, first + 4, True, 1.0)] == [None] * 4
    assert form.read(first + 1, falls, 1 << 9 | 1 << 5 | 1 << 1) is None


NO_CELLS: list[object] = [
    None,
    True,
    4.0,
    -1,
    13,
    "13",
    "x",
    "",
    (),
    (1,),
    (0, 4),
    (4, 4),
    (-1, 1),
    (1, 1, 1),
    [None, 0],
    {},
]


@pytest.mark.parametrize("answer", NO_CELLS, ids=repr)
def test_what_is_no_cell_is_not_read(answer: object) -> None:
    assert {name for name, form in MOVES.items() if form.read(answer, WIDE) is not None} == set()


@pytest.mark.parametrize(("answer", "names"), [((0, 3), {"row column"}), ((3, 0), {"column row"}), (12, {"index1"})])
def test_what_is_a_cell_in_one_form(answer: object, names: set[str]) -> None:
    assert {name for name, form in MOVES.items() if form.read(answer, WIDE) is not None} == names


@pytest.mark.parametrize(("text", "cell"), [("5", 4), (np.int64(5), 4), ("٥", None), ("0005", None)])
def test_numbers_of_other_kinds(text: object, cell: int | None) -> None:
    assert MOVES["index1"].read(text, WIDE) == cell


def test_arguments_of_movers() -> None:
    found = {word: write(9, WIDE) for word, write in ARGUMENTS.items()}
    pairs = {"pair": (2, 1), "pair1": (3, 2)}
    assert found == {"index": 9, "index1": 10, **pairs, "row": 2, "column": 1, "row1": 3, "column1": 2}


def test_numbers_of_free_cells() -> None:
    found = {word: numbered.content(9) for word, numbered in NUMBERED.items()}
    assert found == {"digits0": "9", "digits1": "10", "numbers0": 9, "numbers1": 10}
