"""The API's models of a game, and the functions that fill them.

They are plain dataclasses of the standard library: the API's documentation describes them (pydantic takes a description
from a field's metadata), and nothing validates again what is made here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from noughts.core.position import Side
from noughts.web.play.cache import Snapshot
from noughts.web.play.events import SEATS, Seat
from noughts.web.play.live import LiveGame
from noughts.web.play.stored import Stored

SIDES = Literal["X", "O"]


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move of a game: its player, and a strategy's reason."""

    cell: str
    side: SIDES
    by: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winner (null: a draw), the line that won, and what ended it."""

    winner: SIDES | None
    line: list[str] | None
    ending: str


@dataclass(frozen=True, slots=True)
class May:
    """The seats that may undo, redo or resign now."""

    undo: list[Seat]
    redo: list[Seat]
    resign: list[Seat]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list."""

    id: str
    game: str
    version: int
    players: dict[SIDES, str]
    ply: int
    position: str
    to_move: SIDES | None
    outcome: Ending | None
    seats: list[Seat]
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game."""

    id: str
    game: str
    version: int = field(metadata={"description": "grows by one with every event"})
    players: dict[SIDES, str]
    opening: int = field(metadata={"description": "how many moves were given at creation"})
    hints: bool = field(metadata={"description": "whether two people agreed at creation on hints while they play"})
    moves: list[MoveMade]
    position: str
    to_move: SIDES | None
    waits_for: Literal["person", "strategy"] | None
    thinking: bool
    failure: str | None
    outcome: Ending | None
    may: May
    rematch: str | None
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class Created:
    """A new game, and the secret tokens of its seats: the store keeps only their hashes."""

    game: GameState
    tokens: dict[Seat, str]


@dataclass(frozen=True, slots=True)
class Games:
    """A page of games, the newest first."""

    games: list[GameSummary]
    next: str | None = field(metadata={"description": "for `before` of the next page"})


def state_of(snapshot: Snapshot) -> GameState:
    """Return the state of a game."""
    game = snapshot.game
    header = game.header
    return GameState(
        id=header.id,
        game=str(header.game),
        version=game.version,
        players={SEATS[side]: header.player(side) for side in Side},  # type: ignore[misc]
        opening=len(header.opening),
        hints=header.hints,
        moves=[
            MoveMade(cell=header.game.name(made.move), side=made.side.value, by=made.by, reason=made.reason)
            for made in game.moves
        ],
        position=str(game.position),
        to_move=None if game.over else game.position.side.value,
        waits_for=game.waits_for,
        thinking=snapshot.due,
        failure=snapshot.failure,
        outcome=_ending_of(game),
        may=May(undo=list(game.may_undo()), redo=list(game.may_redo()), resign=list(game.may_resign())),
        rematch=snapshot.rematch,
        created=header.created,
        updated=game.updated,
    )


def summary_of(stored: Stored, seats: Sequence[Seat]) -> GameSummary:
    """Return a game in a list, with the owner's seats."""
    game = LiveGame.replay(stored.header, stored.events)
    return GameSummary(
        id=game.header.id,
        game=str(game.header.game),
        version=game.version,
        players={SEATS[side]: game.header.player(side) for side in Side},  # type: ignore[misc]
        ply=len(game.moves),
        position=str(game.position),
        to_move=None if game.over else game.position.side.value,
        outcome=_ending_of(game),
        seats=list(seats),
        created=game.header.created,
        updated=game.updated,
    )


def _ending_of(game: LiveGame) -> Ending | None:
    """Return how a game ended, None before its end."""
    outcome = game.outcome
    if outcome is None:
        return None
    line = None if outcome.line is None else [game.header.game.name(cell) for cell in outcome.line]
    return Ending(winner=outcome.winner.value if outcome.winner else None, line=line, ending=outcome.ending)
