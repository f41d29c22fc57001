"""The games at hand, between the store and whoever plays: who may do what, and what a change adds to a log.

Everything here blocks and runs on the store's threads. A game in memory is checked by the store with every event: where
another process has moved it on, it is loaded anew.
"""

import random
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest

from noughts.core.notation import parse_cell
from noughts.core.strategy import consult
from noughts.errors import NoughtsError
from noughts.web.ask.services import Services
from noughts.web.play.events import SEATS, Event, Header, Seat
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Repeated, Stale, Store
from noughts.web.play.tokens import hashed

REMEMBERED = 500  # games in memory: one that is not costs a millisecond, all that are cost the garbage collector


class NoToken(NoughtsError):
    """A request that needs a seat's token, without one."""


class WrongToken(NoughtsError):
    """A token of no seat of the game, or of none that may do this."""


@dataclass(frozen=True)
class Snapshot:
    """A game as it stands, the hashes of its seats' tokens, and the game that followed it."""

    game: LiveGame
    seats: Mapping[Seat, str]
    rematch: str | None = None
    failure: str | None = None  # why the strategy to move could not

    def held_by(self, token: str | None) -> list[Seat]:
        """Return the seats of a token. Raises NoToken, WrongToken."""
        if token is None:
            raise NoToken("this needs the token of a seat: it is in the link of whoever plays")
        mine = [seat for seat, known in self.seats.items() if compare_digest(known, hashed(token))]
        if not mine:
            raise WrongToken("this token is of no seat of this game: with it you can only watch")
        return mine

    @property
    def paced(self) -> bool:
        """Whether a host says when the strategies move."""
        return "host" in self.seats


@dataclass(frozen=True)
class Action:
    """What a request wants: whose token, the version it saw, its key, and the event that it makes of a game."""

    token: str | None
    version: int
    key: str | None
    fingerprint: str  # what the request asks for, as text: the same key with another is refused
    build: Callable[[LiveGame, Sequence[Seat]], Event]


class Conflict(NoughtsError):
    """A request that builds on a version that is not the game's own."""


class GameCache:
    """The snapshots that games are played at."""

    def __init__(self, store: Store, services: Services) -> None:
        self.store = store
        self.services = services
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()

    def snapshot(self, game_id: str) -> Snapshot:
        """Return a game as the store has it. Raises NoSuchGame."""
        stored = self.store.load(game_id)
        known = self._snapshots.get(game_id)
        if known is not None and known.game.version == len(stored.events) and known.rematch == stored.rematch:
            return known
        return self._keep(Snapshot(LiveGame.replay(stored.header, stored.events), stored.seats, stored.rematch))

    def open(self, header: Header, tokens: Mapping[Seat, str], owner: str | None, owned: Iterable[Seat]) -> Snapshot:
        """Begin a game; a quick strategy opens it where it is its turn."""
        self.store.create(header, tokens, owner, owned)
        return self._with_reply(self._keep(Snapshot(LiveGame.start(header), tokens)))

    def reopen(self, game_id: str) -> Snapshot:
        """Return a game that the store has just begun; a quick strategy opens it where it is its turn."""
        return self._with_reply(self.snapshot(game_id))

    def apply(self, game_id: str, action: Action) -> Snapshot:
        """Do what a request wants, unless it is repeated, and let a quick strategy reply. Raises NoughtsErrors."""
        snapshot = self._snapshots.get(game_id) or self.snapshot(game_id)
        held = snapshot.held_by(action.token)
        if action.version != snapshot.game.version:
            snapshot = self.snapshot(game_id)
            if self._repeated(game_id, action):
                return snapshot
            if action.version != snapshot.game.version:
                raise Conflict(f"the game is at version {snapshot.game.version}, and this builds on {action.version}")
        event = action.build(snapshot.game, held)
        reply, failure = self._reply(replace(snapshot, game=snapshot.game.after(event)))
        try:
            return self._add(snapshot, event, *reply, failure=failure, key=action.key, fingerprint=action.fingerprint)
        except Repeated:
            return self.snapshot(game_id)
        except Stale as stale:
            self.snapshot(game_id)
            raise Conflict("somebody else was first: the game has moved on") from stale

    def answer(self, game_id: str, version: int, cell: str, reason: str | None) -> Snapshot:
        """Make the move of a strategy that has thought, unless the game has moved on meanwhile."""
        snapshot = self.snapshot(game_id)
        if snapshot.game.version == version and snapshot.game.waits_for == "strategy":
            seat = SEATS[snapshot.game.position.side]
            return self._add_if_first(
                snapshot, snapshot.game.move(seat, parse_cell(snapshot.game.header.game, cell), reason)
            )
        return snapshot

    def failed(self, game_id: str, version: int, why: str | None) -> Snapshot:
        """Note that the strategy could not move (None: forget that it could not)."""
        snapshot = self.snapshot(game_id)
        return self._keep(replace(snapshot, failure=why)) if snapshot.game.version == version else snapshot

    def step(self, snapshot: Snapshot) -> Snapshot:
        """Let the strategy to move make its move, a quick one. Raises NoughtsError where it cannot."""
        return self._add_if_first(snapshot, self._quick_move(snapshot.game))

    def is_quick(self, game: LiveGame) -> bool:
        """Return whether the strategy to move decides at once. Raises StrategyError where there is none of its name."""
        return self.services.quick(self.services.load(mover(game)), game.header.game)

    def _repeated(self, game_id: str, action: Action) -> bool:
        return action.key is not None and self.store.repeats(game_id, action.key, action.fingerprint)

    def _with_reply(self, snapshot: Snapshot) -> Snapshot:
        reply, failure = self._reply(snapshot)
        return self._add_if_first(snapshot, *reply, failure=failure)

    def _reply(self, snapshot: Snapshot) -> tuple[Sequence[Event], str | None]:
        """The move of a quick strategy where it is its turn; or why it could not."""
        if snapshot.game.waits_for != "strategy" or snapshot.paced:
            return (), None
        try:
            return ((self._quick_move(snapshot.game),) if self.is_quick(snapshot.game) else ()), None
        except NoughtsError as error:
            return (), str(error)

    def _quick_move(self, game: LiveGame) -> Event:
        rng = random.Random(seed_of(game))
        decision = consult(self.services.load(mover(game)), game.position, rng)
        return game.move(SEATS[game.position.side], decision.choose(rng), decision.reason)

    def _add(
        self,
        snapshot: Snapshot,
        *events: Event,
        failure: str | None = None,
        key: str | None = None,
        fingerprint: str = "",
    ) -> Snapshot:
        """Add events to a game, in one transaction: a move and its reply need the disk once."""
        game = snapshot.game
        if events:
            self.store.append(game.header.id, game.version + 1, *events, key=key, fingerprint=fingerprint)
        for event in events:
            game = game.after(event)
        return self._keep(replace(snapshot, game=game, failure=failure))

    def _add_if_first(self, snapshot: Snapshot, *events: Event, failure: str | None = None) -> Snapshot:
        """Add what a strategy does, unless somebody else has been first: that stands then."""
        try:
            return self._add(snapshot, *events, failure=failure)
        except Stale:
            return self.snapshot(snapshot.game.header.id)

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        game_id = snapshot.game.header.id
        self._snapshots.pop(game_id, None)  # not move_to_end: another thread may just have let go of it
        self._snapshots[game_id] = snapshot
        while len(self._snapshots) > REMEMBERED:
            self._snapshots.popitem(last=False)
        return snapshot


def mover(game: LiveGame) -> str:
    """Return who is to move."""
    return game.header.player(game.position.side)


def seed_of(game: LiveGame) -> str:
    """Return where chance starts for the move of a strategy: the same move when it is asked again."""
    return f"{game.header.seed}:{game.version}"


def build_move(cell: str) -> Callable[[LiveGame, Sequence[Seat]], Event]:
    """Return what makes the event of a person's move."""

    def build(game: LiveGame, held: Sequence[Seat]) -> Event:
        seat = SEATS[game.position.side]
        return game.move(seat if seat in held else held[0], parse_cell(game.header.game, cell))

    return build


def build_change(kind: str) -> Callable[[LiveGame, Sequence[Seat]], Event]:
    """Return what makes the event of an undo, a redo or a resignation, for a seat of those held that may."""

    def build(game: LiveGame, held: Sequence[Seat]) -> Event:
        may = {"undo": game.may_undo, "redo": game.may_redo, "resign": game.may_resign}[kind]()
        own = SEATS[game.position.side]
        able = [seat for seat in held if seat in may]
        seat = own if own in able else able[0] if able else held[0]
        event: Event = getattr(game, kind)(seat)
        return event

    return build
