"""The store: what goes in comes out, one of two writers wins, nothing is done twice, and faults are one line."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import IntegrityError, OperationalError

from noughts.core.game import Game
from noughts.errors import NotationError
from noughts.web.play import schema
from noughts.web.play.database import Database
from noughts.web.play.events import SEATS, Event
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Store
from noughts.web.play.stored import KeyReused, NoSuchGame, Repeated, Stale, StoreError
from tests.web.storing import OTHER, OWNER, THEN, append, create, new_header, play, tokens


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def test_what_goes_in_comes_out(store: Store) -> None:
    header = replace(new_header(players=("human", "paths:level=easy")), opening=(4, 0), seed=2**62 - 1)
    asyncio.run(store.create(header, {"X": OTHER}))
    assert store.load(header.id).header == header
    assert store.load(header.id).seats == {"X": OTHER}
    assert (store.load(header.id).events, store.load(header.id).rematch) == ((), None)
    events = (
        Event("move", "X", THEN, "human", cell=8),
        Event(
            "move", "O", THEN + timedelta(microseconds=1), "paths:level=easy", cell=2, reason="ein Grund: “größer” 🎉"
        ),
        Event("undo", "X", THEN, "human", count=2),
        Event("redo", "X", THEN, "human", count=2),
        Event("resign", "X", THEN, "human"),
    )
    for version, event in enumerate(events, start=1):
        append(store, header.id, version, event)
    assert store.load(header.id).events == events


numbers = count(1000)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(reason=st.text(), by=st.text(), key=st.text(), cell=st.integers(0, 675), at=st.datetimes())
def test_any_words_are_kept(store: Store, reason: str, by: str, key: str, cell: int, at: datetime) -> None:
    header = new_header(next(numbers), game=Game(26, 26, 5))
    create(store, header)
    event = Event("move", "X", at.replace(tzinfo=UTC), by, cell, 0, reason)
    append(store, header.id, 1, event, key=key, fingerprint=reason)
    kept = store.load(header.id).events[0]
    assert replace(kept, reason=None, by="") == replace(event, reason=None, by="")
    if reason.isprintable():
        assert kept.reason == reason
    with pytest.raises(Repeated):
        append(store, header.id, 2, event, key=key, fingerprint=reason)


def test_words_that_no_database_takes(store: Store) -> None:
    create(store, new_header())
    append(store, new_header().id, 1, Event("move", "X", THEN, "human", 0, 0, "a\0b\ud800c"))
    assert store.load(new_header().id).events[0].reason == "a\ufffdb?c"


def test_several_events_go_in_together(store: Store) -> None:
    game = create(store, new_header())
    first = game.move("X", 4)
    second = game.after(first).move("O", 0, "a corner")
    append(store, game.header.id, 1, first, second, key="k")
    assert store.load(game.header.id).events == (first, second)
    with pytest.raises(Stale):
        append(store, game.header.id, 2, first, second)
    assert store.load(game.header.id).events == (first, second)


@pytest.mark.parametrize("game_id", ["", "x", "game-00000000000000001", "a" * 23, "a\0b", "\ud800", "ä", "'; DROP"])
def test_no_such_game(store: Store, game_id: str) -> None:
    create(store, new_header())
    with pytest.raises(NoSuchGame, match=r"^there is no game "):
        store.load(game_id)


def test_a_write_to_no_game(store: Store) -> None:
    event = Event("move", "X", THEN, "human", 0)
    for key in (None, "k"):
        with pytest.raises(NoSuchGame):
            append(store, "nothing", 1, event, key=key)
    with pytest.raises(NoSuchGame, match="there is no seat 'X' in a game 'nothing'"):
        asyncio.run(store.claim("nothing", "X", OWNER))
    with pytest.raises(NoSuchGame, match="there is no game 'nothing'"):
        asyncio.run(store.rematch(replace(new_header(), rematch_of="nothing")))


@pytest.mark.parametrize("version", [0, 1, 2, 4, 9])
def test_an_event_has_one_place(store: Store, version: int) -> None:
    game = play(store, create(store, new_header()), 4, 0)
    before = store.load(game.header.id)
    with pytest.raises(Stale, match=f"cannot take event {version}"):
        append(store, game.header.id, version, game.move("X", 8))
    assert store.load(game.header.id) == before


def test_a_request_is_done_once(store: Store) -> None:
    game = create(store, new_header())
    event, identity = game.move("X", 4), game.header.id
    assert not store.repeats(identity, "key", "move b2")
    append(store, identity, 1, event, key="key", fingerprint="move b2")
    assert store.repeats(identity, "key", "move b2")
    for version in (1, 2, 3):
        with pytest.raises(Repeated):
            append(store, identity, version, event, key="key", fingerprint="move b2")
        with pytest.raises(KeyReused, match="the key 'key' belongs to another request"):
            append(store, identity, version, event, key="key", fingerprint="move a1")
    with pytest.raises(KeyReused):
        store.repeats(identity, "key", "resign")
    assert store.load(identity).events == (event,)


def test_a_key_is_of_one_game(store: Store) -> None:
    for number in (1, 2):
        game = create(store, new_header(number))
        append(store, game.header.id, 1, game.move("X", 4), key="key")
    game = play(store, create(store, new_header(3)), 0, 1)
    append(store, game.header.id, 3, game.move("X", 4))


def damage(url: str, game_id: str) -> None:
    """Store an event that the game's head knows nothing of: no writer leaves that behind."""
    lost = {"game_id": game_id, "version": 1, "kind": "move", "seat": "X", "at": THEN, "by": "human", "count": 0}
    base = Database(url)
    with base.writing() as connection:
        connection.execute(schema.events.insert(), lost)
    base.close()


def test_a_damaged_log_is_not_written_over(store: Store, url: str) -> None:
    game = create(store, new_header())
    damage(url, game.header.id)
    for key in (None, "key"):
        with pytest.raises(IntegrityError):
            append(store, game.header.id, 1, game.move("X", 4), key=key)


def test_of_writers_at_once_one_wins(store: Store) -> None:
    header = new_header()
    game = create(store, header)

    def attempt(cell: int) -> str:
        barrier.wait(30)
        try:
            append(store, header.id, game.version + 1, game.move(SEATS[game.position.side], cell), key=f"{cell}")
        except Stale:
            return "stale"
        return str(cell)

    with ThreadPoolExecutor(9) as threads:
        for rivals in (9, 8, 7, 6, 5):
            barrier = threading.Barrier(rivals)
            results = list(threads.map(attempt, game.position.legal_moves))
            assert results.count("stale") == rivals - 1
            game = LiveGame.replay(header, store.load(header.id).events)
            assert str(game.moves[-1].move) in results


def test_of_equal_requests_at_once_one_is_done(store: Store) -> None:
    header, rivals = new_header(), 8
    game = create(store, header)
    event, barrier = game.move("X", 4), threading.Barrier(rivals)

    def attempt(_: int) -> str:
        barrier.wait(30)
        try:
            append(store, header.id, 1, event, key="key", fingerprint="b2")
        except Repeated:
            return "repeated"
        return "done"

    with ThreadPoolExecutor(rivals) as threads:
        assert sorted(threads.map(attempt, range(rivals))) == ["done"] + ["repeated"] * (rivals - 1)
    assert store.load(header.id).events == (event,)


# Changes that wait are written together.


@contextmanager
def held_up(store: Store) -> Iterator[list[int]]:
    """Let no transaction begin within the context; yield how many changes each has."""
    gate, sizes, outcomes = threading.Event(), list[int](), store._writer._outcomes

    def late(changes: Sequence[Any]) -> Sequence[Any]:
        assert gate.wait(30)
        sizes.append(len(changes))
        return outcomes(changes)

    store._writer._outcomes = late  # type: ignore[method-assign]
    try:
        yield sizes
    finally:
        gate.set()


async def waiting(store: Store, *changes: Coroutine[None, None, None]) -> tuple[list[int], list[object]]:
    """Make changes that wait for each other; return how many each transaction had, and what came of each."""
    with held_up(store) as sizes:
        asked = [asyncio.create_task(change) for change in changes]
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    return sizes, [None if outcome is None else type(outcome) for outcome in outcomes]


def at_once(store: Store, *changes: Coroutine[None, None, None]) -> tuple[list[int], list[object]]:
    """Wait for changes that wait for each other."""
    return asyncio.run(waiting(store, *changes))


def first_moves(store: Store, count: int) -> list[Coroutine[None, None, None]]:
    """Create games, and return the first move of each."""
    games = [create(store, new_header(number)) for number in range(count)]
    return [store.append(game.header.id, 1, game.move("X", 4), key="key") for game in games]


def lengths(store: Store) -> list[int]:
    """Return how many events the games of OWNER have, the first game first."""
    return [len(stored.events) for stored, _ in sorted(store.mine(OWNER)[0], key=lambda found: found[0].header.id)]


def test_changes_that_wait_share_a_transaction(store: Store) -> None:
    sizes, outcomes = at_once(store, *first_moves(store, 6))
    assert (sum(sizes), len(sizes) <= 2, outcomes) == (6, True, [None] * 6)
    assert lengths(store) == [1] * 6


def test_a_change_that_is_refused_spoils_no_other(store: Store) -> None:
    moves, event = first_moves(store, 3), LiveGame.start(new_header()).move("X", 0)
    sizes, outcomes = at_once(
        store,
        moves[0],
        store.append(new_header(0).id, 1, event),
        store.append(new_header(0).id, 1, event, key="key"),
        store.append(new_header(0).id, 2, event, key="key", fingerprint="another"),
        store.append("nothing", 1, event),
        moves[2],
        store.append(new_header(1).id, 2, event),
        moves[1],
    )
    assert outcomes == [None, Stale, Repeated, KeyReused, NoSuchGame, None, Stale, None]
    assert (len(sizes) <= 2, lengths(store)) == (True, [1, 1, 1])


def test_a_damaged_log_spoils_no_other_game(store: Store, url: str) -> None:
    moves = first_moves(store, 3)
    damage(url, new_header(1).id)
    _, outcomes = at_once(store, *moves)
    assert outcomes == [None, IntegrityError, None]
    assert lengths(store) == [1, 1, 1]


def test_a_transaction_that_fails_is_refused_as_a_whole(store: Store) -> None:
    moves = first_moves(store, 5)

    def refuse(connection: Connection) -> None:
        raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    sqlalchemy_event.listen(store._database._engine, "commit", refuse)
    _, outcomes = at_once(store, *moves)
    sqlalchemy_event.remove(store._database._engine, "commit", refuse)
    assert (outcomes, lengths(store)) == ([StoreError] * 5, [0] * 5)
    _, outcomes = at_once(
        store, *(store.append(new_header(number).id, 1, Event("move", "X", THEN, "human", 4)) for number in range(5))
    )
    assert (outcomes, lengths(store)) == ([None] * 5, [1] * 5)


def test_two_servers_do_not_wait_for_each_other_in_a_circle(store: Store, url: str) -> None:
    games, other = [create(store, new_header(number)) for number in range(6)], Store(url)
    for turn in range(1, 10):
        events = [(game.header.id, turn, Event("undo", "X", THEN, "human")) for game in games]
        with ThreadPoolExecutor(2) as threads:
            mine = threads.submit(at_once, store, *(store.append(*each) for each in events))
            theirs = threads.submit(at_once, other, *(other.append(*each) for each in reversed(events)))
            here, there = mine.result()[1], theirs.result()[1]
        assert [{*pair} for pair in zip(here, reversed(there), strict=True)] == [{None, Stale}] * 6
    other.close()


def test_a_request_that_is_given_up_holds_nobody_up(store: Store) -> None:
    moves = first_moves(store, 2)

    async def give_up_the_first() -> None:
        with held_up(store):
            first, second = (asyncio.create_task(move) for move in moves)
            await asyncio.sleep(0)
            first.cancel()
        await second

    asyncio.run(give_up_the_first())
    assert lengths(store) == [1, 1]


def test_many_games_at_once(store: Store) -> None:
    headers = [new_header(number) for number in range(12)]
    moves = (0, 3, 1, 4, 2)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda header: play(store, create(store, header), *moves), headers))
    for header in headers:
        assert tuple(event.cell for event in store.load(header.id).events) == moves


def test_a_rematch_swaps_seats_and_lists(store: Store) -> None:
    game = create(store, new_header())
    identity = game.header.id
    asyncio.run(store.claim(identity, "O", OTHER))
    header = game.header.rematch("r" * 22, 6, THEN)
    assert asyncio.run(store.rematch(header)) == header.id
    kept = store.load(header.id)
    assert (kept.header, kept.events) == (header, ())
    assert kept.seats == {"O": f"{identity}-X", "X": f"{identity}-O"}
    assert store.load(identity).rematch == header.id
    assert {stored.header.id: seats for stored, seats in store.mine(OWNER)[0]} == {identity: ("X",), header.id: ("O",)}
    assert {stored.header.id: seats for stored, seats in store.mine(OTHER)[0]} == {identity: ("O",), header.id: ("X",)}


def test_the_rematch_of_two_strategies_keeps_its_host(store: Store) -> None:
    header = new_header(players=("ring", "paths"))
    create(store, header)
    asyncio.run(store.rematch(header.rematch("r" * 22, 6, THEN)))
    assert store.load("r" * 22).seats == {"host": f"{header.id}-host"}


def test_there_is_one_rematch(store: Store) -> None:
    header, rivals = new_header(), 6
    create(store, header)
    barrier = threading.Barrier(rivals)

    def ask(number: int) -> str:
        barrier.wait(30)
        return asyncio.run(store.rematch(header.rematch(f"rematch-{number:014}", number, THEN)))

    with ThreadPoolExecutor(rivals) as threads:
        assert len(set(threads.map(ask, range(rivals)))) == 1
    follower = store.load(header.id).rematch
    assert follower is not None
    again = asyncio.run(store.rematch(header.rematch("another" + "-" * 15, 0, THEN)))
    assert again == follower
    assert len(store.mine(OWNER)[0]) == 2


def test_claims(store: Store) -> None:
    game = create(store, new_header())
    for _ in range(2):
        asyncio.run(store.claim(game.header.id, "O", OTHER))
    asyncio.run(store.claim(game.header.id, "O", OWNER))
    assert [seats for _, seats in store.mine(OTHER)[0]] == [("O",)]
    assert [seats for _, seats in store.mine(OWNER)[0]] == [("X", "O")]
    with pytest.raises(NoSuchGame, match="no seat 'host'"):
        asyncio.run(store.claim(game.header.id, "host", OTHER))


def test_a_seat_is_on_so_many_lists(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rematch copies them all."""
    monkeypatch.setattr("noughts.web.play.store._MOST_LISTS", 3)
    game = create(store, new_header())
    for number in range(3):
        asyncio.run(store.claim(game.header.id, "X", f"owner {number}"))
    assert [len(store.mine(f"owner {number}")[0]) for number in range(3)] == [1, 1, 0]


def test_nobody_lists_the_games_of_others(store: Store) -> None:
    create(store, new_header())
    asyncio.run(store.create(new_header(1), tokens(new_header(1))))  # type: ignore[arg-type]
    assert store.mine(OTHER) == ([], None)
    assert [stored.header.id for stored, _ in store.mine(OWNER)[0]] == [new_header().id]


def test_pages_of_a_list(store: Store) -> None:
    games = [play(store, create(store, new_header(number)), number % 9) for number in range(7)]
    newest_first = [game.header.id for game in reversed(games)]
    seen, cursor, pages = list[str](), None, 0
    while cursor is not None or not pages:
        found, cursor = store.mine(OWNER, 3, cursor)
        seen += [stored.header.id for stored, _ in found]
        assert all(stored == replace(store.load(stored.header.id), seats={}) for stored, _ in found)
        pages += 1
    assert (seen, pages) == (newest_first, 3)
    play(store, games[2], 8)
    assert store.mine(OWNER, 1)[0][0][0].header == games[2].header
    assert store.mine(OWNER, 7)[1] is None


def test_games_of_the_same_moment_are_listed_once(store: Store) -> None:
    for number in range(5):
        create(store, replace(new_header(number), created=THEN))
    first, cursor = store.mine(OWNER, 3)
    second, end = store.mine(OWNER, 3, cursor)
    assert len({stored.header.id for stored, _ in first + second}) == 5
    assert end is None


@pytest.mark.parametrize("cursor", ["", "x", "12", "12-", "-a", "1e9-a", "1" * 18 + "-a", "12-ä", "1-a\n"])
def test_a_place_in_no_list(store: Store, cursor: str) -> None:
    with pytest.raises(NotationError, match=r"^invalid cursor "):
        store.mine(OWNER, 3, cursor)


def test_the_head_says_what_the_log_says(store: Store, url: str) -> None:
    game = play(store, create(store, new_header()), 4, 0, 8)
    base = Database(url)
    with base.reading() as connection:
        head = connection.execute(select(schema.games.c.version, schema.games.c.updated)).one()
        versions = connection.execute(select(schema.events.c.version)).scalars().all()
    base.close()
    assert (head.version, head.updated) == (3, game.updated)
    assert sorted(versions) == [1, 2, 3]
