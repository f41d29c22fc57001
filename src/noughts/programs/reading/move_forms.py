"""Forms of moves: how a program writes a cell, as an answer or as an argument."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from noughts.core.game import Game, Move


@dataclass(frozen=True)
class MoveForm:
    """A form of a move: its name in a sentence, the cell written in it, and the cell of an answer.

    `read` gives None for what is no such answer. `writing` and `reading` are the same in Python, for a file of its
    own: of the number `cell`, and of an answer `{0}`, with {m}, {n} and the {names} of the cells.
    """

    words: str
    write: Callable[[Move, Game], Any]
    read: Callable[[Any, Game], Move | None]
    writing: str
    reading: str


def _whole(value: Any) -> int | None:
    """Return a whole number, also one of NumPy or as text; else None."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return int(value.__index__())


def _pair(words: str, first: int, turned: bool, writing: str, reading: str) -> MoveForm:
    """Return the form (row, column), or (column, row) if `turned`, both counted from `first`."""

    def write(cell: Move, game: Game) -> tuple[int, int]:
        row, column = game.row_column(cell)
        return (column + first, row + first) if turned else (row + first, column + first)

    def read(value: Any, game: Game) -> Move | None:
        numbers = [_whole(part) for part in value] if isinstance(value, tuple | list) else []
        if len(numbers) != 2 or None in numbers:
            return None
        row, column = (number - first for number in (reversed(numbers) if turned else numbers) if number is not None)
        return game.cell(row, column) if 0 <= row < game.n and 0 <= column < game.m else None

    return MoveForm(words, write, read, writing, reading)


def _number(value: Any, first: int, game: Game) -> Move | None:
    number = _whole(value)
    return None if number is None or not first <= number < game.cells + first else number - first


def _by_columns(value: Any, game: Game) -> Move | None:
    number = _number(value, 0, game)
    return None if number is None else game.cell(number % game.n, number // game.n)


def _named(value: Any, game: Game) -> Move | None:
    names = [game.name(cell) for cell in range(game.cells)]
    return names.index(value.lower()) if isinstance(value, str) and value.lower() in names else None


INDEX = "index"
MOVES: Mapping[str, MoveForm] = {
    "row column": _pair("(row, column)", 0, False, "divmod(cell, {m})", "int({0}[0]) * {m} + int({0}[1])"),
    INDEX: MoveForm(
        "the cell's number, from 0",
        lambda cell, game: cell,
        lambda value, game: _number(value, 0, game),
        "cell",
        "int({0})",
    ),
    "index1": MoveForm(
        "the cell's number, from 1",
        lambda cell, game: cell + 1,
        lambda value, game: _number(value, 1, game),
        "cell + 1",
        "int({0}) - 1",
    ),
    "row1 column1": _pair(
        "(row, column), from 1",
        1,
        False,
        "(cell // {m} + 1, cell % {m} + 1)",
        "(int({0}[0]) - 1) * {m} + int({0}[1]) - 1",
    ),
    "column row": _pair("(column, row)", 0, True, "(cell % {m}, cell // {m})", "int({0}[1]) * {m} + int({0}[0])"),
    "column1 row1": _pair(
        "(column, row), from 1",
        1,
        True,
        "(cell % {m} + 1, cell // {m} + 1)",
        "(int({0}[1]) - 1) * {m} + int({0}[0]) - 1",
    ),
    "name": MoveForm(
        "the cell's name", lambda cell, game: game.name(cell), _named, "{names}[cell]", "{names}.index({0}.lower())"
    ),
    "index-by-columns": MoveForm(
        "the cell's number, from 0, column by column",
        lambda cell, game: cell % game.m * game.n + cell // game.m,
        _by_columns,
        "cell % {m} * {n} + cell // {m}",
        "int({0}) % {n} * {m} + int({0}) // {n}",
    ),
}
PAIRS = tuple(move for move in MOVES if " " in move)


class Argument(NamedTuple):
    """An argument of a method that makes a move: a whole move, or its row or column; as a value, and in Python."""

    write: Callable[[Move, Game], Any]
    writing: str


ARGUMENTS: Mapping[str, Argument] = {
    **{
        word: Argument(MOVES[move].write, MOVES[move].writing)
        for word, move in ((INDEX, INDEX), ("index1", "index1"), ("pair", "row column"), ("pair1", "row1 column1"))
    },
    "row": Argument(lambda cell, game: cell // game.m, "cell // {m}"),
    "column": Argument(lambda cell, game: cell % game.m, "cell % {m}"),
    "row1": Argument(lambda cell, game: cell // game.m + 1, "cell // {m} + 1"),
    "column1": Argument(lambda cell, game: cell % game.m + 1, "cell % {m} + 1"),
}
