"""`noughts match`: the page, the document, files, and one line for what is wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from select import select
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.records import read_records
from tests.cli.conftest import Ran, Run
from tests.processes.test_child import children

pytestmark = pytest.mark.gate

FAILING = """
from noughts import Decision

class Failing:
    name = "failing"
    def supports(self, game):
        return True
    def decide(self, position, rng):
        print("chatter")
        if position.ply > 2:
            raise RuntimeError("out of cheese")
        return Decision(position.legal_moves)
"""


def document(ran: Ran) -> Any:
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["schema"] == "noughts/match/1"
    return found


def test_an_exact_page_in_fractions(run: Run) -> None:
    ran = run("match", "ring", "weights", "random", "--fractions")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"random +ring +0 +127/945 +818/945", ran.out)
    assert "Score of ring vs weights: 1/4 - 0 - 3/4 (won - lost - drawn)  [5/8] exact" in ran.out
    assert "±" not in ran.out


def test_noise_cannot_be_computed(run: Run) -> None:
    found = document(run("match", "paths:level=easy", "first", "--json", "--workers", "1"))
    assert found["method"] == "sampled"
    assert found["reason"] == "paths:level=easy draws random numbers of its own"
    assert found["games"] == found["played"] == 100
    assert found["complete"] is True
    (pair,) = found["pairs"]
    assert pair["win"] + pair["draw"] + pair["loss"] == 100
    assert pair["interval"][0] < pair["score"] < pair["interval"][1]
    assert pair["elo_interval"][0] < pair["elo"] < pair["elo_interval"][1]
    assert sum(pair["pairs"]) == 50
    assert found["sprt"] is None


def test_too_slow_or_too_large_to_compute(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.app.matches.SECONDS", 0.0)
    found = document(run("match", "ring", "random", "--json", "--workers", "1"))
    assert found["method"] == "sampled"
    assert "it takes too long to compute" in found["reason"]
    found = document(run("match", "ring", "random", "--json", "--max-positions", "10000"))
    assert found["method"] == "exact"
    found = document(run("match", "random", "first", "--json", "--max-positions", "40", "--workers", "1"))
    assert found["reason"].endswith("more than 40 positions between them (--max-positions raises it)")


def test_records_are_in_game_order(run: Run, tmp_path: Path) -> None:
    """And the same with any number of workers, as is the document."""
    path, alone = tmp_path / "games.sgf", tmp_path / "alone.sgf"
    game = Game(5, 4, 3)
    arguments = ["match", "random", "tactical", "--game", "5,4,3", "--games", "40", "--openings", "1", "--json"]
    shared = run(*arguments, "--records", str(path), "--workers", "2")
    assert document(shared)["pairs"]
    records = list(read_records(path.read_bytes()))
    assert len(records) == 40
    assert {record.game for record in records} == {game}
    assert [record.players for record in records] == [("random", "tactical"), ("tactical", "random")] * 20
    assert all(a.moves[0] == b.moves[0] for a, b in zip(records[::2], records[1::2], strict=True))
    assert run(*arguments, "--records", str(alone), "--workers", "1").out == shared.out
    assert alone.read_bytes() == path.read_bytes()
    assert run(*arguments, "--seed", "5", "--workers", "1").out != shared.out


def test_openings_from_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("b2 a1  # a corner\nb2 b1\n")
    found = document(run("match", "random", "ring", "--json", "--openings", "openings.txt"))
    assert found["openings"] == [["b2", "a1"], ["b2", "b1"]]


def test_a_test_stops_when_it_is_decided(run: Run) -> None:
    ran = run("match", "tactical", "random", "--sprt", "elo0=0 elo1=50", "--workers", "1")
    assert ran.code == 0
    assert "H1 accepted: tactical is at least 50 Elo better" in ran.out
    found = document(run("match", "random", "tactical", "--sprt", "elo0=0 elo1=50", "--workers", "2", "--json"))
    assert found["sprt"]["decision"] == "H0"
    assert found["sprt"]["llr"] <= found["sprt"]["lower"]
    assert found["played"] < 200 < found["games"]
    assert found["complete"] is True


@pytest.mark.gate
def test_a_player_that_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(FAILING)
    arguments = ("match", "own.py:Failing", "random")
    found = document(run(*arguments, "--json"))
    [forfeit] = found["chances"][0]["forfeits"]
    assert (forfeit["player"], forfeit["chance"]) == ("own.py:Failing", "1")
    assert "out of cheese" in forfeit["reason"]
    assert found["printed"].endswith("the last line: chatter")
    assert "fails in 1 of its games, and loses them" in run(*arguments).out
    played = run(*arguments, "--games", "10", "--workers", "1")
    assert "failed in 10 games, and lost them: strategy 'failing' raised RuntimeError" in played.out
    assert "chatter" not in played.out


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_an_engine_plays_a_match(run: Run, workers: str) -> None:
    engine = f"engine:{sys.executable} -m noughts engine --strategy paths"
    found = document(run("match", engine, "first", "--workers", workers, "--json"))
    assert found["reason"].endswith("may vary: nothing but games can tell")
    assert found["forfeits"] == []
    assert found["pairs"][0]["win"] > 0
    assert found["pairs"][0]["loss"] == 0
    page = run("match", engine, "first", "--games", "2", "--workers", workers).out
    assert f"{engine} was never late in " in page


LATE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word in ("START", "RECTSTART", "RESTART"):
        print("OK", flush=True)
    elif word == "ABOUT":
        print('name="late"', flush=True)
    elif word == "DONE":
        time.sleep(0.3)
        print("2,2", flush=True)
"""


def test_the_clock_of_an_engine(run: Run, tmp_path: Path) -> None:
    """Its only move takes 0.3 s of 0.05 s: within a wide margin it is late, beyond a narrow one it loses."""
    (tmp_path / "late.py").write_text(LATE)
    (tmp_path / "opening").write_text("a1 b1 c1 b2 a2 c2 b3 a3\n")
    engine = f"engine(seconds=0.05):{sys.executable} -S {tmp_path / 'late.py'}"
    arguments = ("match", engine, "first", "--games", "2", "--openings", str(tmp_path / "opening"), "--workers", "1")
    page = run(*arguments, "--margin", "60").out
    assert re.search(
        rf"^{re.escape(engine)} was late in 1 of 1 moves, \d+\.\d+ s beyond its time on average", page, re.M
    )
    found = document(run(*arguments, "--margin", "0.05", "--json"))
    (late,) = found["late"]
    assert (late["player"], late["moves"], late["late"]) == (engine, 1, 1)
    assert late["mean"] == late["most"] >= 0.04
    assert "did not give a move within 0.1 s" in found["forfeits"][0]["reason"]


def test_players_that_never_vary(run: Run) -> None:
    arguments = ["match", "first", "ring", "--games", "10", "--workers", "1"]
    assert "first and ring never vary" in run(*arguments).out
    assert document(run(*arguments, "--json"))["repeated"] == [["first", "ring"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ring"], "two players or more, not 1"),
        (["first", "random", "--games", "7"], "7 games cannot be played"),
        (["first", "random", "ring", "--sprt", "elo0=0 elo1=5"], "two players, not 3"),
        (["first", "random", "--openings", "nowhere.txt"], "'nowhere.txt': No such file"),
        (["first", "random", "--records", "folder.sgf", "--workers", "1"], "folder.sgf"),
        (["first", "random", "--records", "games.txt"], "expected a name in .sgf or .jsonl"),
        (["first", "random", "--records", "nowhere/games.sgf"], "there is no directory 'nowhere'"),
        (["first", "random", "--workers", "0"], "--workers"),
    ],
)
def test_one_line_for_what_is_wrong(run: Run, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "folder.sgf").mkdir()
    ran = run("match", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


# It stops answering after some games.
STOPPING = """
import threading
from noughts import Decision

class Stopping:
    name = "stopping"
    noisy = True
    games = 0
    def supports(self, game):
        return True
    def decide(self, position, rng):
        self.games += position.ply < 2
        if self.games > {games}:
            threading.Event().wait()
        return Decision((rng.choice(position.legal_moves),))
"""


def begin(folder: Path, games: int, *options: str) -> subprocess.Popen[str]:
    """Start a match with a log, in a session of its own, and return when some of its games are played."""
    (folder / "own.py").write_text(STOPPING.format(games=10))
    command = [sys.executable, "-m", "noughts", "match", "own.py:Stopping", "random", "--games", str(games)]
    command += ["--answer-seconds", "2"]  # a worker tells of its games when it has waited for the last
    process = subprocess.Popen(
        [*command, "--resume", "log", *options],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(folder)},  # one that is killed removes no folder
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    log = folder / "log"
    while process.poll() is None and (not log.exists() or log.read_bytes().count(b"\n") < 8):
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, workers: str) -> None:
    with begin(tmp_path, 1000, "--workers", workers, "--records", "games.jsonl") as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted; what was played is kept in games.jsonl and log" in err
    assert "Traceback" not in err
    assert re.search(r"[\d,]+ of 1,000 games from the empty board", out)
    kept = [json.loads(line)["record"] for line in (tmp_path / "log").read_text().splitlines()[1:]]
    written = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert len(written) == len(kept) >= 7
    assert all(record in kept for record in written)


def descendants(pid: int) -> Iterator[int]:
    for child in children(pid):
        yield child
        yield from descendants(child)


@pytest.mark.timing
def test_a_match_that_is_killed(tmp_path: Path, run: Run) -> None:
    """Its workers end too, and it goes on to the result it would have had."""
    with begin(tmp_path, 30, "--workers", "2") as process:
        while len(found := [*descendants(process.pid)]) < 4:  # two workers, and a process of the program for each
            assert process.poll() is None
            time.sleep(0.02)
        workers = [os.pidfd_open(pid) for pid in found]
        process.kill()
    for worker in workers:
        select([worker], [], [])  # it can be read when the process has ended
        os.close(worker)
    Path("own.py").write_text(STOPPING.format(games=30))
    arguments = ["match", "own.py:Stopping", "random", "--games", "30", "--workers", "1", "--json"]
    found = document(run(*arguments, "--resume", "log"))
    assert found["complete"] is True
    assert found == document(run(*arguments))
