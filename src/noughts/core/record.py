"""A played game."""

import json
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from noughts.core.game import Game, Move
from noughts.core.json_text import read_json
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side, positions_after
from noughts.errors import NotationError
from noughts.words import Said

SCHEMA = "noughts/record/1"
BOARD_ENDINGS = ("line", "full board")  # endings that the moves must show


@dataclass(frozen=True)
class Record:
    """A played game: moves, who played X and O, result ("X", "O", "draw"; None: unfinished), how it ended.

    Where the moves end the game, result and ending follow from them; otherwise the caller gives them
    (`result="O", ending="X resigned"`). Raises IllegalMoveError for moves that are not legal, NotationError for
    another result, and for an ending on the board (`line`, `full board`) that the moves do not show.

    >>> Record(Game(3, 3, 3), (0, 3, 1, 4, 2), ("human", "ring")).result
    'X'
    """

    game: Game
    moves: tuple[Move, ...]
    players: tuple[str, str] = ("?", "?")
    result: str | None = None
    ending: str = "unfinished"

    def __post_init__(self) -> None:
        outcome = self.final.outcome
        if outcome is not None:
            object.__setattr__(self, "result", outcome.winner.value if outcome.winner else "draw")
            object.__setattr__(self, "ending", "full board" if outcome.winner is None else "line")
        elif self.result not in (None, "X", "O", "draw"):
            raise NotationError(Said("error.not-a-result", {"result": repr(self.result)}))
        elif self.ending in BOARD_ENDINGS:
            raise NotationError(Said("error.ending-not-shown", {"ending": repr(self.ending)}))

    @classmethod
    def of_final(cls, final: Position, moves: tuple[Move, ...], players: tuple[str, str]) -> Self:
        """Return the record of a game that is over, whose moves are known to lead to its last position: unchecked.

        >>> final = Position(Game(3, 1, 1)).play(2)
        >>> Record.of_final(final, (2,), ("a", "b")) == Record(final.game, (2,), ("a", "b"))
        True
        """
        winner = final.outcome.winner if final.outcome else None
        result, ending = (winner.value, "line") if winner else ("draw", "full board")
        record = object.__new__(cls)
        members = {"game": final.game, "moves": moves, "players": players, "result": result, "ending": ending}
        for name, value in members.items():
            object.__setattr__(record, name, value)
        return record

    @classmethod
    def confirmed(
        cls, game: Game, moves: tuple[Move, ...], players: tuple[str, str], result: str | None, ending: str
    ) -> Self:
        """Return the record of a game with a stated result, which must match the board if the moves end the game.

        Raises NotationError if it does not match, and as Record does.

        >>> Record.confirmed(Game(3, 3, 3), (0, 4), ("?", "?"), "O", "X resigned").result
        'O'
        """
        record = cls(game, moves, players, result, ending)
        if record.result != result:
            values = {"result": reprlib.repr(result), "shown": repr(record.result)}
            raise NotationError(Said("error.result-not-shown", values))
        return record

    def positions(self) -> Iterator[Position]:
        """Return every position of the game in order, the empty board first."""
        return positions_after(self.game, self.moves)

    @property
    def final(self) -> Position:
        """The last position."""
        return list(self.positions())[-1]

    @property
    def cell_names(self) -> list[str]:
        """The moves as cell names."""
        return [self.game.name(move) for move in self.moves]

    def to_json(self, indent: int | None = 2) -> str:
        """Return the record as one JSON document (schema noughts/record/1); on one line without `indent`."""
        return json.dumps(
            {
                "schema": SCHEMA,
                "game": self.game.to_list(),
                "players": dict(zip((side.value for side in Side), self.players, strict=True)),
                "moves": self.cell_names,
                "result": self.result,
                "ending": self.ending,
            },
            indent=indent,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the record in a JSON document. Raises NotationError or another NoughtsError.

        The document is as `to_json` writes it: moves are spelled as in `cell_names`, no key occurs twice, and the
        result matches the board. Unknown keys are ignored.
        """
        data = _parsed(text)
        if (schema := _member(data, "schema")) != SCHEMA:
            raise NotationError(Said("error.schema", {"schema": reprlib.repr(schema), "expected": repr(SCHEMA)}))
        game = Game.from_list(_member(data, "game", list))
        moves = _named(game, _member(data, "moves", list))
        players = _member(data, "players", dict)
        names = (_member(players, "X", str), _member(players, "O", str))
        return cls.confirmed(game, moves, names, _member(data, "result"), _member(data, "ending", str))


def parse_moves(game: Game, names: Iterable[str]) -> tuple[Move, ...]:
    """Return the cells with these names, of one game's moves; reads at most one more than the board has.

    Raises NotationError with the number of the move.

    >>> parse_moves(Game(3, 3, 3), ["b2", "a1"])
    (4, 0)
    """
    moves, taken = [], 0
    for number, name in enumerate(islice(names, game.cells + 1), start=1):  # no game is longer
        try:
            moves.append(parse_cell(game, _plain(name), taken))
            taken |= 1 << moves[-1]
        except NotationError as error:
            raise NotationError(Said("error.move-number", {"number": number, "reason": error.said})) from None
    return tuple(moves)


def _plain(name: str) -> str:
    """The name, if it has only ASCII letters and digits: lower() turns the Kelvin sign into `k`."""
    if not (name.isascii() and name.isalnum()):
        raise NotationError(Said("error.cell-characters", {"cell": repr(name)}))
    return name


def _named(game: Game, names: list[object]) -> tuple[Move, ...]:
    """The cells of a document's moves, which must be spelled as `Game.name` spells them."""
    moves = parse_moves(game, map(_text, names))
    for number, (move, name) in enumerate(zip(moves, names, strict=False), start=1):
        if name != game.name(move):
            reason = Said("error.cell-spelling", {"cell": repr(name), "name": repr(game.name(move))})
            raise NotationError(Said("error.move-number", {"number": number, "reason": reason}))
    return moves


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _no_record("move-not-text", move=reprlib.repr(value))
    return value


def _parsed(text: str) -> dict[str, Any]:
    """The object in a JSON text."""
    try:
        data = read_json(text, object_pairs_hook=_object, parse_constant=_no_number)
    except ValueError as error:
        raise _no_record("not-json", reason=error.args[0]) from None
    if not isinstance(data, dict):
        raise _no_record("not-an-object", value=reprlib.repr(data))
    return data


def _no_record(kind: str, **values: object) -> NotationError:
    return NotationError(Said("error.not-a-record", {"reason": Said(f"error.{kind}", values)}))


def _member(data: Mapping[str, Any], name: str, kind: type = object) -> Any:
    """A member of an object, which must be of a kind."""
    if name not in data:
        raise _no_record("member-missing", name=repr(name))
    if not isinstance(data[name], kind):
        raise _no_record(f"member-{kind.__name__}", name=name, value=reprlib.repr(data[name]))
    return data[name]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(Said("error.key-twice", {"key": reprlib.repr(key)}))
        members[key] = value
    return members


def _no_number(name: str) -> float:
    """Refuses NaN and Infinity: Python reads them, but JSON does not have them."""
    raise ValueError(Said("error.not-a-json-number", {"number": name}))
