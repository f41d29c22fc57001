"""`noughts web` under a fixed load of 64 clients on loopback: how long a move takes, and an analysis; and how many of
them one server answers when it is never idle. Every answer is checked.

The peer is the same framework and server with an application that only says "ok", under the same load. Both run at the
same time and are measured by turns, so that a busy machine slows both. Compare the ratios, and processor time.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.load import Connection, Load, Work, at_a_rate, get, one_after_the_other, post, run
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.strategies.registry import load
from noughts.web.play.database import Database, games
from noughts.web.play.live import LiveGame

GAME = Game(3, 3, 3)
STRATEGY = load("paths")
CLIENTS, TURNS, WARM, ROUNDS = 64, 8, 4, 5
RATE = 128.0  # requests a second: each client moves twice, which is more than people do
MOVES = 3  # in a game: so many there always are, for this strategy does not lose

PEER = """
import socket, sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def ok(request):
    return JSONResponse("ok")
app = Starlette(routes=[Route("/", ok, methods=["POST"])])
listener = socket.create_server(("127.0.0.1", 0))
print("http://127.0.0.1:%d" % listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run([listener])
"""


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    port: int
    process: int

    def cpu(self) -> float:
        """Return the seconds of processor time that it has used: on a machine that others use too, the steadiest."""
        return sum(_ticks(process) for process in (self.process, *_children(self.process))) / os.sysconf("SC_CLK_TCK")


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@contextmanager
def serving(*command: str) -> Iterator[Server]:
    """Run a server that prints its address."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield Server(int(process.stdout.readline().partition("127.0.0.1:")[2].split()[0]), process.pid)
    finally:
        process.terminate()
        process.communicate(timeout=30)


def noughts(folder: Path) -> AbstractContextManager[Server]:
    """Run `noughts web`, on a database in the folder unless the environment names another."""
    database = os.environ.get("NOUGHTS_BENCH_DATABASE", f"sqlite:///{folder}/games.sqlite")
    return serving("-m", "noughts", "web", "--port", "0", "--limit", "none", "--database", database)


@cache
def replies(position: str) -> frozenset[str]:
    """Return every position that the strategy may answer this one with."""
    board = parse_position(position, GAME)
    return frozenset(str(board.play(move)) for move in STRATEGY.decide(board, random.Random(0)).moves)


class Player:
    """A client that plays games created shortly before, `MOVES` moves of each, and checks the replies."""

    def __init__(self, seed: int) -> None:
        self.games = list[tuple[str, str]]()
        self.rng = random.Random(seed)
        self.board = Position(GAME)
        self.version = 0

    async def move(self, connection: Connection) -> None:
        """Make a move, and look at the reply."""
        game_id, token = self.games[-1]
        cell = self.rng.choice(self.board.legal_moves)
        name = "abc"[cell % 3] + str(cell // 3 + 1)
        body = json.dumps({"cell": name, "version": self.version}).encode()
        status, answer = await connection.ask(post(f"/api/v1/games/{game_id}/moves", body, token))
        assert status == 200, answer
        state = json.loads(answer)
        assert state["version"] == self.version + 2
        assert state["position"] in replies(str(self.board.play(cell)))
        self.board, self.version = parse_position(state["position"], GAME), self.version + 2
        if self.version == 2 * MOVES:
            self.games.pop()
            self.board, self.version = Position(GAME), 0


async def create(port: int, count: int) -> list[tuple[str, str]]:
    """Create games, X a person's, and return their ids and tokens."""
    connection, games = await Connection.open(port), list[tuple[str, str]]()
    body = json.dumps({"game": "3,3,3", "x": "human", "o": STRATEGY.name}).encode()
    for _ in range(count):
        status, answer = await connection.ask(post("/api/v1/games", body))
        assert status == 201, answer
        created = json.loads(answer)
        games.append((created["game"]["id"], created["tokens"]["X"]))
    connection.close()
    return games


class Players:
    """64 players."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.all = [Player(number) for number in range(CLIENTS)]
        self.works: list[Work] = [player.move for player in self.all]

    async def deal(self, turns: int) -> None:
        """Create the games for so many moves of each player."""
        for player in self.all:
            count = -(-turns // MOVES) - len(player.games) + 1
            player.games[:0] = await create(self.port, count)


async def no_games(turns: int) -> None:
    """Create nothing: the clients play no games."""


def asking() -> list[Work]:
    """Return what 64 clients do that ask for decisions in positions of random games."""
    rng = random.Random(1)

    def positions() -> Iterator[Position]:
        while True:
            board = Position(GAME)
            while board.outcome is None:
                yield board
                board = board.play(rng.choice(board.legal_moves))

    walk = positions()

    async def ask(connection: Connection) -> None:
        board = next(walk)
        query = urlencode({"game": "3,3,3", "position": str(board), "strategy": STRATEGY.name})
        status, answer = await connection.ask(get(f"/api/v1/analysis/decision?{query}"))
        assert status == 200, answer
        moves = [parse_cell(GAME, name) for name in json.loads(answer)["moves"]]
        assert frozenset(str(board.play(move)) for move in moves) == replies(str(board))

    return [ask] * CLIENTS


async def trivial(connection: Connection) -> None:
    """Ask the peer."""
    assert await connection.ask(post("/", b"{}")) == (200, b'"ok"')


class Measured:
    """What the clients of a server saw at a fixed rate and without a pause, and the server's processor time."""

    def __init__(self, server: Server, works: list[Work], deal: Callable[[int], Awaitable[None]] = no_games) -> None:
        self.server = server
        self.works = works
        self.deal = deal
        self.steady, self.busy = list[Load](), list[Load]()
        self._used = {"steady": 0.0, "busy": 0.0}

    async def warm_up(self) -> None:
        """Make the first requests, which load what is loaded late."""
        await self.deal(WARM)
        await one_after_the_other(self.server.port, self.works, WARM)

    async def round(self) -> None:
        """Measure both loads once more."""
        for kind, loads in (("steady", self.steady), ("busy", self.busy)):
            await self.deal(TURNS)
            before = self.server.cpu()
            if kind == "steady":
                loads.append(await at_a_rate(self.server.port, self.works, TURNS, RATE))
            else:
                loads.append(await one_after_the_other(self.server.port, self.works, TURNS))
            self._used[kind] += self.server.cpu() - before

    def cpu(self, kind: str) -> float:
        """Return the processor time of a request in milliseconds."""
        return 1000 * self._used[kind] / (CLIENTS * TURNS * ROUNDS)

    def percentile(self, share: float) -> float:
        """Return the milliseconds that this share of the requests at the fixed rate stayed below: a median round's."""
        return statistics.median(load.percentile(share) for load in self.steady)

    @property
    def rate(self) -> float:
        """Requests per second of a server that is never idle: the median round's."""
        return statistics.median(load.rate for load in self.busy)


def together(loads: list[Load]) -> Load:
    """Return several loads as one."""
    return Load(
        [second for load in loads for second in load.seconds],
        sum(load.total for load in loads),
        [second for load in loads for second in load.late],
    )


async def by_turns(*measured: Measured) -> None:
    """Measure several servers by turns."""
    for one in measured:
        await one.warm_up()
    for _ in range(ROUNDS):
        for one in measured:
            await one.round()


@pytest.mark.parametrize("kind", ["move", "analysis"])
def bench_web(benchmark: BenchmarkFixture, kind: str, tmp_path: Path) -> None:
    """64 clients at a fixed rate of all together, then as fast as they can."""
    with noughts(tmp_path) as server, serving("-c", PEER) as other:
        players = Players(server.port)
        ours = Measured(server, players.works, players.deal) if kind == "move" else Measured(server, asking())
        peer = Measured(other, [trivial] * CLIENTS)
        pedantic(benchmark, lambda: run(by_turns(ours, peer)))
    for loads in (ours.steady, ours.busy, peer.steady, peer.busy):
        assert len(together(loads).seconds) == CLIENTS * TURNS * ROUNDS
    info = {
        f"p50 ms at {RATE:g}/s": (ours.percentile(0.5), peer.percentile(0.5)),
        f"p99 ms at {RATE:g}/s": (ours.percentile(0.99), peer.percentile(0.99)),
        f"processor ms for a request at {RATE:g}/s": (ours.cpu("steady"), peer.cpu("steady")),
        "processor ms for a request when never idle": (ours.cpu("busy"), peer.cpu("busy")),
        "requests/s when never idle": (ours.rate, peer.rate),
    }
    for name, (own, others) in info.items():
        benchmark.extra_info[name] = f"{own:.2f}, of the peer {others:.2f}, ratio {own / others:.2f}"
    benchmark.extra_info["p99 ms that the clients themselves were late"] = together(ours.steady).lateness(0.99)


def bench_start(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """A server with 100,000 games, from its command to its first answer about one of them."""
    names = fill(f"sqlite:///{tmp_path}/games.sqlite", 100_000)

    async def ask(port: int) -> tuple[int, bytes]:
        connection = await Connection.open(port)
        answer = await connection.ask(get(f"/api/v1/games/{names[-1]}"))
        connection.close()
        return answer

    def start() -> None:
        with noughts(tmp_path) as server:
            status, answer = run(ask(server.port))
            seconds.append(time.perf_counter() - began)
        assert (status, json.loads(answer)["version"]) == (200, 1)

    seconds, began = list[float](), time.perf_counter()
    pedantic(benchmark, start)
    benchmark.extra_info["seconds to the first answer"] = round(seconds[0], 2)


def fill(url: str, count: int) -> list[str]:
    """Store games of one move each, many in a transaction, and return their ids."""
    database = Database(url)
    names = [f"game-{number:017}" for number in range(count)]
    document = LiveGame.start("", GAME, ("human", "human"), {}).move("X", 4).document
    row = {"version": 1, "updated": 0}
    rows = [row | {"id": name, "document": json.dumps(document | {"id": name})} for name in names]
    with database.writing() as connection:
        connection.execute(games.insert(), rows)
    database.close()
    return names


def pedantic(benchmark: BenchmarkFixture, work: Callable[[], None]) -> None:
    """Do once what is measured; the table shows the time of the whole."""
    benchmark.pedantic(work, rounds=1)  # type: ignore[no-untyped-call]
