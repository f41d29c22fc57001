"""The forms of boards and of moves against what they are said to be; and each read back."""

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.programs.reading.board_forms import FORMS, NUMBERED, UP, Contents
from noughts.programs.reading.move_forms import ARGUMENTS, MOVES

GAME = Game(4, 3, 3)  # rows and columns differ
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
def test_boards(name: str) -> None:
    form = FORMS[name]
    board = form.build(CELLS, GAME, STONES)
    assert type(board) is type(BOARDS[name])
    np.testing.assert_equal(board, BOARDS[name])
    if form.read is not None and name != "string":
        assert form.read(board, GAME) == CELLS


@pytest.mark.parametrize("name", UPSIDE_DOWN)
def test_boards_with_the_lowest_row_first(name: str) -> None:
    form = FORMS[f"{name}{UP}"]
    board = form.build(CELLS, GAME, STONES)
    assert type(board) is type(UPSIDE_DOWN[name])
    np.testing.assert_equal(board, UPSIDE_DOWN[name])
    assert form.read is not None
    assert form.read(board, GAME) == CELLS


def test_boards_of_libraries() -> None:
    board = FORMS["observation"].build(CELLS, GAME, STONES)
    planes, mask = board["observation"], board["action_mask"]
    assert (planes.shape, mask.shape) == ((4, 3, 2), (12,))
    for cell, stone in enumerate(CELLS):
        row, column = divmod(cell, 4)
        assert planes[column, row].tolist() == [stone == 1, stone == -1]
        assert mask[column * 3 + row] == (stone == 0)
    kaggle = FORMS["kaggle"].build([1, 2, 1, *[0] * 9], GAME, STONES)
    assert (kaggle.mark, kaggle.step, kaggle["board"]) == (2, 3, [1, 2, 1, *[0] * 9])
    assert {*FORMS} == {*BOARDS, "observation", "kaggle", *(f"{name}{UP}" for name in UPSIDE_DOWN)}


def test_a_text_is_read_as_its_characters() -> None:
    string = FORMS["string"].read
    assert string is not None
    assert string("XO..", GAME) == list("XO..")


@pytest.mark.parametrize("name", WRITTEN)
def test_moves(name: str) -> None:
    form = MOVES[name]
    assert (form.write(3, GAME), form.write(9, GAME)) == WRITTEN[name]
    assert [form.read(form.write(cell, GAME), GAME) for cell in range(12)] == list(range(12))


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
    assert {name for name, form in MOVES.items() if form.read(answer, GAME) is not None} == set()


@pytest.mark.parametrize(("answer", "names"), [((0, 3), {"row column"}), ((3, 0), {"column row"}), (12, {"index1"})])
def test_what_is_a_cell_in_one_form(answer: object, names: set[str]) -> None:
    assert {name for name, form in MOVES.items() if form.read(answer, GAME) is not None} == names


@pytest.mark.parametrize(("text", "cell"), [("5", 4), (np.int64(5), 4), ("٥", None), ("0005", None)])
def test_numbers_of_other_kinds(text: object, cell: int | None) -> None:
    assert MOVES["index1"].read(text, GAME) == cell


def test_arguments_of_movers() -> None:
    found = {word: write(9, GAME) for word, write in ARGUMENTS.items()}
    pairs = {"pair": (2, 1), "pair1": (3, 2)}
    assert found == {"index": 9, "index1": 10, **pairs, "row": 2, "column": 1, "row1": 3, "column1": 2}


def test_numbers_of_free_cells() -> None:
    found = {word: numbered.content(9) for word, numbered in NUMBERED.items()}
    assert found == {"digits0": "9", "digits1": "10", "numbers0": 9, "numbers1": 10}
