"""The store: what goes in comes out, one of two writers wins, nothing is done twice."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import OperationalError

from noughts.core.game import Game
from noughts.errors import NotationError
from noughts.web.play.documents import NoSuchGame
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Store
from tests.refusals import refused
from tests.web.storing import OTHER, OWNER, create, moved, new_game, play, save


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


numbers = count(1000)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(reason=st.text(), key=st.text(), cell=st.integers(0, 675))
def test_what_goes_in_comes_out(store: Store, reason: str, key: str, cell: int) -> None:
    """Whatever words a strategy or a client has chosen."""
    game = create(store, new_game(next(numbers), ("human", "paths:level=easy"), Game(26, 26, 5)))
    assert store.load(game.id, {}) == game
    game = game.move("X", cell).noting(key, "b2").move("O", (cell + 1) % 676, reason, "größer 🎉").undo("X")
    assert store.save([(game, 0)]) == [True]
    assert store.load(game.id, {}) == game
    assert game.log.undone[0].reason == reason


@pytest.mark.parametrize("game_id", ["", "x", "game-00000000000000001", "a" * 23, "a\0b", "\ud800", "ä", "'; DROP"])
def test_no_such_game(store: Store, game_id: str) -> None:
    create(store, new_game())
    with pytest.raises(NoSuchGame):
        store.load(game_id, {})
    assert store.stands(["nothing"]) == {}
    with pytest.raises(NoSuchGame):
        store.rematch("nothing", new_game(1))


@pytest.mark.parametrize("before", [0, 1, 3, 9])
def test_a_change_builds_on_one_version(store: Store, before: int) -> None:
    game = play(store, create(store, new_game()), 4, 0)
    assert store.save([(moved(game, 8), before)]) == [False]
    assert store.save([(replace(game, id="nothing"), 2)]) == [False]
    assert store.load(game.id, {}) == game


def test_of_writers_at_once_one_wins(store: Store) -> None:
    game = create(store, new_game())

    def attempt(cell: int) -> bool:
        after = moved(game, cell)
        barrier.wait(30)
        return save(store, after)[0]

    with ThreadPoolExecutor(9) as threads:
        for rivals in (9, 8, 7, 6, 5):
            barrier, cells = threading.Barrier(rivals), game.position.legal_moves
            won = [cell for cell, done in zip(cells, threads.map(attempt, cells), strict=True) if done]
            game = store.load(game.id, {})
            assert [made.move for made in game.moves[-1:]] == won


def test_a_change_that_is_refused_spoils_no_other(store: Store) -> None:
    games = [create(store, new_game(number)) for number in range(3)]
    late, changes = play(store, games[1], 8), [moved(game, 4) for game in games]
    assert save(store, *reversed(changes)) == [True, False, True]
    assert [store.load(game.id, {}) for game in games] == [changes[0], late, changes[2]]


def test_a_transaction_that_fails_is_refused_as_a_whole(store: Store) -> None:
    games = [create(store, new_game(number)) for number in range(5)]
    changes = [moved(game, 4) for game in games]

    def refuse(connection: Connection) -> None:
        raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    sqlalchemy_event.listen(store._database._engine, "commit", refuse)
    with refused("error.database-unusable", reason="disk I/O error"):
        save(store, *changes)
    sqlalchemy_event.remove(store._database._engine, "commit", refuse)
    assert [store.load(game.id, {}) for game in games] == games
    assert save(store, *changes) == [True] * 5


def test_two_servers_do_not_wait_for_each_other_in_a_circle(store: Store, url: str) -> None:
    games, other = [create(store, new_game(number)) for number in range(6)], Store(url)
    for _ in range(4):
        games = [moved(game, game.position.legal_moves[0]) for game in games]
        with ThreadPoolExecutor(2) as threads:
            mine, theirs = threads.submit(save, store, *games), threads.submit(save, other, *reversed(games))
        assert [{*pair} for pair in zip(mine.result(), reversed(theirs.result()), strict=True)] == [{True, False}] * 6
    other.close()


def listed(store: Store, owner: str) -> dict[str, tuple[str, ...]]:
    """Return the seats of an owner, by their games, the last changed game first."""
    return {game.id: seats for game, seats in store.mine(owner, 20, None, {})[0]}


def test_a_rematch_swaps_lists(store: Store) -> None:
    game = create(store, new_game())
    store.claim(game.id, ["O"], OTHER)
    new = game.next("r" * 22, 6)
    assert store.rematch(game.id, new) == new.id
    assert store.load(new.id, {}) == new
    assert store.load(game.id, {}) == replace(game, rematch=new.id)
    assert play(store, game, 4).version == 1  # its rematch stays
    assert store.stands([game.id, new.id]) == {game.id: (1, new.id), new.id: (0, None)}
    assert (listed(store, OWNER), listed(store, OTHER)) == (
        {game.id: ("X",), new.id: ("O",)},
        {game.id: ("O",), new.id: ("X",)},
    )
    hosted = create(store, new_game(1, ("ring", "paths")))
    store.rematch(hosted.id, hosted.next("h" * 22, 6))
    assert listed(store, OWNER)["h" * 22] == ("host",)


def test_there_is_one_rematch(store: Store) -> None:
    game, rivals = create(store, new_game()), 6
    barrier = threading.Barrier(rivals)

    def ask(number: int) -> str:
        barrier.wait(30)
        return store.rematch(game.id, game.next(f"rematch-{number:014}", number))

    with ThreadPoolExecutor(rivals) as threads:
        (follower,) = set(threads.map(ask, range(rivals)))
    assert store.load(game.id, {}).rematch == follower
    assert store.rematch(game.id, game.next("another" + "-" * 15, 0)) == follower
    assert listed(store, OWNER).keys() == {game.id, follower}


def test_a_seat_is_listed_once_and_on_so_many_lists(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rematch copies them all."""
    monkeypatch.setattr("noughts.web.play.store._MOST_LISTS", 3)
    game = create(store, new_game())
    for _ in range(2):
        store.claim(game.id, ["X", "O"], OTHER)
    store.claim(game.id, ["O"], OWNER)
    assert (listed(store, OWNER), listed(store, OTHER)) == ({game.id: ("X", "O")}, {game.id: ("X", "O")})
    for number in range(2):
        store.claim(game.id, ["X"], f"owner {number}")
    assert [len(listed(store, f"owner {number}")) for number in range(2)] == [1, 0]
    store.create(new_game(1), None, ["X"])
    assert listed(store, OTHER).keys() == {game.id}


def test_pages_of_a_list(store: Store) -> None:
    games = [play(store, create(store, new_game(number)), number % 9) for number in range(7)]
    newest_first = [game.id for game in reversed(games)]
    seen, cursor, pages = list[LiveGame](), None, 0
    while cursor is not None or not pages:
        found, cursor = store.mine(OWNER, 3, cursor, {})
        seen += [game for game, _ in found]
        pages += 1
    assert ([game.id for game in seen], pages) == (newest_first, 3)
    assert seen == games[::-1]
    play(store, games[2], 8)
    assert store.mine(OWNER, 1, None, {})[0][0][0].id == games[2].id
    assert store.mine(OWNER, 7, None, {})[1] is None


@pytest.mark.parametrize("cursor", ["", "x", "12", "12-", "-a", "1e9-a", "1" * 18 + "-a", "12-ä", "1-a\n"])
def test_a_place_in_no_list(store: Store, cursor: str) -> None:
    with pytest.raises(NotationError):
        store.mine(OWNER, 3, cursor, {})
