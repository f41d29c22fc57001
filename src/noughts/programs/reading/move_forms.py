"""Forms of moves: how a program writes a cell, as an answer or as an argument."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from noughts.core.game import Game, Move
from noughts.programs import vocabulary
from noughts.programs.reading.evidence import plain

Pair = tuple[int, int]


@dataclass(frozen=True)
class MoveForm:
    """A form of a move: its name in a sentence, how a cell is written in it, and the cell of an answer; of one that
    `falls`, the highest cell of a column."""

    words: str
    write: Callable[[Move, Game], Any]
    cell_of: Callable[[Any, Game], Move]
    falls: bool = False

    def read(self, value: Any, game: Game, taken: int = 0) -> Move | None:
        """Return the cell of an answer while some cells are taken; None for any other value, and for a full column."""
        plain = _plain(value)
        try:
            cell = self.cell_of(plain, game)
        except (TypeError, ValueError, LookupError, AttributeError):
            return None
        if not 0 <= cell < game.cells or self.write(cell, game) != plain:
            return None
        return game.landing(cell % game.m, taken) if self.falls else cell


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


def _of_index(answer: Any, game: Game) -> Move:
    return int(answer)


def _index_from_one(cell: Move, game: Game) -> int:
    return cell + 1


def _of_index_from_one(answer: Any, game: Game) -> Move:
    return int(answer) - 1


def _pair(cell: Move, game: Game) -> Pair:
    return divmod(cell, game.m)


def _of_pair(answer: Any, game: Game) -> Move:
    return int(answer[0]) * game.m + int(answer[1])


def _pair_from_one(cell: Move, game: Game) -> Pair:
    return cell // game.m + 1, cell % game.m + 1


def _of_pair_from_one(answer: Any, game: Game) -> Move:
    return (int(answer[0]) - 1) * game.m + int(answer[1]) - 1


def _turned(cell: Move, game: Game) -> Pair:
    return cell % game.m, cell // game.m


def _of_turned(answer: Any, game: Game) -> Move:
    return _of_pair(answer[::-1], game)


def _turned_from_one(cell: Move, game: Game) -> Pair:
    return cell % game.m + 1, cell // game.m + 1


def _of_turned_from_one(answer: Any, game: Game) -> Move:
    return _of_pair_from_one(answer[::-1], game)


def _name(cell: Move, game: Game) -> str:
    return game.name(cell)


def _of_name(answer: Any, game: Game) -> Move:
    return [game.name(cell) for cell in range(game.cells)].index(answer)


def _by_columns(cell: Move, game: Game) -> int:
    return cell % game.m * game.n + cell // game.m


def _of_by_columns(answer: Any, game: Game) -> Move:
    return int(answer) % game.n * game.m + int(answer) // game.n


def _row(cell: Move, game: Game) -> int:
    return cell // game.m


def _column(cell: Move, game: Game) -> int:
    return cell % game.m


def _row_from_one(cell: Move, game: Game) -> int:
    return cell // game.m + 1


def _column_from_one(cell: Move, game: Game) -> int:
    return cell % game.m + 1


def _of_column(answer: Any, game: Game) -> Move:
    return int(answer) if int(answer) < game.m else -1


def _of_column_from_one(answer: Any, game: Game) -> Move:
    return _of_column(int(answer) - 1, game)


INDEX = "index"
MOVES: Mapping[str, MoveForm] = {
    "row column": MoveForm("(row, column)", _pair, _of_pair),
    INDEX: MoveForm("the cell's number, from 0", _index, _of_index),
    "index1": MoveForm("the cell's number, from 1", _index_from_one, _of_index_from_one),
    "row1 column1": MoveForm("(row, column), from 1", _pair_from_one, _of_pair_from_one),
    "column row": MoveForm("(column, row)", _turned, _of_turned),
    "column1 row1": MoveForm("(column, row), from 1", _turned_from_one, _of_turned_from_one),
    "name": MoveForm("the cell's name", _name, _of_name),
    "index-by-columns": MoveForm("the cell's number, from 0, column by column", _by_columns, _of_by_columns),
    "column": MoveForm("the column's number, from 0", _column, _of_column, falls=True),
    "column1": MoveForm("the column's number, from 1", _column_from_one, _of_column_from_one, falls=True),
}
FALLING = tuple(move for move, form in MOVES.items() if form.falls)
PAIRS = tuple(move for move in MOVES if " " in move)

# The arguments of a method that makes a move: a whole move, or its row or column.
ARGUMENTS: Mapping[str, Callable[[Move, Game], Any]] = {
    **{"index": _index, "index1": _index_from_one, "pair": _pair, "pair1": _pair_from_one},
    **{"row": _row, "column": _column, "row1": _row_from_one, "column1": _column_from_one},
}
