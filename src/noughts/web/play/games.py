"""The service for games: it makes changes, runs slow strategies, and sends new states to the listeners.

A change is on disk before its response is sent. A quick strategy replies in the same request; a slow one thinks in the
worker pool, and stops when no client follows the game.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from noughts.app.application import Application
from noughts.app.questions import TABLE
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NoughtsError
from noughts.web.ask.pool import Pool
from noughts.web.hub import Hub
from noughts.web.play.beginning import begin
from noughts.web.play.cache import Action, GameCache, Snapshot, build_change, build_move, thought_of
from noughts.web.play.events import Seat
from noughts.web.play.live import LiveGame, NotNow
from noughts.web.play.stored import GameStore
from noughts.web.play.tokens import hashed
from noughts.web.play.views import Created, Games, GameState, listed_of, state_of
from noughts.words import NONE, Said, speaking, stored

T = TypeVar("T")
_GRACE = 20.0  # seconds that a slow strategy goes on thinking while no client follows
_THREADS = 16  # that read games


class GameService:
    """The service for games.

    `alone`: nothing else changes the games meanwhile, and there are no threads: a stream ends when no strategy thinks.
    """

    def __init__(self, store: GameStore, application: Application, pool: Pool, alone: bool = False) -> None:
        self.store = store
        self.application = application
        self.pool = pool
        self.cache = GameCache(store, application, self._on_thread)
        self.hub = Hub[GameState](lambda state: state.version)  # threads may overtake each other
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._threads = None if alone else ThreadPoolExecutor(_THREADS, thread_name_prefix="store")

    async def close(self) -> None:
        """Stop thinking, end the streams, and let the last write finish."""
        self.hub.close()
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)

    # Reading.

    async def state(self, game_id: str) -> GameState:
        """Return the state of a game; a slow strategy to move begins to think."""
        return self._shown(await self.cache.snapshot(game_id))

    async def record(self, game_id: str) -> Record:
        """Return a game as a record."""
        snapshot = await self.cache.snapshot(game_id)
        return snapshot.game.record()

    async def mine(self, owner: str | None, limit: int, before: str | None) -> Games:
        """Return the games that an owner has a seat in, the last changed first."""
        secret = "" if owner is None else hashed(owner)
        found, cursor = await self._on_thread(lambda: self.store.mine(secret, limit, before))
        return Games([listed_of(self.cache.listed(stored), seats) for stored, seats in found], cursor)

    async def follow(self, game_id: str) -> AsyncIterator[GameState]:
        """Yield the state of a game, now and after every change."""
        with self.hub.listening(game_id) as listener:
            listener.tell(await self.state(game_id))
            async for state in listener:
                yield state
                if self._threads is None and not state.thinking:
                    return

    # Changes.

    async def create(
        self, game: Game, players: tuple[str, str], opening: Sequence[str], owner: str, hints: bool = False
    ) -> Created:
        """Begin a game. Raises NoughtsError for a game that cannot be played."""
        new = begin(self.application.load, game, players, opening, hints)
        snapshot = await self.cache.open(new.header, new.hashes, hashed(owner), new.owned)
        return Created(game=self._shown(snapshot), tokens=new.tokens)

    async def claim(self, game_id: str, token: str | None, owner: str) -> list[Seat]:
        """Add the seats of a token to the owner's list, and return them."""
        return await self.cache.claim(game_id, token, owner)

    async def move(self, game_id: str, token: str | None, cell: str, version: int, key: str | None) -> GameState:
        """Make a person's move."""
        action = Action(token, version, key, f"move {cell} {version}", build_move(cell))
        return self._published(await self.cache.apply(game_id, action))

    async def change(self, kind: str, game_id: str, token: str | None, version: int, key: str | None) -> GameState:
        """Undo, redo or resign."""
        action = Action(token, version, key, f"{kind} {version}", build_change(kind))
        return self._published(await self.cache.apply(game_id, action))

    async def step(self, game_id: str, token: str | None, version: int) -> GameState:
        """Make the next move of a strategy: where a host sets the pace, or where the strategy failed before.

        Repeating a request is safe: with an earlier version it changes nothing.
        """
        snapshot = await self.cache.snapshot(game_id)
        snapshot.held_by(token)
        if snapshot.game.version != version:
            return self._shown(snapshot)
        if snapshot.game.waits_for != "strategy":
            raise NotNow(Said("error.no-turn"))
        if not snapshot.paced:
            return self._published(await self.cache.failed(game_id, version, None))
        if self.cache.is_quick(snapshot.game):
            return self._published(await self.cache.step(snapshot))
        return self._published(await (await self._thought(snapshot.game))())

    async def rematch(self, game_id: str, token: str | None) -> Created:
        """Return the next game, sides swapped: a new one, or the existing one. Every person keeps the same token."""
        known = await self.cache.snapshot(game_id)
        snapshot = await self.cache.rematch(game_id, token)
        if known.rematch is None:
            self._published(await self.cache.snapshot(game_id))
        return Created(game=self._shown(snapshot), tokens={seat: str(token) for seat in snapshot.held_by(token)})

    # Private.

    def _published(self, snapshot: Snapshot) -> GameState:
        """Return the state after a change, and send it to the listeners."""
        state = self._shown(snapshot)
        self.hub.tell(state.id, state)
        return state

    def _shown(self, snapshot: Snapshot) -> GameState:
        """Return the state to show. A slow strategy to move begins to think, unless it has failed."""
        game, game_id = snapshot.game, snapshot.game.header.id
        thinking = self._thinking.get(game_id)
        if thinking is not None and int(thinking.get_name()) < game.version:
            thinking.cancel()  # the position has changed
            thinking = None
        if snapshot.due and thinking is None:
            self._thinking[game_id] = asyncio.create_task(self._think(game), name=str(game.version))
        return state_of(snapshot)

    async def _think(self, game: LiveGame) -> None:
        """Ask a slow strategy for its move, and make it. Stops when no client follows the game."""
        game_id = game.header.id
        thought = asyncio.ensure_future(self._thought(game))
        try:
            while not (await asyncio.wait((thought,), timeout=_GRACE))[0]:
                current = await self.cache.snapshot(game_id)
                if not self.hub.listeners(game_id) or current.game.version != game.version:
                    return
            change = thought.result()
        except NoughtsError as error:
            why = stored(error.said)
            change = lambda: self.cache.failed(game_id, game.version, why)  # noqa: E731
        finally:
            thought.cancel()
            await asyncio.gather(thought, return_exceptions=True)
            if self._thinking.get(game_id) is asyncio.current_task():
                del self._thinking[game_id]
        self._published(await change())

    async def _thought(self, game: LiveGame) -> Callable[[], Awaitable[Snapshot]]:
        """Return the function that makes the move that a strategy in the pool has chosen."""
        with speaking(NONE):  # each of the players reads it in a language of their own
            decision = await self.pool.run("move", thought_of(game), TABLE["move"].seconds)
        told = decision["choice"], decision["reason"], decision["saw"]
        return lambda: self.cache.answer(game.header.id, game.version, *told)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
