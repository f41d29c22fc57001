"""A game as its clients see it, and the functions that make that of a live game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from noughts.core.position import Position, Side
from noughts.processes.channel import JSON
from noughts.review.effect import effect_of
from noughts.web.play.live import PLACES, LiveGame, LoggedMove, Place
from noughts.words import spoken, stored

SIDES = Literal["X", "O"]
_MOVES = 5000  # remembered: each state of a game shows all its moves again


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move of a game, its player; of a strategy its reason, the numbers behind it, and in words what it does.

    `lines_end`: the cells where a line can be completed next, by its side after a threat, else by the other side.
    """

    cell: str
    side: SIDES
    by: str
    reason: str | None
    saw: str | None
    does: str | None
    lines_end: list[str]

    def __post_serialize__(self, document: JSON) -> JSON:
        """Put the sentences in the language of the client: those who follow a game have several."""
        return document | _spoken(document, "reason", "saw", "does")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winner (null: a draw), the line that won, and what ended it."""

    winner: SIDES | None
    line: list[str] | None
    ending: str


@dataclass(frozen=True, slots=True)
class May:
    """The seats that may undo, redo or resign now."""

    undo: list[Place]
    redo: list[Place]
    resign: list[Place]


@dataclass(frozen=True)
class GameSummary:
    """A game, without its moves."""

    id: str
    game: str
    version: int = field(metadata={"description": "grows by one with every change"})
    players: dict[SIDES, str]
    opening: int = field(metadata={"description": "how many moves were given at creation"})
    hints: bool = field(metadata={"description": "whether two people agreed at creation on hints while they play"})
    position: str
    to_move: SIDES | None
    waits_for: Literal["person", "strategy"] | None
    thinking: bool = field(metadata={"description": "whether a strategy has to move by itself"})
    failure: str | None = field(metadata={"description": "why the strategy to move could not move"})
    outcome: Ending | None
    rematch: str | None
    created: datetime
    updated: datetime

    def __post_serialize__(self, document: JSON) -> JSON:
        """Put the failure in the language of the client."""
        return document | _spoken(document, "failure")


@dataclass(frozen=True)
class GameListed(GameSummary):
    """A game in a list, with the seats of this browser."""

    seats: list[Place]
    ply: int


@dataclass(frozen=True)
class GameState(GameSummary):
    """The state of a game."""

    moves: list[MoveMade]
    may: May


@dataclass(frozen=True, slots=True)
class Created:
    """A new game, and the secret tokens of its seats: the store keeps only their hashes."""

    game: GameState
    tokens: dict[Place, str]


@dataclass(frozen=True, slots=True)
class Games:
    """A page of games, the newest first."""

    games: list[GameListed]
    next: str | None = field(metadata={"description": "for `before` of the next page"})


def _spoken(document: JSON, *names: str) -> JSON:
    return {name: spoken(document[name]) for name in names if document[name]}


def state_of(game: LiveGame) -> GameState:
    """Return the state of a game."""
    moves = [
        _made(entry, position, "opening" if number < game.log.fixed else game.player(entry.side))
        for number, (entry, position) in enumerate(zip(game.moves, game.log.positions, strict=False))
    ]
    may = May(undo=list(game.may_undo()), redo=list(game.may_redo()), resign=list(game.may_resign()))
    return GameState(**_summary(game), moves=moves, may=may)


@lru_cache(_MOVES)
def _made(entry: LoggedMove, before: Position, by: str) -> MoveMade:
    """Return a move, made in the position `before` by a player."""
    does, lines_end = None, list[str]()
    if entry.reason is not None:
        effect = effect_of(before, entry.move)
        does, lines_end = stored(effect.sentence(before.game, before.side.opponent.value)), effect.cells.names
    return MoveMade(before.game.name(entry.move), entry.side.value, by, entry.reason, entry.saw, does, lines_end)


def listed_of(game: LiveGame, places: Sequence[Place]) -> GameListed:
    """Return a game in a list, with the owner's places."""
    return GameListed(**_summary(game), seats=list(places), ply=len(game.moves))


def _summary(game: LiveGame) -> dict[str, Any]:
    """Return the fields of a summary."""
    return {
        "id": game.id,
        "game": str(game.log.game),
        "version": game.version,
        "players": {PLACES[side]: game.player(side) for side in Side},
        "opening": game.log.fixed,
        "hints": game.hints,
        "position": str(game.position),
        "to_move": None if game.over else game.position.side.value,
        "waits_for": game.waits_for,
        "thinking": game.due,
        "failure": game.failure,
        "outcome": _ending_of(game),
        "rematch": game.rematch,
        "created": game.created,
        "updated": game.updated,
    }


def _ending_of(game: LiveGame) -> Ending | None:
    """Return how a game ended, None before its end."""
    if game.log.resigned is not None:
        return Ending(game.log.resigned.opponent.value, None, "resignation")
    outcome = game.position.outcome
    if outcome is None:
        return None
    if outcome.winner is None or outcome.line is None:
        return Ending(None, None, "full board")
    return Ending(outcome.winner.value, [game.log.game.name(cell) for cell in outcome.line], "line")
