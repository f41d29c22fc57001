"""The cache of games: what another server or another request may change between a read and a write."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.core.position import Side
from noughts.results.codec import encode
from noughts.web.play import cache
from noughts.web.play.cache import Action, Conflict, GameCache, Snapshot, build_change, build_move
from noughts.web.play.events import Header
from noughts.web.play.store import Store
from noughts.web.play.tokens import hashed
from noughts.web.play.views import state_of
from noughts.words import speaking
from tests.web.storing import new_header

SERVICES = Application()


class Cache:
    """A cache whose answers a test waits for."""

    def __init__(self, store: Store) -> None:
        self.cache = GameCache(store, SERVICES, beside)

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.cache, name)
        return lambda *given: asyncio.run(asked(*given))


async def beside(work: Callable[[], Any]) -> Any:
    """Do a work at once."""
    return work()


@pytest.fixture
def two(url: str) -> Iterator[tuple[Cache, Cache]]:
    """The caches of two servers on one database."""
    stores = Store(url), Store(url)
    yield Cache(stores[0]), Cache(stores[1])
    for store in stores:
        store.close()


def opened(cached: Cache, header: Header) -> Snapshot:
    """Begin a game whose seats' tokens are the seats' names."""
    found: Snapshot = cached.open(header, {seat: hashed(seat) for seat in header.seats}, None, ())
    return found


def move(cell: str, version: int, key: str | None = None) -> Action:
    """Return a move of X."""
    return Action("X", version, key, f"move {cell} {version}", build_move(cell))


def test_what_is_in_memory_is_checked_by_the_store(two: tuple[Cache, Cache]) -> None:
    here, there = two
    snapshot = opened(here, new_header(players=("human", "first")))
    identity = snapshot.game.header.id
    assert there.snapshot(identity) == snapshot
    made = here.apply(identity, move("b2", 0, "key"))
    with pytest.raises(Conflict, match=r"^another request was first: the game has changed$"):
        there.apply(identity, move("c3", 0))
    assert there.snapshot(identity) == made
    with pytest.raises(Conflict, match=r"^the game is at version 2, and this builds on 0$"):
        there.apply(identity, move("c3", 0))


def test_a_repeated_request_is_known_without_a_memory_of_it(two: tuple[Cache, Cache]) -> None:
    here, there = two
    snapshot = opened(here, new_header(players=("human", "first")))
    identity = snapshot.game.header.id
    there.snapshot(identity)
    made = here.apply(identity, move("b2", 0, "key"))
    assert there.apply(identity, move("b2", 0, "key")) == made
    assert here.apply(identity, move("b2", 0, "key")) == made


def test_a_strategy_that_comes_late_gives_way(two: tuple[Cache, Cache]) -> None:
    here, there = two
    snapshot = opened(here, new_header(players=("first", "first")))
    stepped = there.step(there.snapshot(snapshot.game.header.id))
    assert stepped.game.version == 1
    assert here.step(snapshot) == stepped
    assert here.answer(snapshot.game.header.id, 0, "c3", "too late", "") == stepped


def test_an_answer_that_is_overtaken_gives_way(two: tuple[Cache, Cache], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two
    snapshot = opened(here, new_header(players=("first", "first")))
    stepped = there.step(there.snapshot(snapshot.game.header.id))
    seen = iter([snapshot])  # as it was when the answer was looked at
    read = here.cache.snapshot

    async def earlier(game_id: str) -> Snapshot:
        return next(seen, None) or await read(game_id)

    monkeypatch.setattr(here.cache, "snapshot", earlier)
    assert here.answer(snapshot.game.header.id, 0, "c3", "too late", "") == stepped


def test_a_quick_strategy_that_fails_says_why(two: tuple[Cache, Cache], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two
    snapshot = opened(here, new_header(players=("human", "first")))
    monkeypatch.setattr(cache, "mover", lambda game: "nobody")
    failed = here.apply(snapshot.game.header.id, move("b2", 0))
    assert failed.game.version == 1
    assert failed.failure is not None
    for code, words in (("en", "no strategy 'nobody' here"), ("de", "'nobody' ist hier keine Strategie")):
        with speaking(code):
            assert encode(state_of(failed))["failure"].startswith(words)
    monkeypatch.undo()
    assert here.snapshot(snapshot.game.header.id).failure == failed.failure
    assert here.failed(snapshot.game.header.id, 0, None).failure == failed.failure  # of another version
    assert here.failed(snapshot.game.header.id, 1, None).failure is None
    assert there.snapshot(snapshot.game.header.id).failure is None


def test_as_many_games_are_remembered_as_there_may_be(
    two: tuple[Cache, Cache], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = two
    monkeypatch.setattr(cache, "_REMEMBERED", 2)
    snapshots = [opened(here, new_header(number, ("human", "first"))) for number in range(4)]
    assert len(here.cache._snapshots) == 2
    for snapshot in snapshots:
        assert here.apply(snapshot.game.header.id, move("b2", 0)).game.version == 2


def test_one_who_holds_both_seats_acts_for_the_one_that_may(two: tuple[Cache, Cache]) -> None:
    here, _ = two
    header = new_header(players=("human", "human"))
    here.open(header, {seat: hashed("both") for seat in header.seats}, None, ())

    def do(kind: str, version: int) -> Snapshot:
        found: Snapshot = here.apply(header.id, Action("both", version, None, "", build_change(kind)))
        return found

    here.apply(header.id, Action("both", 0, None, "", build_move("b2")))
    snapshot = here.apply(header.id, Action("both", 1, None, "", build_move("a1")))
    assert [str(made.side) for made in snapshot.game.moves] == ["X", "O"]
    assert len(do("undo", 2).game.moves) == 1
    assert len(do("redo", 3).game.moves) == 2
    assert do("resign", 4).game.log.resigned is Side.X
