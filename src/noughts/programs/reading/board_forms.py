"""Forms of boards, and marks of cells: how a program holds a position."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.errors import StrategyError
from noughts.programs.reading.source import filled, function, of

INTEGER = re.compile(r"-?[0-9]{1,9}")
_BARE = re.compile(r"[^\s()'\",:=>0-9-]+")
CONSTANTS: Mapping[str, object] = {"None": None, "True": True, "False": False, "inf": inf, "-inf": -inf}


@dataclass(frozen=True)
class Form:
    """A form of a board: its name in a sentence; in Python, how it is made of the list `cells`, and the list that the
    board `after` holds.

    One without `reading` shows the stones in a way of its own. `building` may use the marks by the names MINE, THEIRS
    and FREE.
    """

    words: str
    building: str
    reading: str = ""
    hashable: bool = False

    @property
    def array(self) -> bool:
        """Whether it is of NumPy."""
        return "numpy" in self.building and bool(self.reading)

    def builder(self, game: Game, marks: Mapping[str, Any]) -> Callable[[list[Any]], Any]:
        """Return what makes a board of the contents of the cells."""
        return function("cells", filled(self.building, game), marks)

    def contents(self, board: Any, game: Game) -> list[Any]:
        """Return what the cells of a board hold. Raises what a board of another form makes Python raise."""
        found: list[Any] = of("after", self.reading, game)(board)
        return found


_STRUCT = 'type("Struct", (dict,), {{"__getattr__": dict.__getitem__}})'  # Kaggle's: its keys are attributes, too
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
_KAGGLE = f"{_STRUCT}(board=cells, mark=1 if cells.count(1) == cells.count(2) else 2, step={{cells}} - cells.count(0))"
FORMS: Mapping[str, Form] = {
    "rows": Form("{m}x{n} list of rows of {marks}", _ROWS, _NESTED),
    "flat": Form("list of {cells} cells of {marks}", "list(cells)", "list(after)"),
    "flat1": Form("list of an unused element and {cells} cells of {marks}", "[FREE, *cells]", "list(after)[1:]"),
    "tuples": Form("{m}x{n} tuple of rows of {marks}", f"tuple(map(tuple, {_ROWS}))", _NESTED, hashable=True),
    "tuple": Form("tuple of {cells} cells of {marks}", "tuple(cells)", "list(after)", hashable=True),
    "array": Form(
        "{m}x{n} NumPy array of {marks}", f"numpy.array({_ROWS})", "[stone for row in after.tolist() for stone in row]"
    ),
    "flatarray": Form("NumPy array of {cells} cells of {marks}", "numpy.array(cells)", "after.tolist()"),
    "dict1": Form(
        "dict from the numbers 1 to {cells} to {marks}",
        "dict(enumerate(cells, 1))",
        "[after[number] for number in range(1, {cells} + 1)]",
    ),
    "dict0": Form(
        "dict from the numbers of the cells, from 0, to {marks}",
        "dict(enumerate(cells))",
        "[after[number] for number in range({cells})]",
    ),
    "digits": Form(
        "dict from the texts '1' to '{cells}' to {marks}",
        "{{str(number): stone for number, stone in enumerate(cells, 1)}}",
        "[after[str(number)] for number in range(1, {cells} + 1)]",
    ),
    "names": Form(
        "dict from the names of the cells, as 'a1', to {marks}",
        "dict(zip({names}, cells))",
        "[after[name] for name in {names}]",
    ),
    "pairs": Form(
        "dict from (row, column) to {marks}",
        "{{divmod(cell, {m}): stone for cell, stone in enumerate(cells)}}",
        "[after[divmod(cell, {m})] for cell in range({cells})]",
    ),
    "string": Form("string of {cells} characters {marks}", '"".join(map(str, cells))', "list(after)", hashable=True),
    "text": Form("list, as text, of {cells} cells of {marks}", "str(cells)", hashable=True),
    "observation": Form("PettingZoo observation", _PLANES),
    "kaggle": Form("Kaggle observation of {cells} cells of {marks}", _KAGGLE),
}
CONFIGURATION = f"{_STRUCT}(rows={{n}}, columns={{m}}, inarow={{k}})"  # Kaggle's


class Numbered(NamedTuple):
    """What the cells of a board hold where they are free: their own number; in a sentence, and in Python."""

    words: str
    python: str

    def content(self, cell: int) -> object:
        """Return what a free cell holds."""
        return function("cell", self.python)(cell)


NUMBERED: Mapping[str, Numbered] = {
    "digits0": Numbered("a free cell's number as text, from '0'", "str(cell)"),
    "digits1": Numbered("a free cell's number as text, from '1'", "str(cell + 1)"),
    "numbers0": Numbered("a free cell's number, from 0", "cell"),
    "numbers1": Numbered("a free cell's number, from 1", "cell + 1"),
}


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
    """Return the form of a board on which every cell is free, and the word of a free cell; None for any other board.

    >>> form_of([[" "] * 3 for _ in range(3)], Game(3, 3, 3)), form_of({}, Game(3, 3, 3))
    (('rows', "' '"), None)
    """
    for name, form in FORMS.items():
        if not form.reading or form.array != (type(value).__module__ == "numpy"):
            continue
        try:
            cells = form.contents(value, game)
            built = form.builder(game, {"FREE": None})(cells)
            if len(cells) != game.cells or type(built) is not type(value) or len(built) != len(value):
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
