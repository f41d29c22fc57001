"""What a match of engines takes beside the engines: two that answer at once, written in C, play each other.

The peer is a bare loop, which passes each move on and checks nothing: what the pipes alone take on this machine, in the
same run. Both play the same games with the same number of workers.
"""

import os
import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.cpeer import COMPILER
from noughts.app.players import Loader
from noughts.arena.schedule import Schedule
from noughts.arena.workers import finished
from noughts.core.game import Game
from noughts.processes.pool import Processes, WorkerPool

PLIES = 61  # of every game: the rows are filled from the top, and the first diagonal wins
GAMES, ROUNDS = 400, 5


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the engine, compiled for this machine."""
    if COMPILER is None:
        pytest.skip("no C compiler for the engine")
    target = tmp_path_factory.mktemp("engine") / "instant"
    source = Path(__file__).with_name("instant_engine.c")
    subprocess.run([COMPILER, "-O2", "-o", str(target), str(source)], check=True)
    return shlex.quote(str(target))


def bare(command: str, games: int) -> None:
    """Play games with no manager: a move of one engine is the line that the other gets."""
    engines = [
        subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in range(2)
    ]
    ends = [(each.stdin.fileno(), each.stdout.fileno()) for each in engines if each.stdin and each.stdout]

    def ask(end: tuple[int, int], text: bytes) -> bytes:
        os.write(end[0], text)
        return os.read(end[1], 4096)

    for number in range(games):
        for end in ends:
            assert ask(end, b"RESTART\r\n" if number else b"START 15\r\n") == b"OK\n"
        mover, other = ends[number % 2], ends[1 - number % 2]
        move = ask(mover, b"INFO time_left 2147483647\r\nBEGIN\r\n")
        for _ in range(PLIES - 1):
            mover, other = other, mover
            move = ask(mover, b"INFO time_left 2147483647\r\nTURN " + move)
        assert move == b"0,4\n"
    for each in engines:
        each.communicate(b"END\r\n")


def bare_in_two(command: str, games: int) -> None:
    """Play by the bare loop in two processes."""
    children = []
    for _ in range(2):
        if not (child := os.fork()):
            code = 1
            try:
                bare(command, games // 2)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]


def managed(command: str, games: int, pool: WorkerPool | None) -> None:
    """Play as `noughts match` does."""
    schedule = Schedule(Game(15, 15, 5), (f"engine:{command}", f"engine:{command} -x"), games)
    records = [played.record for _, played in finished(schedule, Loader(margin=3600.0), schedule, pool)]
    assert len(records) == games
    assert {(record.result, len(record.moves)) for record in records} == {("X", PLIES)}


@pytest.mark.benchmark(group="arena: engines")
def bench_manager(benchmark: BenchmarkFixture, engine: str) -> None:
    """Games of 61 plies on 15,15,5 by two workers, which were started before; turn by turn with the bare loop."""
    ours, peer = [], []
    with Processes(2) as pool:
        managed(engine, GAMES, pool)  # starts them
        for _ in range(ROUNDS):
            ours.append(seconds_of(lambda: managed(engine, GAMES, pool)))
            peer.append(seconds_of(lambda: bare_in_two(engine, GAMES)))
        benchmark.pedantic(lambda: managed(engine, GAMES, pool), rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["games/s"] = round(GAMES / median(ours))
    benchmark.extra_info["games/s at best"] = round(GAMES / min(ours))
    benchmark.extra_info["games/s of the bare loop"] = round(GAMES / median(peer))
    benchmark.extra_info["times as slow as the bare loop"] = round(median(ours) / median(peer), 2)


@pytest.mark.benchmark(group="arena: engines")
def bench_processor_of_manager(benchmark: BenchmarkFixture, engine: str) -> None:
    """What the manager itself takes for a ply, without the engines: a busy machine changes this less."""
    ours, peer = [], []
    for _ in range(ROUNDS):
        ours.append(seconds_of(lambda: managed(engine, GAMES, None), time.process_time))
        peer.append(seconds_of(lambda: bare(engine, GAMES), time.process_time))
    benchmark.pedantic(lambda: managed(engine, GAMES, None), rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["microseconds of a ply"] = round(1e6 * median(ours) / GAMES / PLIES, 1)
    benchmark.extra_info["of the bare loop"] = round(1e6 * median(peer) / GAMES / PLIES, 1)


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    work()
    return clock() - began
