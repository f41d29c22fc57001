"""The service for games: it makes changes, runs slow strategies, and sends new states to the listeners.

A change is on disk before its response is sent. A quick strategy replies in the same request; a slow one thinks in the
worker pool, and stops when no client follows the game. Games that were used last are in memory: the store checks their
versions, since another server may change them.
"""

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from noughts.app.application import Application
from noughts.app.questions import TABLE, decides_here
from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.players.player import Decision, consult, require_support
from noughts.processes.channel import JSON
from noughts.web.ask.pool import Pool
from noughts.web.hub import Hub
from noughts.web.play.documents import DocumentStore, StoreError
from noughts.web.play.live import (
    PEOPLE,
    PLACES,
    SWAPPED,
    Kind,
    LiveGame,
    NotNow,
    Place,
    Stand,
    hashed,
    new_secret,
    places_of,
)
from noughts.web.play.views import Created, Games, GameState, listed_of, state_of
from noughts.words import NONE, Said, speaking, stored

if TYPE_CHECKING:
    from noughts.web.play.store import Store

T = TypeVar("T")
_GRACE = 20.0  # seconds that a slow strategy goes on thinking while no client follows
_THREADS = 16  # that read and write games
_REMEMBERED = 500  # games in memory: loading one takes a millisecond, and every object slows the garbage collector
_DECISIONS = 2000  # of quick strategies, in memory: most games begin alike
_LOOKS = 1.0  # seconds between two looks at what other servers have done to the games that are followed


class GameService:
    """The service for games.

    `alone`: nothing else changes the games meanwhile, and there are no threads: a stream ends when no strategy thinks.
    """

    def __init__(
        self, store: "Store | DocumentStore", application: Application, pool: Pool, alone: bool = False
    ) -> None:
        self.store = store
        self.application = application
        self.pool = pool
        self.hub = Hub[GameState]()
        self._decision = lru_cache(_DECISIONS)(self._decide)
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._changes: list[tuple[tuple[LiveGame, int], asyncio.Future[bool]]] = []  # that wait for those being written
        self._threads = None if alone else ThreadPoolExecutor(_THREADS, thread_name_prefix="store")

    async def close(self) -> None:
        """Stop thinking, end the streams, and let the last write finish."""
        self.hub.close()
        tasks = [*self._thinking.values(), *([] if self._looking is None else [self._looking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._writing is not None:
            await self._writing
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)

    # Reading.

    async def game(self, game_id: str) -> LiveGame:
        """Return a game as the store has it now. Raises NoSuchGame."""
        return self._keep(await self._on_thread(lambda: self.store.load(game_id, self._games)))

    async def state(self, game_id: str) -> GameState:
        """Return the state of a game; a slow strategy to move begins to think."""
        return self._shown(await self.game(game_id))

    async def mine(self, owner: str | None, limit: int, before: str | None) -> Games:
        """Return the games that an owner has a place in, the last changed first."""
        secret = "" if owner is None else hashed(owner)
        games, cursor = await self._on_thread(lambda: self.store.mine(secret, limit, before, self._games))
        return Games([listed_of(game, places) for game, places in games], cursor)

    async def follow(self, game_id: str) -> AsyncIterator[GameState]:
        """Yield the state of a game, now and after every change."""
        with self.hub.listening(game_id) as listener:
            listener.tell(await self.state(game_id))
            if self._threads is not None and self._looking is None:
                self._looking = asyncio.create_task(self._look())
            async for state in listener:
                yield state
                if self._threads is None and not state.thinking:
                    return

    # Changes.

    async def create(
        self, game: Game, players: tuple[str, str], opening: Sequence[str], owner: str, hints: bool = False
    ) -> Created:
        """Begin a game. Raises NoughtsError for a game that cannot be played."""
        for player in players:
            if player not in PEOPLE:
                require_support(self.application.load(player), game)
        secrets = {place: new_secret() for place in places_of(players)}
        tokens = {place: hashed(secret) for place, secret in secrets.items()}
        cells, seed = _opening(game, opening), random.getrandbits(62)
        begun = LiveGame.start(new_secret()[:22], game, players, tokens, cells, seed, hints)
        begun = self._replied(begun)
        await self._on_thread(lambda: self.store.create(begun, hashed(owner), begun.owned))
        return Created(game=self._shown(self._keep(begun)), tokens=secrets)

    async def claim(self, game_id: str, token: str | None, owner: str) -> list[Place]:
        """Add the places of a token to the owner's list, and return them."""
        places = (await self.game(game_id)).held_by(token)
        await self._on_thread(lambda: self.store.claim(game_id, places, hashed(owner)))
        return places

    async def change(
        self, kind: Kind, game_id: str, token: str | None, version: int, key: str | None, cell: str = ""
    ) -> GameState:
        """Move, undo, redo or resign, with the reply of a quick strategy; a repeated request changes nothing.

        Raises NotNow where the game has another version.
        """
        request = f"{kind} {cell} {version}"
        game = self._games.get(game_id)
        if game is None or game.version != version:
            game = await self.game(game_id)
        held = game.held_by(token)
        if game.seen(key, request):
            return self._shown(game)
        if game.version != version:
            raise NotNow(Said("error.other-version", {"version": game.version, "other": version}))
        after = self._replied(game.changed(kind, held, cell).noting(key, request))
        if await self._is_stored(after, version):
            return self._published(after)
        game = await self.game(game_id)
        if game.seen(key, request):
            return self._shown(game)
        raise NotNow(Said("error.too-late"))

    async def step(self, game_id: str, token: str | None, version: int) -> GameState:
        """Make the next move of a strategy: where a host sets the pace, or where the strategy failed before.

        Repeating a request is safe: with an earlier version it changes nothing.
        """
        game = await self.game(game_id)
        game.held_by(token)
        if game.version != version:
            return self._shown(game)
        if game.waits_for != "strategy":
            raise NotNow(Said("error.no-turn"))
        if not game.paced:
            return self._published(game.failing(None))
        after = self._moved(game) if self._is_quick(game) else _chosen(game, await self._thought(game))
        return await self._answered(after, version)

    async def rematch(self, game_id: str, token: str | None) -> Created:
        """Return the next game, sides swapped: a new one, or the existing one. Every person keeps the same token."""
        old = await self.game(game_id)
        held = old.held_by(token)
        new = self._replied(old.next(new_secret()[:22], random.getrandbits(62)))
        rematch = await self._on_thread(lambda: self.store.rematch(game_id, new))
        if old.rematch is None:
            self._published(await self.game(game_id))
        state = self._shown(self._keep(new) if rematch == new.id else await self.game(rematch))
        return Created(game=state, tokens={SWAPPED[place]: str(token) for place in held})

    # Games in memory.

    def _keep(self, game: LiveGame) -> LiveGame:
        """Remember a game, and return it, or a later version of it: threads may overtake each other."""
        known = self._games.get(game.id)
        game = game if known is None or known.version <= game.version else known
        self._games[game.id] = game
        self._games.move_to_end(game.id)
        while len(self._games) > _REMEMBERED:
            self._games.popitem(last=False)
        return game

    async def _is_stored(self, game: LiveGame, before: int) -> bool:
        """Store a game in place of its version `before`; return whether no other request was first.

        A sync to the disk takes longer than all else that a move costs: the changes that come meanwhile share the next.
        With 64 clients that is ten times quicker than a transaction for each, for a tenth of the processor time.
        """
        is_stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._changes.append(((game, before), is_stored))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await is_stored

    async def _write(self) -> None:
        """Store the changes that wait, until none does."""
        while self._changes:
            changes, self._changes = self._changes, []
            given = [change for change, _ in changes]
            outcomes: Sequence[bool | Exception]
            try:
                outcomes = await self._on_thread(partial(self.store.save, given))
            except Exception as error:
                outcomes = [error] * len(changes)
            for (_, is_stored), outcome in zip(changes, outcomes, strict=True):
                if is_stored.done():  # its request was given up
                    continue
                if isinstance(outcome, Exception):
                    is_stored.set_exception(outcome)
                else:
                    is_stored.set_result(outcome)
        self._writing = None

    def _published(self, game: LiveGame) -> GameState:
        """Return the state after a change, and send it to the listeners."""
        state = self._shown(self._keep(game))
        self.hub.tell(state.id, state)
        return state

    async def _look(self) -> None:
        """Look again and again at the games that are followed."""
        before: dict[str, Stand] = {}
        while True:
            await asyncio.sleep(_LOOKS)
            with suppress(StoreError):  # the log has it
                before = await self.look(before)

    async def look(self, before: Mapping[str, Stand]) -> dict[str, Stand]:
        """Send on what other servers have done to the games that are followed, and return how those stand.

        `before` is how they stood: a game that is not in memory any more is sent once.
        """
        if not (followed := self.hub.topics):
            return {}
        stands = await self._on_thread(lambda: self.store.stands(followed))
        for game_id, stand in stands.items():
            known = self._games.get(game_id)
            if stand != before.get(game_id) and (known is None or known.stand != stand):
                self._published(await self.game(game_id))
        return stands

    # Quick strategies.

    def _is_quick(self, game: LiveGame) -> bool:
        """Return whether the strategy to move decides at once. Raises StrategyError for an unknown one."""
        return decides_here(self.application.load(game.mover), game.log.game)

    def _replied(self, game: LiveGame) -> LiveGame:
        """Return a game with the move of a quick strategy where that is to move, or with why it could not move."""
        try:
            return self._moved(game) if game.due and self._is_quick(game) else game
        except NoughtsError as error:
            return game.failing(stored(error.said))

    def _moved(self, game: LiveGame) -> LiveGame:
        """Return a game after the move of a quick strategy. Raises NoughtsError where it cannot move."""
        rng = random.Random(_seed_of(game))
        player, position = self.application.load(game.mover), game.position
        decision = consult(player, position, rng) if player.noisy else self._decision(game.mover, position)
        cell, reason, saw = decision.choose(rng), stored(decision.reason), stored(decision.saw)
        return game.move(PLACES[position.side], cell, reason, saw)

    def _decide(self, player: str, position: Position) -> Decision:
        """Return the decision of a strategy that depends on the position alone."""
        return consult(self.application.load(player), position, random.Random(0))

    # Slow strategies.

    def _shown(self, game: LiveGame) -> GameState:
        """Return the state to show. A slow strategy to move begins to think, unless it has failed."""
        thinking = self._thinking.get(game.id)
        if thinking is not None and int(thinking.get_name()) < game.version:
            thinking.cancel()  # the position has changed
            thinking = None
        if game.due and thinking is None:
            self._thinking[game.id] = asyncio.create_task(self._think(game), name=str(game.version))
        return state_of(game)

    async def _think(self, game: LiveGame) -> None:
        """Ask a slow strategy for its move, and make it. Stops when no client follows the game."""
        thought = asyncio.ensure_future(self._thought(game))
        decision, failure = dict[str, str](), None
        try:
            while not (await asyncio.wait((thought,), timeout=_GRACE))[0]:
                if not self.hub.listeners(game.id) or (await self.game(game.id)).version != game.version:
                    return
            decision = thought.result()
        except NoughtsError as error:
            failure = stored(error.said)
        finally:
            thought.cancel()
            await asyncio.gather(thought, return_exceptions=True)
            if self._thinking.get(game.id) is asyncio.current_task():
                del self._thinking[game.id]
        now = await self.game(game.id)
        if now.version == game.version:
            if failure is None:
                await self._answered(_chosen(now, decision), game.version)
            else:
                self._published(now.failing(failure))

    async def _thought(self, game: LiveGame) -> JSON:
        """Return what a strategy in the pool chooses."""
        with speaking(NONE):  # each of the players reads it in a language of their own
            request = {"game": str(game.log.game), "position": str(game.position)}
            request |= {"strategy": game.mover, "seed": _seed_of(game)}
            return await self.pool.run("move", request, TABLE["move"].seconds)

    async def _answered(self, after: LiveGame, before: int) -> GameState:
        """Make a strategy's move unless another request was first, and return the state as it is then."""
        if not await self._is_stored(after, before):
            after = await self.game(after.id)
        return self._published(after)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _seed_of(game: LiveGame) -> str:
    """Return the seed of a strategy's next move: a repeated request gets the same move."""
    return f"{game.seed}:{game.version}"


def _chosen(game: LiveGame, decision: JSON) -> LiveGame:
    """Return a game after the move that a worker has chosen."""
    cell = parse_cell(game.log.game, decision["choice"])
    return game.move(PLACES[game.position.side], cell, decision["reason"], decision["saw"])


def _opening(game: Game, names: Sequence[str]) -> list[Move]:
    """Return the cells of an opening. Raises NoughtsError, with the number of the move."""
    position, cells = Position(game), list[Move]()
    for number, name in enumerate(names, start=1):
        cell = parse_cell(game, name)
        try:
            position = position.play(cell)
        except IllegalMoveError as error:
            values = {"number": number, "name": repr(name), "reason": error.said}
            raise IllegalMoveError(cell, Said("error.named-move", values)) from None
        cells.append(cell)
    return cells
