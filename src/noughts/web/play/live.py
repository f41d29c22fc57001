"""A live game: who plays, the moves, and what each place may do. It is stored as one document.

A game is immutable: `move`, `undo`, `redo` and `resign` check what a place asks, and return the game after it. Nothing
here stores anything or runs a strategy.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from itertools import cycle
from typing import Final, Literal, Self

from noughts.core.game import Game, Move
from noughts.core.gamelog import GameLog, Made
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import NotationError, NoughtsError
from noughts.processes.channel import JSON
from noughts.words import Said, Words

Kind = Literal["move", "undo", "redo", "resign"]
Place = Literal["X", "O", "host"]
Stand = tuple[int, str | None]  # a game's version, and its rematch: what else there is follows from them

_HUMAN: Final = "human"  # the person who created the game
_FRIEND: Final = "friend"  # the person who received the link
HOST: Final = "host"  # sets the pace of a game between two strategies
PEOPLE: Final = frozenset({_HUMAN, _FRIEND})
PLACES: Final[dict[Side, Place]] = {Side.X: "X", Side.O: "O"}
SWAPPED: Final[dict[Place, Place]] = {"X": "O", "O": "X", "host": "host"}  # the places of a rematch
_REQUESTS: Final = 50  # with a key, that a game knows again: the last ones


class NotNow(NoughtsError):
    """The state of the game does not allow what a place asks."""


class NotYourTurn(NotNow):
    """A move for a place that is not to move."""


class NoToken(NoughtsError):
    """A request without the place's token that it needs."""


class WrongToken(NoughtsError):
    """A token that belongs to no place of the game."""


@dataclass(frozen=True)
class LoggedMove(Made):
    """A move of the game; of a strategy with the reason, and the numbers behind it."""

    reason: str | None = None
    saw: str | None = None


@dataclass(frozen=True, kw_only=True)
class LiveGame:
    """The state of a game. `players` are X and O: "human", "friend" or a strategy's text; the strategies' random
    numbers derive from `seed`; `tokens` are the hashes of the places' tokens; `version` grows by one with every change.
    To `log` the host is the user at the board.

    >>> game = LiveGame.start("g", Game(3, 3, 3), ("human", "ring"), {"X": hashed("a secret")})
    >>> game = game.move("X", 4).move("O", 0, "a corner")
    >>> game.version, str(game.position), game.may_undo(), str(game.undo("X").position)
    (2, 'O../.X./...', ('X',), '.../.../...')
    >>> LiveGame.read(game.document) == game
    True
    """

    id: str
    log: GameLog[LoggedMove]
    players: tuple[str, str]
    seed: int
    created: datetime
    updated: datetime
    tokens: Mapping[Place, str]
    hints: bool = False  # two people agreed on hints during it
    version: int = 0
    requests: Mapping[str, str] = field(default_factory=dict)  # what was asked with each key
    rematch: str | None = None  # the id of the next game: the store has it beside the document
    failure: str | None = None  # why the strategy to move could not move: it is not stored

    @classmethod
    def start(
        cls,
        id: str,
        game: Game,
        players: tuple[str, str],
        tokens: Mapping[Place, str],
        opening: Iterable[Move] = (),
        seed: int = 0,
        hints: bool = False,
    ) -> Self:
        """Return a game before its first move. Raises IllegalMoveError for an opening that is not legal."""
        moves = (LoggedMove(cell, side) for cell, side in zip(opening, cycle(Side), strict=False))
        log, now = GameLog.start(game, moves), datetime.now(UTC)
        return cls(id=id, log=log, players=players, seed=seed, created=now, updated=now, tokens=tokens, hints=hints)

    def next(self, id: str, seed: int) -> Self:
        """Return the rematch: the same game with sides swapped. Every person keeps the same token."""
        tokens = {SWAPPED[place]: token for place, token in self.tokens.items()}
        opening = [entry.move for entry in self.moves[: self.log.fixed]]
        x, o = self.players
        return self.start(id, self.log.game, (o, x), tokens, opening, seed, self.hints)

    # The document.

    @property
    def document(self) -> JSON:
        """The game as JSON has it: the moves with those that were taken back, which are the last ones. Reasons are
        kinds and values, so that each reader has them in a language."""
        return {
            "id": self.id,
            "game": str(self.log.game),
            "players": list(self.players),
            "opening": self.log.fixed,
            "hints": self.hints,
            "seed": str(self.seed),  # JavaScript would round the number
            "created": self.created.isoformat(),
            "updated": self.updated.isoformat(),
            "version": self.version,
            "moves": [
                {"cell": self.log.game.name(entry.move)}
                | ({} if entry.reason is None else {"reason": entry.reason, "saw": entry.saw})
                for entry in (*self.log.moves, *reversed(self.log.undone))
            ],
            "undone": len(self.log.undone),
            "resigned": None if self.log.resigned is None else self.log.resigned.value,
            "tokens": dict(self.tokens),
            "requests": dict(self.requests),
        }

    @classmethod
    def read(cls, document: JSON, rematch: str | None = None) -> Self:
        """Return the game of a document."""
        game, resigned = Game.from_text(document["game"]), document["resigned"]
        moves = [
            LoggedMove(parse_cell(game, move["cell"]), side, move.get("reason"), move.get("saw"))
            for move, side in zip(document["moves"], cycle(Side), strict=False)
        ]
        played = len(moves) - document["undone"]
        log = replace(
            GameLog.start(game, moves[:played]),
            undone=tuple(moves[played:][::-1]),
            resigned=None if resigned is None else Side(resigned),
            fixed=document["opening"],
        )
        return cls(
            id=document["id"],
            log=log,
            players=tuple(document["players"]),
            seed=int(document["seed"]),
            created=datetime.fromisoformat(document["created"]),
            updated=datetime.fromisoformat(document["updated"]),
            tokens=document["tokens"],
            hints=document["hints"],
            version=document["version"],
            requests=document["requests"],
            rematch=rematch,
        )

    # Who plays.

    @property
    def people(self) -> frozenset[Side]:
        """The sides that people play."""
        return frozenset(side for side in Side if self.player(side) in PEOPLE)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that people take: their sides, or the host's where two strategies play."""
        return places_of(self.players)

    @property
    def owned(self) -> tuple[Place, ...]:
        """The places of the person who begins the game: not those of a friend."""
        return tuple(place for place in self.places if place == HOST or self.player(Side(place)) == _HUMAN)

    def player(self, side: Side) -> str:
        """Return who plays a side."""
        return self.players[side is Side.O]

    def held_by(self, token: str | None) -> list[Place]:
        """Return the places of a token. Raises NoToken, WrongToken."""
        if token is None:
            raise NoToken(Said("error.no-token"))
        given = hashed(token)
        held = [place for place, known in self.tokens.items() if compare_digest(known, given)]
        if not held:
            raise WrongToken(Said("error.wrong-token"))
        return held

    # The state.

    @property
    def stand(self) -> Stand:
        """The version, and the rematch."""
        return self.version, self.rematch

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.log.position

    @property
    def moves(self) -> tuple[LoggedMove, ...]:
        """The moves so far, with those of the opening."""
        return self.log.moves

    @property
    def over(self) -> bool:
        """Whether the game has ended: by the rules, or because a side resigned."""
        return self.log.over

    @property
    def mover(self) -> str:
        """The player to move."""
        return self.player(self.position.side)

    @property
    def waits_for(self) -> Literal["person", "strategy"] | None:
        """Whose move is awaited; None once the game is over."""
        if self.over:
            return None
        return "person" if self.mover in PEOPLE else "strategy"

    @property
    def paced(self) -> bool:
        """Whether a host decides when the strategies move."""
        return HOST in self.places

    @property
    def due(self) -> bool:
        """Whether a strategy has to move, at its own pace, and has not failed."""
        return self.waits_for == "strategy" and not self.paced and self.failure is None

    def may_undo(self) -> tuple[Place, ...]:
        """Return the places that may take something back now."""
        return tuple(place for place in self.places if self.log.moves_back(self.people, _side(place)) is not None)

    def may_redo(self) -> tuple[Place, ...]:
        """Return the places that may make again what was taken back."""
        return tuple(place for place in self.places if self.log.moves_forward(self.people, _side(place)))

    def may_resign(self) -> tuple[Place, ...]:
        """Return the places that may resign now: those of people, also at the opponent's turn."""
        return tuple(PLACES[side] for side in self.log.may_resign(self.people))

    def record(self) -> Record:
        """Return the game so far as a value."""
        return self.log.record(self.players)

    # Changes.

    def changed(self, kind: Kind, held: Sequence[Place], cell: str) -> Self:
        """Return the game after what the holder of some places asks: for the place to move, or for one that may.

        Raises IllegalMoveError, NotNow.
        """
        own = PLACES[self.position.side]
        if kind == "move":
            return self.move(own if own in held else held[0], parse_cell(self.log.game, cell))
        may, change = {
            "undo": (self.may_undo(), self.undo),
            "redo": (self.may_redo(), self.redo),
            "resign": (self.may_resign(), self.resign),
        }[kind]
        able = [place for place in held if place in may] or held
        return change(own if own in able else able[0])

    def move(self, place: Place, cell: Move, reason: str | None = None, saw: str | None = None) -> Self:
        """Return the game after a move of a side, a person's or a strategy's. Raises IllegalMoveError, NotYourTurn."""
        side = self.position.side
        if not self.over and place != PLACES[side]:
            values = {"side": side, "player": self.mover, "seat": _named(place)}
            raise NotYourTurn(Said("error.not-your-turn", values))
        return self._after(self.log.play(LoggedMove(cell, side, _plain(reason), _plain(saw))))

    def undo(self, place: Place) -> Self:
        """Return the game after an undo of a place. Raises NotNow."""
        if place not in self.may_undo():
            raise NotNow(Said("error.nothing-to-undo", {"seat": _named(place)}))
        return self._after(self.log.undo(self.log.moves_back(self.people, _side(place)) or 0))

    def redo(self, place: Place) -> Self:
        """Return the game after a redo of a place. Raises NotNow."""
        if place not in self.may_redo():
            raise NotNow(Said("error.nothing-to-redo", {"seat": _named(place)}))
        return self._after(self.log.redo(self.log.moves_forward(self.people, _side(place))))

    def resign(self, place: Place) -> Self:
        """Return the game after the resignation of a place. Raises NotNow."""
        if place in self.may_resign():
            return self._after(self.log.resign(Side(place)))
        if self.over:
            raise NotNow(Said("error.cannot-resign-over", {"side": _named(place), "ending": self.log.ended}))
        raise NotNow(Said("error.cannot-resign", {"seat": _named(place)}))

    def failing(self, why: str | None) -> Self:
        """Return the game whose strategy to move could not move (None: it is asked again)."""
        return replace(self, failure=why)

    def _after(self, log: GameLog[LoggedMove]) -> Self:
        return replace(self, log=log, version=self.version + 1, updated=datetime.now(UTC), failure=None)

    # Requests that may come twice.

    def seen(self, key: str | None, request: str) -> bool:
        """Return whether the game knows a request with a key. Raises NotationError where it came with another one."""
        known = None if key is None else self.requests.get(key)
        if known is not None and known != request:
            raise NotationError(Said("error.key-reused", {"key": repr(key)}))
        return known is not None

    def noting(self, key: str | None, request: str) -> Self:
        """Return the game that knows a request with a key."""
        if key is None:
            return self
        return replace(self, requests=dict([*self.requests.items(), (key, request)][-_REQUESTS:]))


def places_of(players: tuple[str, str]) -> tuple[Place, ...]:
    """Return the places that people take in a game of two players."""
    return tuple(PLACES[side] for side, player in zip(Side, players, strict=True) if player in PEOPLE) or (HOST,)


def new_secret() -> str:
    """Return a secret of 144 random bits in 24 characters that a URL can hold."""
    return secrets.token_urlsafe(18)


def hashed(secret: str) -> str:
    """Return the hash of a secret, for the store. A plain hash is enough: 144 random bits cannot be guessed."""
    return sha256(secret.encode()).hexdigest()


def _plain(text: str | None) -> str | None:
    """Return a text that every answer can have: a user's own strategy may give any reason."""
    return None if text is None else text.encode("utf-8", "replace").decode()


def _named(place: Place) -> Words:
    return Said("error.host") if place == HOST else place


def _side(place: Place) -> Side | None:
    """Return the side of a place; None for the host, who plays no side."""
    return None if place == HOST else Side(place)
