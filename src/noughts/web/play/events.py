"""The stored form of a game: a header and the log of its events."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final, Literal, Self

from noughts.core.game import Game, Move
from noughts.core.position import Side

Kind = Literal["move", "undo", "redo", "resign"]
Seat = Literal["X", "O", "host"]

_HUMAN: Final = "human"  # the person who created the game
_FRIEND: Final = "friend"  # the person who received the link
HOST: Final = "host"  # sets the pace of a game between two strategies
PEOPLE: Final = frozenset({_HUMAN, _FRIEND})
SEATS: Final[dict[Side, Seat]] = {Side.X: "X", Side.O: "O"}


@dataclass(frozen=True)
class Event:
    """One entry of the log, with its seat and its player (`by`). A move has a cell, and a strategy's move a reason and
    what the strategy saw; `count` is the number of moves that an undo takes back or a redo makes again (0: an undo of a
    resignation)."""

    kind: Kind
    seat: Seat
    at: datetime
    by: str
    cell: Move | None = None
    count: int = 0
    reason: str | None = None
    saw: str | None = None


@dataclass(frozen=True)
class Header:
    """The start of a game. `players` are X and O: "human", "friend" or a strategy's text; no undo takes back a move of
    `opening`; the strategies' random numbers derive from `seed`. `hints`: two people agreed on hints during it."""

    id: str
    game: Game = field(metadata={"serialize": str, "deserialize": Game.from_text})
    players: tuple[str, str]
    opening: tuple[Move, ...]
    seed: int = field(metadata={"serialize": str, "deserialize": int})  # JavaScript would round the number
    created: datetime
    rematch_of: str | None = None
    hints: bool = False

    @cached_property
    def people(self) -> frozenset[Side]:
        """The sides that people play."""
        return frozenset(side for side in Side if self.is_person(side))

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that people take: their sides, or the host's where two strategies play."""
        return tuple(SEATS[side] for side in Side if side in self.people) or (HOST,)

    def player(self, side: Side) -> str:
        """Return who plays a side."""
        return self.players[side is Side.O]

    def is_person(self, side: Side) -> bool:
        """Return whether a person plays a side."""
        return self.player(side) in PEOPLE

    def rematch(self, id: str, seed: int, created: datetime) -> Self:
        """Return the header of the same game with sides swapped."""
        x, o = self.players
        return replace(self, id=id, players=(o, x), seed=seed, created=created, rematch_of=self.id)
