"""Live updates between two servers on one database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from noughts.cli.services import make_services
from noughts.core.game import Game
from noughts.web.ask.pool import Pool
from noughts.web.play.games import GameService
from noughts.web.play.store import Store
from noughts.web.play.views import GameState
from tests.web import postgresql
from tests.web.serving import WORKER


@asynccontextmanager
async def service(url: str) -> AsyncIterator[GameService]:
    """Run the service for games."""
    store, pool = Store(url), Pool(WORKER, 1)
    games = GameService(store, make_services(), pool)
    yield games
    await games.close()
    await pool.close()
    store.close()


async def soon(states: AsyncIterator[GameState]) -> GameState:
    """Return the next state, which comes by itself."""
    return await asyncio.wait_for(anext(states), 30)


async def test_a_spectator_at_another_server_sees_every_change_once(url: str) -> None:
    async with service(url) as here, service(url) as there:
        created = await here.create(Game(3, 3, 3), ("human", "friend"), (), "owner")
        name, tokens = created.game.id, created.tokens
        far, near = there.follow(name), here.follow(name)
        assert (await soon(far)).version == (await soon(near)).version == 0
        for version, (seat, cell) in enumerate([("X", "b2"), ("O", "a1"), ("X", "c3")]):
            await here.move(name, tokens[seat], cell, version, None)  # type: ignore[index]
            assert (await soon(far)) == (await soon(near)) == await here.state(name)
        await there.change("resign", name, tokens["O"], 3, None)
        assert (await soon(near)).outcome == (await soon(far)).outcome is not None
        again = await here.rematch(name, tokens["X"])
        assert (await soon(far)).rematch == (await soon(near)).rematch == again.game.id
        here.hub.close()
        there.hub.close()
        assert [state async for state in far] == [state async for state in near] == []


async def test_news_come_again_after_postgresql_does(postgres: postgresql.Server) -> None:
    url = postgres.database()
    async with service(url) as here, service(url) as there:
        created = await here.create(Game(3, 3, 3), ("human", "human"), (), "owner")
        states = there.follow(created.game.id)
        assert (await soon(states)).version == 0
        await asyncio.to_thread(postgres.crash)
        await asyncio.to_thread(postgres.start)
        await here.move(created.game.id, created.tokens["X"], "b2", 0, None)
        assert (await soon(states)).version == 1
