"""A cache of live games in front of the store: it checks tokens and versions, and adds events to the logs.

It runs in the event loop, and does beside it what may block. The store checks the version of a cached game with every
event: a game that another process has changed is loaded again.
"""

import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from hmac import compare_digest
from typing import Protocol, TypeVar

from noughts.app.application import Application
from noughts.app.questions import decides_here
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.errors import NoughtsError
from noughts.players.player import Decision, consult
from noughts.processes.channel import JSON
from noughts.web.play.events import HOST, SEATS, Event, Header, Seat
from noughts.web.play.live import LiveGame
from noughts.web.play.stored import GameStore, Repeated, Stale, Stored
from noughts.web.play.tokens import hashed, new_secret
from noughts.words import Said, stored

T = TypeVar("T")

_REMEMBERED = 500  # games in memory: loading one takes a millisecond, and every object slows the garbage collector

_DECISIONS = 2000  # of quick strategies, in memory: most games begin alike


class NoToken(NoughtsError):
    """A request without the seat's token that it needs."""


class WrongToken(NoughtsError):
    """A token that belongs to no seat of the game."""


@dataclass(frozen=True)
class Snapshot:
    """A game at one version, the hashes of its seats' tokens, and the id of its rematch."""

    game: LiveGame
    seats: Mapping[Seat, str]
    rematch: str | None = None
    failure: str | None = None  # why the strategy to move could not move

    def held_by(self, token: str | None) -> list[Seat]:
        """Return the seats of a token. Raises NoToken, WrongToken."""
        if token is None:
            raise NoToken(Said("error.no-token"))
        given = hashed(token)
        mine = [seat for seat, known in self.seats.items() if compare_digest(known, given)]
        if not mine:
            raise WrongToken(Said("error.wrong-token"))
        return mine

    @property
    def paced(self) -> bool:
        """Whether a host decides when the strategies move."""
        return HOST in self.game.header.seats

    @property
    def due(self) -> bool:
        """Whether a strategy has to move, at its own pace, and has not failed."""
        return self.game.waits_for == "strategy" and not self.paced and self.failure is None


@dataclass(frozen=True)
class Action:
    """What a client asks of a game: its token, the version it saw, its idempotency key, and the event to add."""

    token: str | None
    version: int
    key: str | None
    fingerprint: str  # the request as text: its key must not come with another text
    build: Callable[[LiveGame, Sequence[Seat]], Event]


class Beside(Protocol):
    """Does a work where it may block, and returns its result."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class Conflict(NoughtsError):
    """A request that builds on another version than the game's."""


class GameCache:
    """The snapshots of the games that were used last. Every change of a game goes through here.

    `beside` does what may block: on a thread where there are any.
    """

    def __init__(self, store: GameStore, application: Application, beside: Beside) -> None:
        self.store = store
        self._beside = beside
        self.application = application
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._decision = lru_cache(_DECISIONS)(self._decide)

    async def snapshot(self, game_id: str) -> Snapshot:
        """Return the current state of a game, checked by the store. Raises NoSuchGame."""
        found = await self._beside(lambda: self.listed(self.store.load(game_id)))
        return found if found is self._snapshots.get(game_id) else self._keep(found)

    def listed(self, stored: Stored) -> Snapshot:
        """Return the state of a stored game, which is not kept."""
        known = self._snapshots.get(stored.header.id)
        if known is not None and known.game.version == len(stored.events) and known.rematch == stored.rematch:
            return known
        return Snapshot(LiveGame.replay(stored.header, stored.events), stored.seats, stored.rematch)

    async def open(
        self, header: Header, tokens: Mapping[Seat, str], owner: str | None, owned: Iterable[Seat]
    ) -> Snapshot:
        """Begin a game, with the first move of a quick strategy where that is to move."""
        await self.store.create(header, tokens, owner, owned)
        return await self._with_reply(self._keep(Snapshot(LiveGame.start(header), tokens)))

    async def rematch(self, game_id: str, token: str | None) -> Snapshot:
        """Return the next game, sides swapped: a new one, or the existing one. Every person keeps the same token."""
        snapshot = await self.snapshot(game_id)
        snapshot.held_by(token)
        header = snapshot.game.header.rematch(new_secret()[:22], random.getrandbits(62), datetime.now(UTC))
        return await self._with_reply(await self.snapshot(await self.store.rematch(header)))

    async def claim(self, game_id: str, token: str | None, owner: str) -> list[Seat]:
        """Add the seats of a token to the owner's list, and return them."""
        seats = (await self.snapshot(game_id)).held_by(token)
        for seat in seats:
            await self.store.claim(game_id, seat, hashed(owner))
        return seats

    async def apply(self, game_id: str, action: Action) -> Snapshot:
        """Add an action's event and a quick strategy's reply; a repeated action adds nothing. Raises NoughtsError."""
        snapshot = self._snapshots.get(game_id) or await self.snapshot(game_id)
        snapshot.held_by(action.token)
        if action.version != snapshot.game.version:
            snapshot = await self.snapshot(game_id)
            if await self._repeats(game_id, action):
                return snapshot
            if action.version != snapshot.game.version:
                values = {"version": snapshot.game.version, "other": action.version}
                raise Conflict(Said("error.other-version", values))
        return await self._act(snapshot, action)

    async def _repeats(self, game_id: str, action: Action) -> bool:
        """Return whether a game has seen an action with its key. Raises KeyReused."""
        key = action.key
        return key is not None and await self._beside(lambda: self.store.repeats(game_id, key, action.fingerprint))

    async def answer(self, game_id: str, version: int, cell: str, reason: str, saw: str) -> Snapshot:
        """Make the move that a slow strategy has chosen, unless the game has changed meanwhile."""
        snapshot = await self.snapshot(game_id)
        if snapshot.game.version == version and snapshot.game.waits_for == "strategy":
            seat = SEATS[snapshot.game.position.side]
            move = parse_cell(snapshot.game.header.game, cell)
            return await self._add_if_first(snapshot, snapshot.game.move(seat, move, reason, saw))
        return snapshot

    async def failed(self, game_id: str, version: int, why: str | None) -> Snapshot:
        """Record why the strategy could not move (None: clear the record)."""
        snapshot = await self.snapshot(game_id)
        return self._keep(replace(snapshot, failure=why)) if snapshot.game.version == version else snapshot

    async def step(self, snapshot: Snapshot) -> Snapshot:
        """Make the move of a quick strategy. Raises NoughtsError where it cannot move."""
        return await self._add_if_first(snapshot, self._quick_move(snapshot.game))

    def is_quick(self, game: LiveGame) -> bool:
        """Return whether the strategy to move decides at once. Raises StrategyError for an unknown one."""
        return decides_here(self.application.load(mover(game)), game.header.game)

    async def _act(self, snapshot: Snapshot, action: Action) -> Snapshot:
        """Add an action's event, with the reply of a quick strategy. Raises Conflict if another request was first."""
        event = action.build(snapshot.game, snapshot.held_by(action.token))
        after = replace(snapshot, game=snapshot.game.after(event))
        reply, failure = self._reply(after)
        try:
            return await self._grow(after, reply, failure, (event,), action.key, action.fingerprint)
        except Repeated:
            return await self.snapshot(snapshot.game.header.id)
        except Stale as error:
            raise Conflict(Said("error.too-late")) from error

    async def _with_reply(self, snapshot: Snapshot) -> Snapshot:
        reply, failure = self._reply(snapshot)
        return await self._add_if_first(snapshot, *reply, failure=failure)

    def _reply(self, snapshot: Snapshot) -> tuple[Sequence[Event], str | None]:
        """Return the move of a quick strategy where that is to move, and why it could not move."""
        if snapshot.game.waits_for != "strategy" or snapshot.paced:
            return (), None
        try:
            return ((self._quick_move(snapshot.game),) if self.is_quick(snapshot.game) else ()), None
        except NoughtsError as error:
            return (), stored(error.said)

    def _quick_move(self, game: LiveGame) -> Event:
        rng = random.Random(_seed_of(game))
        if self.application.load(mover(game)).noisy:
            decision = consult(self.application.load(mover(game)), game.position, rng)
        else:
            decision = self._decision(mover(game), game.position)
        return game.move(SEATS[game.position.side], decision.choose(rng), stored(decision.reason), stored(decision.saw))

    def _decide(self, player: str, position: Position) -> Decision:
        """Return the decision of a strategy that depends on the position alone."""
        return consult(self.application.load(player), position, random.Random(0))

    async def _add_if_first(self, snapshot: Snapshot, *events: Event, failure: str | None = None) -> Snapshot:
        """Add a strategy's events, unless another request was first; return the game as it is then."""
        try:
            return await self._grow(snapshot, events, failure)
        except Stale:
            return await self.snapshot(snapshot.game.header.id)

    async def _grow(
        self,
        snapshot: Snapshot,
        events: Sequence[Event],
        failure: str | None,
        made: Sequence[Event] = (),
        key: str | None = None,
        fingerprint: str = "",
    ) -> Snapshot:
        """Store events of a game, and return the game after them; `made` were its last ones, which are not stored yet.

        Raises what `Store.append` raises.
        """
        game, first = snapshot.game, snapshot.game.version + 1 - len(made)
        for event in events:
            game = game.after(event)
        if added := (*made, *events):
            await self.store.append(game.header.id, first, *added, key=key, fingerprint=fingerprint)
        return self._keep(replace(snapshot, game=game, failure=failure))

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        game_id = snapshot.game.header.id
        self._snapshots.pop(game_id, None)
        self._snapshots[game_id] = snapshot
        while len(self._snapshots) > _REMEMBERED:
            self._snapshots.popitem(last=False)
        return snapshot


def mover(game: LiveGame) -> str:
    """Return the player to move."""
    return game.header.player(game.position.side)


def thought_of(game: LiveGame) -> JSON:
    """Return what a worker is asked for the next move of a strategy."""
    return {
        "game": str(game.header.game),
        "position": str(game.position),
        "strategy": mover(game),
        "seed": _seed_of(game),
    }


def _seed_of(game: LiveGame) -> str:
    """Return the seed of a strategy's next move: a repeated request gets the same move."""
    return f"{game.header.seed}:{game.version}"


def build_move(cell: str) -> Callable[[LiveGame, Sequence[Seat]], Event]:
    """Return the function that makes the event of a person's move."""

    def build(game: LiveGame, held: Sequence[Seat]) -> Event:
        seat = SEATS[game.position.side]
        return game.move(seat if seat in held else held[0], parse_cell(game.header.game, cell))

    return build


def build_change(kind: str) -> Callable[[LiveGame, Sequence[Seat]], Event]:
    """Return the function that makes the event of an undo, a redo or a resignation, by a held seat that may."""

    def build(game: LiveGame, held: Sequence[Seat]) -> Event:
        may = {"undo": game.may_undo, "redo": game.may_redo, "resign": game.may_resign}[kind]()
        own = SEATS[game.position.side]
        able = [seat for seat in held if seat in may]
        seat = own if own in able else able[0] if able else held[0]
        event: Event = getattr(game, kind)(seat)
        return event

    return build
