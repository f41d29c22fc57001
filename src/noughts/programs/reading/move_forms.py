"""Forms of moves: how a program writes a cell, as an answer or as an argument."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from noughts.core.game import Game, Move
from noughts.programs import vocabulary
from noughts.programs.reading.evidence import plain
from noughts.words import Said


@dataclass(frozen=True)
class MoveForm:
    """A form of a move: how a cell is written in it; one that `falls` stands for the highest cell of a column."""

    write: Callable[[Move, Game], Any]
    falls: bool = False

    def read(self, value: Any, game: Game, taken: int = 0) -> Move | None:
        """Return the cell of an answer while some cells are taken; None for any other value, and for a full column."""
        cell = _cells_as_written(self.write, game).get(_plain(value))
        return cell if cell is None or not self.falls else game.landing(cell % game.m, taken)


@lru_cache(maxsize=64)
def _cells_as_written(write: Callable[[Move, Game], Any], game: Game) -> dict[Any, Move]:
    return {write(cell, game): cell for cell in range(game.cells)}


def _plain(value: Any) -> Any:
    """Return an answer in whole numbers, also where they are NumPy's or texts; a name in small letters."""
    if isinstance(value, tuple | list):
        return tuple(map(_plain, value))
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else value.lower()
    return None if isinstance(value, bool) or not hasattr(value, "__index__") else int(value.__index__())


def move_in(answer: Any) -> Any:
    """Return the part of an answer that is the move, if it is a dict with a key such as `index`, an object with such an
    attribute, or with those of a row and a column; another answer as it is, and None for another dict.

    >>> move_in({"score": 1, "index": 4}), move_in(4), move_in({"col": 0, "row": 2})
    (4, 4, (2, 0))
    """
    is_dict = isinstance(answer, dict)
    if isinstance(answer, str | int | list | tuple) or not (is_dict or hasattr(answer, "__dict__")):
        return answer
    parts = {plain(str(key)): value for key, value in (answer if is_dict else vars(answer)).items()}
    for names in vocabulary.words("objects", "answers"):
        keys = names.split("+")
        if all(key in parts for key in keys):
            return tuple(parts[key] for key in keys) if len(keys) > 1 else parts[keys[0]]
    return None if is_dict else answer


def _index(cell: Move, game: Game) -> int:
    return cell


def _pair(cell: Move, game: Game) -> tuple[int, int]:
    return divmod(cell, game.m)


def _turned(cell: Move, game: Game) -> tuple[int, int]:
    return cell % game.m, cell // game.m


def _name(cell: Move, game: Game) -> str:
    return game.name(cell)


def _by_columns(cell: Move, game: Game) -> int:
    return cell % game.m * game.n + cell // game.m


def _row(cell: Move, game: Game) -> int:
    return cell // game.m


def _column(cell: Move, game: Game) -> int:
    return cell % game.m


def _from_one(write: Callable[[Move, Game], Any]) -> Callable[[Move, Game], Any]:
    """Return the way to write a cell whose numbers are one higher."""

    def written(cell: Move, game: Game) -> Any:
        number = write(cell, game)
        return tuple(each + 1 for each in number) if isinstance(number, tuple) else number + 1

    return written


# The arguments of a method that makes a move: a whole move, or its row or column.
_PLACES: Mapping[str, Callable[[Move, Game], Any]] = {"index": _index, "pair": _pair, "row": _row, "column": _column}
ARGUMENTS = {**_PLACES, **{f"{name}1": _from_one(write) for name, write in _PLACES.items()}}

INDEX = "index"
MOVES: Mapping[str, MoveForm] = {
    "row column": MoveForm(_pair),
    INDEX: MoveForm(_index),
    "index1": MoveForm(ARGUMENTS["index1"]),
    "row1 column1": MoveForm(ARGUMENTS["pair1"]),
    "column row": MoveForm(_turned),
    "column1 row1": MoveForm(_from_one(_turned)),
    "name": MoveForm(_name),
    "index-by-columns": MoveForm(_by_columns),
    "column": MoveForm(_column, falls=True),
    "column1": MoveForm(ARGUMENTS["column1"], falls=True),
}


def move_in_words(move: str) -> Said:
    """Return how a move is written, as a part of a sentence."""
    return Said(f"move.{move.replace(' ', '-')}")


FALLING = tuple(move for move, form in MOVES.items() if form.falls)
PAIRS = tuple(move for move in MOVES if " " in move)
