"""Two servers on one database, each with games in its memory: what one has done the other sees."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.serving import API, Seated, serving

Pair = tuple[TestClient, TestClient]


@pytest.fixture
def servers(url: str) -> Iterator[Pair]:
    with serving(url) as one, serving(url) as two:
        yield one, two


def at(server: TestClient, game: Seated) -> Seated:
    """Return the same game, as it is played at another server, which has read it."""
    other = object.__new__(Seated)
    other.client, other.tokens = server, game.tokens
    other.state = server.get(f"{API}/games/{game.state['id']}").json()
    return other


def test_moves_by_turns(servers: Pair) -> None:
    here = Seated(servers[0], x="human", o="friend")
    there = at(servers[1], here)
    assert there.state == here.state
    assert here.move("b2").status_code == 200
    there.state = here.state
    assert there.move("a1", seat="O").status_code == 200
    assert at(servers[0], here).state == there.state


def test_of_moves_at_once_exactly_one_wins(servers: Pair) -> None:
    game = Seated(servers[0], game="6,6,4", x="human", o="human")
    tables = [game, at(servers[1], game)]
    with ThreadPoolExecutor(2) as threads:
        for number in range(6):
            seat, column = "XO"[number % 2], "abcdef"[number]

            def move(who: int, seat: str = seat, column: str = column) -> Any:
                return tables[who].move(f"{column}{who + 1}", seat)

            answers = list(threads.map(move, range(2)))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            won = next(answer.json() for answer in answers if answer.status_code == 200)
            lost = next(answer.json() for answer in answers if answer.status_code == 409)
            assert lost["state"] == won
            for table in tables:
                table.state = won


def test_a_rematch_asked_for_at_both_is_one_game(servers: Pair) -> None:
    here = Seated(servers[0], x="human", o="ring")
    there = at(servers[1], here)
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda game: game.post("rematch").json()["game"], (here, there)))
    assert found[0]["id"] == found[1]["id"]
    assert [at(server, here).state["rematch"] for server in servers] == [found[0]["id"]] * 2
