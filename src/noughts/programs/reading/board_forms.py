"""Forms of boards, marks of cells, and places: how a program holds a position, and where, if it is no argument.

rows X O ' ' in self.board () -> changed               the attribute `board` of the program's own object
flat X O ' ' in global board (mark) -> index           a variable of its module
flat X O ' ' in Game.squares (board) -> index          an object of the class Game is passed in place of the board
flat X O ' ' in Game.squares:make_move(index,mark) (board) -> index    and brought to the position by its moves
"""

import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from math import inf
from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.errors import StrategyError
from noughts.programs import vocabulary
from noughts.programs.reading.evidence import plain
from noughts.words import Said, Words

INTEGER = re.compile(r"-?[0-9]{1,9}")
_BARE = re.compile(r"[^\s()'\",:=>0-9-]+")
CONSTANTS: Mapping[str, object] = {"None": None, "True": True, "False": False, "inf": inf, "-inf": -inf}

Cells = list[Any]  # the contents of the cells, row by row


class Contents(NamedTuple):
    """What a cell holds: a stone of X or of the side to move, one of the other side, none."""

    first: Any
    second: Any
    free: Any


class Struct(dict[str, Any]):
    """Kaggle's: its keys are attributes, too."""

    __getattr__ = dict.__getitem__


Build = Callable[[Cells, Game, Contents], Any]


@dataclass(frozen=True)
class Form:
    """A form of a board: how it is made of its cells.

    `is_read`: whether its cells can be read from it; else it shows the stones in a way of its own. `is_array`: whether
    it is of NumPy; `is_hashable`: whether it may be a key of a table.
    """

    build: Build
    is_array: bool = False
    is_hashable: bool = False
    is_read: bool = True

    def read(self, board: Any, game: Game) -> Cells:
        """Return the contents of the cells. Raises what a board of another form makes Python raise."""
        cells: Cells = [None] * game.cells
        for place, content in _side_by_side(_places(self.build, game), board):
            if place:
                cells[ord(place) - 1] = content
        return cells


@lru_cache(maxsize=64)
def _places(build: Build, game: Game) -> Any:
    """Return a board that holds in each cell the character of its number, from 1; an empty text where no cell is."""
    return build(list(map(chr, range(1, game.cells + 1))), game, Contents("", "", ""))


def _side_by_side(places: Any, board: Any) -> Iterator[tuple[str, Any]]:
    """Yield what stands in the same place of two boards."""
    if isinstance(places, str) and len(places) <= 1:
        yield places, board
        return
    if isinstance(places, Mapping):
        pairs: Iterable[tuple[Any, Any]] = ((place, board[key]) for key, place in places.items())
    else:
        pairs = zip(*(each.tolist() if hasattr(each, "tolist") else each for each in (places, board)), strict=True)
    for place, content in pairs:
        yield from _side_by_side(place, content)


def _rows(cells: Cells, game: Game, contents: Contents) -> list[Cells]:
    return [cells[start : start + game.m] for start in range(0, game.cells, game.m)]


def _flat(cells: Cells, game: Game, contents: Contents) -> Cells:
    return list(cells)


def _flat_from_one(cells: Cells, game: Game, contents: Contents) -> Cells:
    return [contents.free, *cells]


def _tuples(cells: Cells, game: Game, contents: Contents) -> tuple[Any, ...]:
    return tuple(map(tuple, _rows(cells, game, contents)))


def _tuple(cells: Cells, game: Game, contents: Contents) -> tuple[Any, ...]:
    return tuple(cells)


def _columns(cells: Cells, game: Game, contents: Contents) -> list[Cells]:
    return [cells[column :: game.m] for column in range(game.m)]


def _array(cells: Cells, game: Game, contents: Contents) -> Any:
    return _numpy().array(_rows(cells, game, contents))


def _flat_array(cells: Cells, game: Game, contents: Contents) -> Any:
    return _numpy().array(cells)


def _dict_from_one(cells: Cells, game: Game, contents: Contents) -> dict[int, Any]:
    return dict(enumerate(cells, 1))


def _dict_of_texts(cells: Cells, game: Game, contents: Contents) -> dict[str, Any]:
    return {str(number): content for number, content in enumerate(cells, 1)}


def _string(cells: Cells, game: Game, contents: Contents) -> str:
    return "".join(map(str, cells))


def _text(cells: Cells, game: Game, contents: Contents) -> str:
    return str(cells)


def _observation(cells: Cells, game: Game, contents: Contents) -> dict[str, Any]:
    numpy, columns = _numpy(), [list(range(column, game.cells, game.m)) for column in range(game.m)]
    stones = contents[:2]
    planes = [[[cells[cell] == stone for stone in stones] for cell in column] for column in columns]
    mask = [cells[cell] == contents.free for column in columns for cell in column]
    return {"observation": numpy.array(planes, numpy.int8), "action_mask": numpy.array(mask, numpy.int8)}


def _kaggle(cells: Cells, game: Game, contents: Contents) -> Struct:
    first, second = cells.count(1), cells.count(2)
    return Struct(board=cells, mark=1 if first == second else 2, step=first + second)


def configuration(game: Game) -> Struct:
    """Return Kaggle's configuration of a game."""
    return Struct(rows=game.n, columns=game.m, inarow=game.k)


def _numpy() -> Any:
    return importlib.import_module("numpy")


def _from_the_bottom(form: Form) -> Form:
    """Return the same form with its rows in the other order: where stones fall, many programs have the lowest first."""

    def build(cells: Cells, game: Game, contents: Contents) -> Any:
        return form.build(list(chain(*reversed(_rows(cells, game, contents)))), game, contents)

    return replace(form, build=build)


COLUMNS = "columns"  # where stones fall
_UPRIGHT: Mapping[str, Form] = {
    "rows": Form(_rows),
    "flat": Form(_flat),
    "flat1": Form(_flat_from_one),
    "tuples": Form(_tuples, is_hashable=True),
    "tuple": Form(_tuple, is_hashable=True),
    "array": Form(_array, is_array=True),
    "flatarray": Form(_flat_array, is_array=True),
    COLUMNS: Form(_columns),
    "dict1": Form(_dict_from_one),
    "digits": Form(_dict_of_texts),
    "string": Form(_string, is_hashable=True),
    "text": Form(_text, is_hashable=True, is_read=False),
    "observation": Form(_observation, is_read=False),
    "kaggle": Form(_kaggle, is_read=False),
}
UP = "-up"  # at the end of the name of a form with the lowest row first
FORMS: Mapping[str, Form] = {
    **_UPRIGHT,
    **{
        f"{name}{UP}": _from_the_bottom(_UPRIGHT[name])
        for name in ("rows", COLUMNS, "flat", "tuples", "tuple", "array", "flatarray")
    },
}


class Numbered(NamedTuple):
    """What the cells of a board hold where they are free: their own number, from `first`, perhaps as text."""

    first: int
    is_text: bool

    def content(self, cell: int) -> object:
        """Return what a free cell holds."""
        return str(cell + self.first) if self.is_text else cell + self.first


NUMBERED: Mapping[str, Numbered] = {
    "digits0": Numbered(0, True),
    "digits1": Numbered(1, True),
    "numbers0": Numbered(0, False),
    "numbers1": Numbered(1, False),
}


def mark_in_words(word: str) -> Words:
    """Return a mark, or what stands for it, as a part of a sentence."""
    if word in NUMBERED:
        return Said(f"mark.{word}")
    text = word[1:-1] if word[0] in "'\"" else word
    bare = word in CONSTANTS or INTEGER.fullmatch(word) or "." in word[1:]
    return word if bare else f'"{text}"'


def board_in_words(form: str, game: Game, marks: object) -> Said:
    """Return a board with its marks, as a part of a sentence."""
    upright = form.removesuffix(UP)
    sizes = {"m": game.m, "n": game.n, "cells": game.cells, "last": repr(str(game.cells))}
    board = Said(f"form.{upright}", {**sizes, "marks": marks})
    return board if form == upright else Said("form.up", {"board": board})


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
        mark = getattr(namespace.get(name), member, None)
        if not isinstance(mark, Enum):
            raise StrategyError(f"the program has no Enum {name!r} with a member {member!r}")
        return mark
    return word


def form_of(value: Any, game: Game) -> tuple[str, str] | None:
    """Return the form of a board on which every cell is free, and the word of a free cell; None for any other board.

    >>> form_of([[" "] * 3 for _ in range(3)], Game(3, 3, 3)), form_of({}, Game(3, 3, 3))
    (('rows', "' '"), None)

    An iterator is left as it is: it may have no end.

    >>> cells = iter([" "] * 9)
    >>> form_of(cells, Game(3, 3, 3)), len(list(cells))
    (None, 9)
    """
    if not isinstance(value, Sized):
        return None
    for name, form in _UPRIGHT.items():
        if name == COLUMNS and game.cells_stay_open:
            continue
        if not form.is_read or form.is_array != (type(value).__module__ == "numpy"):
            continue
        try:
            cells = form.read(value, game)
            built = form.build(cells, game, Contents(None, None, None))
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


_PLACE = re.compile(
    r"global (?P<name>\w+)|(?P<owner>\w+)(\.(?P<part>\w+(\.\w+)?))?(:(?P<mover>\w+)\((?P<words>[\w,]*)\))?"
)
_MOST_OTHERS = 8
RESULT = "result"  # the mover of a game whose states are passed, as in AIMA: `result(state, move)` from `initial`


@dataclass(frozen=True)
class Place:
    """A place of the board.

    `owner` is "self", "global" or a class; `part` is an attribute of it, or of an object in it, as `grid.cells`.
    A `mover` is a method that brings it to the position, with arguments of `words`: index, index1, row, column, row1,
    column1, pair, pair1, mark.
    """

    owner: str
    part: str
    mover: str = ""
    words: tuple[str, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> "Place | None":
        """Return the place that a text describes, or None.

        >>> Place.from_text("Game.squares:make_move(index,mark)")
        Place(owner='Game', part='squares', mover='make_move', words=('index', 'mark'))
        """
        match = _PLACE.fullmatch(text)
        if match is None or not (match["name"] or match["part"] or match["mover"]):
            return None
        if match["name"]:
            return cls("global", match["name"])
        words = tuple(filter(None, (match["words"] or "").split(",")))
        return cls(match["owner"], match["part"] or "", match["mover"] or "", words)

    def __str__(self) -> str:
        if self.owner == "global":
            return f"global {self.part}"
        part = f".{self.part}" if self.part else ""
        return f"{self.owner}{part}" + (f":{self.mover}({','.join(self.words)})" if self.mover else "")

    def in_words(self, board: Said) -> Said:
        """Return a board with its place, as a part of a sentence."""
        if self.owner == "global":
            return Said("place.global", {"board": board, "part": self.part})
        kind = "place.part" if self.part else "place.state"
        there = Said(kind, {"board": board, "owner": self.owner, "part": self.part})
        return Said("place.mover", {"board": there, "mover": self.mover}) if self.mover else there


@dataclass(frozen=True)
class Container:
    """What may hold a board: its name, its form (a key of FORMS), and the word of a free cell."""

    name: str
    form: str
    free: str


def containers(things: Mapping[str, Any], game: Game) -> list[Container]:
    """Return what of some variables may hold the board of a game: as many cells, all of them free."""
    named = {name: value for name, value in things.items() if not name.startswith("__")}
    forms = {name: form_of(value, game) for name, value in named.items()}
    return [Container(name, *known) for name, known in forms.items() if known is not None]


def movers(cls: type) -> list[str]:
    """Return the names of a class's methods that may make a move: those of the vocabulary in its order, then others."""
    names = {plain(name): name for name in dir(cls) if not name.startswith("_")}
    likely = [names[mover] for mover in vocabulary.words("functions", "movers") if mover in names]
    others = [
        name
        for known, name in names.items()
        if name not in likely and not vocabulary.pattern("functions", "no_movers").match(known)
    ]
    return [name for name in (*likely, *others[:_MOST_OTHERS]) if callable(getattr(cls, name, None))]
