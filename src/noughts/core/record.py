"""One played game as a value."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from noughts.core.game import Game, Move
from noughts.core.notation import cell_name, parse_cell
from noughts.core.position import Position, Side
from noughts.errors import IllegalMoveError, NotationError, NoughtsError

SCHEMA = "noughts/record/1"


@dataclass(frozen=True)
class Record:
    """A played game: moves, who played X and O, result ("X", "O", "draw"; None: unfinished), how it ended.

    Where the moves end the game, result and ending follow from them; otherwise they say what ended it
    (`result="O", ending="X resigned"`). Raises IllegalMoveError for moves that are not legal.

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
            raise NotationError(f"no result {self.result!r}: expected 'X', 'O', 'draw' or None")

    def positions(self) -> Iterator[Position]:
        """Return every position of the game in order, the empty board first."""
        position = Position(self.game)
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                position = position.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(move, f"move {number}: {_by_name(self.game, move, error.reason)}") from None
            yield position

    @property
    def final(self) -> Position:
        """The last position."""
        return list(self.positions())[-1]

    @property
    def cell_names(self) -> list[str]:
        """The moves as cell names."""
        return [cell_name(self.game, move) for move in self.moves]

    def to_json(self, indent: int | None = 2) -> str:
        """Return the record as one JSON document (schema noughts/record/1); on one line without `indent`."""
        return json.dumps(
            {
                "schema": SCHEMA,
                "game": [self.game.m, self.game.n, self.game.k],
                "players": dict(zip((side.value for side in Side), self.players, strict=True)),
                "moves": self.cell_names,
                "result": self.result,
                "ending": self.ending,
            },
            indent=indent,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the record in a JSON document. Raises NotationError or another NoughtsError."""
        try:
            data: dict[str, Any] = json.loads(text)
            if data["schema"] != SCHEMA:
                raise NotationError(f"schema is {data['schema']!r}, expected {SCHEMA!r}")
            game = Game(*data["game"])
            moves = parse_moves(game, map(str, data["moves"]))
            players = (str(data["players"]["X"]), str(data["players"]["O"]))
            return cls(game, moves, players, data["result"], str(data["ending"]))
        except NoughtsError:
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise NotationError(f"no game record: {type(error).__name__}: {error}") from None


def parse_moves(game: Game, names: Iterable[str]) -> tuple[Move, ...]:
    """Return the cells that these texts name, one more at most than the board has.

    Raises NotationError with the number of the move.

    >>> parse_moves(Game(3, 3, 3), ["b2", "a1"])
    (4, 0)
    """
    moves = []
    for number, name in enumerate(islice(names, game.cells + 1), start=1):  # more than that no game has
        try:
            moves.append(parse_cell(game, name))
        except NotationError as error:
            raise NotationError(f"move {number}: {error}") from None
    return tuple(moves)


def _by_name(game: Game, move: Move, reason: str) -> str:
    """Why a move is illegal, with the name of its cell where the rules number it."""
    named = reason.removeprefix(f"cell {move} ")
    return reason if named == reason else f"{cell_name(game, move)!r} {named}"
