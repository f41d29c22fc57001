"""Two servers on one database, each with games in its memory: what one has done the other sees."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.core.position import Side
from noughts.results.codec import encode
from noughts.web.ask.pool import Pool
from noughts.web.play import games
from noughts.web.play.games import GameService
from noughts.web.play.live import LiveGame, NotNow, hashed
from noughts.web.play.store import Store
from noughts.web.play.views import GameState
from noughts.words import speaking
from tests.web.serving import WORKER
from tests.web.storing import create, new_game


@pytest.fixture
async def two(url: str) -> AsyncIterator[tuple[GameService, GameService]]:
    """The services of two servers."""
    pool, stores = Pool(WORKER, 1), (Store(url), Store(url))
    services = [GameService(store, Application(), pool) for store in stores]
    yield services[0], services[1]
    for service, store in zip(services, stores, strict=True):
        await service.close()
        store.close()
    await pool.close()


def begun(service: GameService, x: str, o: str, number: int = 0) -> LiveGame:
    """Return a new game; the tokens of its seats are their names."""
    return create(service.store, new_game(number, (x, o)))  # type: ignore[arg-type]


async def move(service: GameService, game: LiveGame, cell: str, version: int, key: str | None = None) -> GameState:
    """Make a move of X."""
    return await service.change("move", game.id, "X", version, key, cell)


async def test_what_is_in_memory_is_checked_by_the_store(two: tuple[GameService, GameService]) -> None:
    here, there = two
    game = begun(here, "human", "first")
    assert await here.game(game.id) == await there.game(game.id) == game
    made = await move(here, game, "b2", 0, "key")
    with pytest.raises(NotNow):
        await move(there, game, "c3", 0)
    with pytest.raises(NotNow):
        await move(there, game, "c3", 1)
    assert await there.state(game.id) == made
    for server in two:
        assert await move(server, game, "b2", 0, "key") == made  # which changes nothing


async def test_a_repeated_request_is_known_by_a_server_that_has_read_an_older_game(
    two: tuple[GameService, GameService],
) -> None:
    here, there = two
    game = begun(here, "human", "first")
    await there.game(game.id)
    made = await move(here, game, "b2", 0, "key")
    assert await move(there, game, "b2", 0, "key") == made


async def test_who_follows_at_one_server_sees_what_the_other_does(two: tuple[GameService, GameService]) -> None:
    here, there = two
    game = begun(here, "human", "friend")
    following = there.follow(game.id)
    assert (await anext(following)).version == 0
    before = await there.look({})
    made = await move(here, game, "b2", 0)
    before = await there.look(before)
    assert await asyncio.wait_for(anext(following), 30) == made
    rematch = (await here.rematch(game.id, "X")).game.id
    assert await there.look(before) == {game.id: (1, rematch)}
    assert (await asyncio.wait_for(anext(following), 30)).rematch == rematch
    await following.aclose()  # type: ignore[attr-defined]
    assert await there.look({}) == {}


@pytest.mark.timing
async def test_a_server_looks_by_itself(two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_LOOKS", 0.01)
    here, there = two
    game = begun(here, "human", "friend")
    following = there.follow(game.id)
    await anext(following)
    made = await move(here, game, "b2", 0)
    assert await asyncio.wait_for(anext(following), 30) == made


async def test_a_quick_strategy_that_fails_says_why(two: tuple[GameService, GameService]) -> None:
    here, there = two
    game = begun(here, "human", "nobody")
    failed = await move(here, game, "b2", 0)
    assert failed.version == 1
    for code, words in (("en", "no strategy 'nobody' here"), ("de", "'nobody' ist hier keine Strategie")):
        with speaking(code):
            assert encode(failed)["failure"].startswith(words)
    assert (await here.state(game.id)).failure == failed.failure
    assert (await there.game(game.id)).failure is None


async def test_one_who_holds_both_seats_acts_for_the_one_that_may(two: tuple[GameService, GameService]) -> None:
    here, _ = two
    tokens = {"X": hashed("both"), "O": hashed("both")}
    game = create(here.store, replace(new_game(), tokens=tokens))  # type: ignore[arg-type]

    async def do(kind: Any, version: int, cell: str = "") -> GameState:
        return await here.change(kind, game.id, "both", version, None, cell)

    await do("move", 0, "b2")
    assert [made.side for made in (await do("move", 1, "a1")).moves] == ["X", "O"]
    assert len((await do("undo", 2)).moves) == 1
    assert len((await do("redo", 3)).moves) == 2
    await do("resign", 4)
    assert (await here.game(game.id)).log.resigned is Side.X
