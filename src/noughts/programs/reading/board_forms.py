"""Forms of boards, and marks of cells: how a program holds a position."""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.errors import StrategyError

INTEGER = re.compile(r"-?[0-9]{1,9}")
_BARE = re.compile(r"[^\s()'\",:=>0-9-]+")
CONSTANTS: Mapping[str, object] = {"None": None, "True": True, "False": False, "inf": inf, "-inf": -inf}


@dataclass(frozen=True)
class Form:
    """A form of a board: its name in a sentence, how it is made of the contents of the cells, and the way back.

    A form without `contents` shows the stones in a way of its own, without marks. `building` and `reading` are the
    same in Python, for a file of its own: of the list `cells`, and of the board `after`, with {m}, {n}, the number of
    {cells} and their {names}.
    """

    words: str
    build: Callable[[list[Any], Game], Any]
    contents: Callable[[Any, Game], list[Any]] | None
    building: str
    reading: str = "list(after)"
    hashable: bool = False

    @property
    def array(self) -> bool:
        """Whether it is of NumPy."""
        return self.words.startswith(("{m}x{n} NumPy", "NumPy"))

    def size(self, board: Any) -> int:
        """Return how many elements a board has at its outside."""
        return len(board)


def _rows(cells: Sequence[Any], game: Game) -> list[list[Any]]:
    return [list(cells[start : start + game.m]) for start in range(0, game.cells, game.m)]


def _nested(board: Any, game: Game) -> list[Any]:
    return [cell for row in board for cell in row]


def _keyed(keys: Callable[[Game], list[Any]], words: str, building: str) -> Form:
    return Form(
        words,
        lambda cells, game: dict(zip(keys(game), cells, strict=True)),
        lambda board, game: [board[key] for key in keys(game)],
        building,
        "list(after.values())",
    )


def _array(nested: Any) -> Any:
    """Return a NumPy array. Only a program that uses NumPy itself is shown one."""
    return importlib.import_module("numpy").array(nested)


def _planes(cells: list[Any], game: Game) -> Any:
    """Return PettingZoo's observation: two planes [column, row], own stones and theirs, and the mask of free cells."""
    numpy = importlib.import_module("numpy")
    by_columns = [cells[game.cell(row, column)] for column in range(game.m) for row in range(game.n)]
    planes = [[cell == 1, cell == -1] for cell in by_columns]
    return {
        "observation": numpy.array(planes, numpy.int8).reshape(game.m, game.n, 2),
        "action_mask": numpy.array([cell == 0 for cell in by_columns], numpy.int8),
    }


class Struct(dict[str, Any]):
    """Kaggle's object: its keys are its attributes, too."""

    __getattr__ = dict.__getitem__


def _kaggle(cells: list[Any], game: Game) -> Struct:
    """Return Kaggle's observation: the cells, and the mark to play: X's with as many stones of each."""
    x, o = 1, 2
    return Struct(
        board=list(cells), mark=x if cells.count(x) == cells.count(o) else o, step=game.cells - cells.count(0)
    )


_KAGGLE = 'type("Struct", (dict,), {{"__getattr__": dict.__getitem__}})'
_ROWS = "[cells[start : start + {m}] for start in range(0, {cells}, {m})]"
_NESTED = "[stone for row in after for stone in row]"
_PLANES = """{{
        "observation": numpy.array(
            [
                [[cells[cell] == stone for stone in (MINE, THEIRS)] for cell in range(column, {cells}, {m})]
                for column in range({m})
            ],
            numpy.int8,
        ),
        "action_mask": numpy.array(
            [cells[cell] == FREE for column in range({m}) for cell in range(column, {cells}, {m})], numpy.int8
        ),
    }}"""
FORMS: Mapping[str, Form] = {
    "rows": Form("{m}x{n} list of rows of {marks}", _rows, _nested, _ROWS, _NESTED),
    "flat": Form(
        "list of {cells} cells of {marks}",
        lambda cells, game: list(cells),
        lambda board, game: list(board),
        "list(cells)",
    ),
    "flat1": Form(
        "list of an unused element and {cells} cells of {marks}",
        lambda cells, game: [None, *cells],
        lambda board, game: list(board)[1:],
        "[FREE, *cells]",
        "list(after)[1:]",
    ),
    "tuples": Form(
        "{m}x{n} tuple of rows of {marks}",
        lambda cells, game: tuple(map(tuple, _rows(cells, game))),
        _nested,
        f"tuple(map(tuple, {_ROWS}))",
        _NESTED,
        hashable=True,
    ),
    "tuple": Form(
        "tuple of {cells} cells of {marks}",
        lambda cells, game: tuple(cells),
        lambda board, game: list(board),
        "tuple(cells)",
        hashable=True,
    ),
    "array": Form(
        "{m}x{n} NumPy array of {marks}",
        lambda cells, game: _array(_rows(cells, game)),
        lambda board, game: _nested(board.tolist(), game),
        f"numpy.array({_ROWS})",
        _NESTED,
    ),
    "flatarray": Form(
        "NumPy array of {cells} cells of {marks}",
        lambda cells, game: _array(cells),
        lambda board, game: list(board.tolist()),
        "numpy.array(cells)",
    ),
    "dict1": _keyed(
        lambda game: list(range(1, game.cells + 1)),
        "dict from the numbers 1 to {cells} to {marks}",
        "dict(enumerate(cells, 1))",
    ),
    "dict0": _keyed(
        lambda game: list(range(game.cells)),
        "dict from the numbers of the cells, from 0, to {marks}",
        "dict(enumerate(cells))",
    ),
    "digits": _keyed(
        lambda game: [str(number) for number in range(1, game.cells + 1)],
        "dict from the texts '1' to '{cells}' to {marks}",
        "{{str(cell): stone for cell, stone in enumerate(cells, 1)}}",
    ),
    "names": _keyed(
        lambda game: [game.name(cell) for cell in range(game.cells)],
        "dict from the names of the cells, as 'a1', to {marks}",
        "dict(zip({names}, cells))",
    ),
    "pairs": _keyed(
        lambda game: [game.row_column(cell) for cell in range(game.cells)],
        "dict from (row, column) to {marks}",
        "{{divmod(cell, {m}): stone for cell, stone in enumerate(cells)}}",
    ),
    "string": Form(
        "string of {cells} characters {marks}",
        lambda cells, game: "".join(map(str, cells)),
        lambda board, game: list(board),
        '"".join(map(str, cells))',
        hashable=True,
    ),
    "text": Form(
        "list, as text, of {cells} cells of {marks}",
        lambda cells, game: str(list(cells)),
        None,
        "str(cells)",
        hashable=True,
    ),
    "observation": Form("PettingZoo observation", _planes, None, _PLANES),
    "kaggle": Form(
        "Kaggle observation of {cells} cells of {marks}",
        _kaggle,
        None,
        f"{_KAGGLE}(board=cells, mark=1 if cells.count(1) == cells.count(2) else 2, step={{cells}} - cells.count(0))",
    ),
}


class Numbered(NamedTuple):
    """What the cells of a board hold where they are free: their own number; in a sentence, and in Python."""

    content: Callable[[int], object]
    words: str
    python: str


NUMBERED: Mapping[str, Numbered] = {
    "digits0": Numbered(str, "a free cell's number as text, from '0'", "str(cell)"),
    "digits1": Numbered(lambda cell: str(cell + 1), "a free cell's number as text, from '1'", "str(cell + 1)"),
    "numbers0": Numbered(lambda cell: cell, "a free cell's number, from 0", "cell"),
    "numbers1": Numbered(lambda cell: cell + 1, "a free cell's number, from 1", "cell + 1"),
}


def configuration(game: Game) -> Struct:
    """Return Kaggle's configuration of a game."""
    return Struct(rows=game.n, columns=game.m, inarow=game.k)


CONFIGURATION = f"{_KAGGLE}(rows={{n}}, columns={{m}}, inarow={{k}})"  # the same in Python


def mark_in_words(word: str) -> str:
    if word in NUMBERED:
        return NUMBERED[word].words
    text = word[1:-1] if word[0] in "'\"" else word
    bare = word in CONSTANTS or INTEGER.fullmatch(word) or "." in word[1:]
    return word if bare else f'"{text}"'


def word_of(mark: object) -> str:
    """Return the word for a mark: a string, a whole number, None, or a member of an Enum.

    >>> [word_of(mark) for mark in ("X", " ", "1", 1, None)]
    ['X', "' '", "'1'", '1', 'None']
    """
    if isinstance(mark, Enum):
        return f"{type(mark).__name__}.{mark.name}"
    if isinstance(mark, str):
        bare = _BARE.fullmatch(mark) and mark not in (*CONSTANTS, *NUMBERED, "own") and "." not in mark[1:]
        return mark if bare else f'"{mark}"' if "'" in mark else f"'{mark}'"
    return str(mark)


def mark_of(word: str, namespace: Mapping[str, Any]) -> object:
    """Return the mark that a word stands for; `namespace` holds the Enum classes of the program.

    Raises StrategyError for a member that is not there.
    """
    if word[0] in "'\"":
        return word[1:-1]
    if word in CONSTANTS:
        return CONSTANTS[word]
    if INTEGER.fullmatch(word):
        return int(word)
    name, dot, member = word.partition(".")
    if dot and name:
        found = getattr(namespace.get(name), member, None)
        if not isinstance(found, Enum):
            raise StrategyError(f"the program has no Enum {name!r} with a member {member!r}")
        return found
    return word


def form_of(value: Any, game: Game) -> tuple[str, str] | None:
    """Return the form of a board on which every cell is free, and the word of a free cell; None if it is no such board.

    >>> form_of([[" "] * 3 for _ in range(3)], Game(3, 3, 3)), form_of({}, Game(3, 3, 3))
    (('rows', "' '"), None)
    """
    for name, form in FORMS.items():
        if form.contents is None or name == "text" or (form.array and type(value).__module__ != "numpy"):
            continue
        try:
            cells = form.contents(value, game)
            if len(cells) != game.cells or type(form.build(cells, game)) is not type(value):
                continue
            if form.size(value) != form.size(form.build(cells, game)):
                continue
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            continue
        if (free := _free_word(cells)) is not None:
            return name, free
    return None


def _free_word(cells: Sequence[Any]) -> str | None:
    """Return the word of what all cells hold where they are free."""
    for word, form in NUMBERED.items():
        if all(type(cell) is type(form.content(at)) and cell == form.content(at) for at, cell in enumerate(cells)):
            return word
    first = int(cells[0]) if isinstance(cells[0], float) and cells[0].is_integer() else cells[0]
    small = first is None or isinstance(first, int | Enum) or (isinstance(first, str) and len(first) <= 2)
    same = all(type(cell) is type(cells[0]) and cell == first for cell in cells)
    return word_of(first) if small and same else None
