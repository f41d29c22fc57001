"""Forms of moves: how a program writes a cell, as an answer or as an argument."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from noughts.core.game import Game, Move
from noughts.programs.reading.source import of


@dataclass(frozen=True)
class MoveForm:
    """A form of a move: its name in a sentence; in Python, how the number `cell` is written, an answer `{0}` read."""

    words: str
    writing: str
    reading: str

    def write(self, cell: Move, game: Game) -> Any:
        """Return a cell as it is written."""
        return of("cell", self.writing, game)(cell)

    def read(self, value: Any, game: Game) -> Move | None:
        """Return the cell of an answer; None for any other value."""
        plain = _plain(value)
        try:
            cell = of("answer", self.reading.replace("{0}", "answer"), game)(plain)
        except (TypeError, ValueError, LookupError, AttributeError):
            return None
        return cell if 0 <= cell < game.cells and self.write(cell, game) == plain else None


def _plain(value: Any) -> Any:
    """Return an answer in whole numbers, also where they are NumPy's or texts; a name in small letters."""
    if isinstance(value, tuple | list):
        return tuple(map(_plain, value))
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else value.lower()
    return None if isinstance(value, bool) or not hasattr(value, "__index__") else int(value.__index__())


INDEX = "index"
MOVES: Mapping[str, MoveForm] = {
    "row column": MoveForm("(row, column)", "divmod(cell, {m})", "int({0}[0]) * {m} + int({0}[1])"),
    INDEX: MoveForm("the cell's number, from 0", "cell", "int({0})"),
    "index1": MoveForm("the cell's number, from 1", "cell + 1", "int({0}) - 1"),
    "row1 column1": MoveForm(
        "(row, column), from 1", "(cell // {m} + 1, cell % {m} + 1)", "(int({0}[0]) - 1) * {m} + int({0}[1]) - 1"
    ),
    "column row": MoveForm("(column, row)", "(cell % {m}, cell // {m})", "int({0}[1]) * {m} + int({0}[0])"),
    "column1 row1": MoveForm(
        "(column, row), from 1", "(cell % {m} + 1, cell // {m} + 1)", "(int({0}[1]) - 1) * {m} + int({0}[0]) - 1"
    ),
    "name": MoveForm("the cell's name", "{names}[cell]", "{names}.index({0}.lower())"),
    "index-by-columns": MoveForm(
        "the cell's number, from 0, column by column",
        "cell % {m} * {n} + cell // {m}",
        "int({0}) % {n} * {m} + int({0}) // {n}",
    ),
}
PAIRS = tuple(move for move in MOVES if " " in move)

# The arguments of a method that makes a move: a whole move, or its row or column, in Python.
ARGUMENTS: Mapping[str, str] = {
    **{word: MOVES[word].writing for word in (INDEX, "index1")},
    "pair": MOVES["row column"].writing,
    "pair1": MOVES["row1 column1"].writing,
    "row": "cell // {m}",
    "column": "cell % {m}",
    "row1": "cell // {m} + 1",
    "column1": "cell % {m} + 1",
}
