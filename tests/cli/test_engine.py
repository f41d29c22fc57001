"""`noughts engine` and `pbrain-noughts`, as managers run them; and who moves when."""

import random
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from noughts.cli.engine import engine_player
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import StrategyError
from noughts.players.player import consult
from noughts.strategies import registry
from noughts.strategies.search import Search

STARTING = 1.5  # seconds that START may wait for a strategy

ENGINE = [sys.executable, "-m", "noughts", "engine"]
PBRAIN = [sys.executable, "-c", "from noughts.cli.engine import pbrain; pbrain()"]

OWN = """
import random, time
from dataclasses import dataclass
from noughts.players.player import Decision

@dataclass(frozen=True)
class Thinker:
    seconds: float = 9.0
    name = "thinker"
    def supports(self, game): return True
    def decide(self, position, rng):
        print("thinking out loud", flush=True)
        return Decision(position.legal_moves[-1:], reason=f"{self.seconds}")

class Broken(Thinker):
    def decide(self, position, rng): raise ValueError("no idea")
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return str(path)


def talk(said: str | bytes, *arguments: str, command: list[str] = ENGINE) -> tuple[list[str], str, int]:
    """Return what an engine answers to all of its input, its standard error, its exit code."""
    data = said.encode() if isinstance(said, str) else said
    done = subprocess.run([*command, *arguments], input=data, capture_output=True, timeout=60, check=False)
    return done.stdout.decode("ascii").splitlines(), done.stderr.decode(), done.returncode


@pytest.mark.parametrize("command", [ENGINE, PBRAIN])
def test_a_game(command: list[str]) -> None:
    said = "ABOUT\r\nSTART 15\r\nINFO timeout_turn 1000\r\nBEGIN\r\nRUBBISH\r\nEND\r\nBEGIN\r\n"
    (about, ok, move, unknown), _, code = talk(said, "--strategy", "first", command=command)
    assert about.startswith('name="noughts", version="0.1')
    assert (ok, move, unknown, code) == ("OK", "0,0", "UNKNOWN 'RUBBISH'", 0)


@pytest.mark.slow
def test_without_a_strategy_it_plays_well_enough_to_win() -> None:
    said = "START 15\nINFO timeout_turn 1000\nBOARD\n3,3,1\n9,1,2\n4,4,1\n9,2,2\n5,5,1\n11,7,2\n6,6,1\n2,9,2\nDONE\n"
    answers, _, code = talk(said)
    assert answers[0] == "OK"
    assert answers[-1] in ("7,7", "2,2")
    assert code == 0


def test_a_strategy_that_fails_and_one_that_prints(own: str) -> None:
    answers, err, code = talk("START 15\nBEGIN\n", "--strategy", f"{own}:Broken:seconds=1")
    assert (answers[0], answers[2], code) == ("OK", "7,7", 0)
    assert answers[1].startswith("ERROR strategy 'thinker' raised ValueError")
    answers, err, code = talk("START 15\nBEGIN\n", "--strategy", f"{own}:Thinker:seconds=1")
    assert (answers, code) == (["OK", "14,14"], 0)
    assert "thinking out loud" in err


def test_ctrl_c() -> None:
    with subprocess.Popen([*ENGINE, "--strategy", "first"], stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"START 15\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"OK\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().strip() == b"interrupted"


def test_who_moves_by_what_is_named(own: str) -> None:
    assert (
        engine_player("first", lambda: STARTING)(Budget(seconds=1.0)).name
        == engine_player("first", lambda: STARTING)(Budget(seconds=9.0)).name
        == "first"
    )
    chosen = engine_player(f"{own}:Thinker:seconds=2", lambda: STARTING)  # the user's own choice
    assert chosen(Budget(seconds=9.0)) is chosen(Budget(seconds=1.0))
    with pytest.raises(StrategyError):
        engine_player("nobody", lambda: STARTING)


def test_a_strategy_with_seconds_is_told_them(own: str) -> None:
    strategy_for = engine_player(f"{own}:Thinker", lambda: STARTING)
    assert strategy_for(Budget()).name == "thinker"  # it is asked what it plays
    position, rng = Position(Game(5, 5, 5)), random.Random(0)
    budgets = Budget(seconds=20.0), Budget(seconds=3.0, soft=0.87), Budget(seconds=0.001)
    assert [strategy_for(budget).decide(position, rng).reason for budget in budgets] == ["20.0", "0.87", "0.002"]
    assert strategy_for(budgets[0]) is strategy_for(budgets[0])  # with what it remembers of the game


@pytest.mark.usefixtures("kernels")
def test_the_moves_use_the_memory_that_was_made_ready_before_the_game() -> None:
    strategy_for, game = engine_player(None, lambda: STARTING), Game(15, 15, 5)
    assert strategy_for(Budget(seconds=2.0, soft=0.5)).name == f"{registry.STRONGEST}:seconds=2.0"
    ready = strategy_for(Budget())
    assert isinstance(ready, Search)
    ready.prepare(game)
    mover = strategy_for(Budget(seconds=0.05))
    assert isinstance(mover, Search)
    assert mover._player(game) is ready._player(game)


def test_without_a_compiler_exact_games_are_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    exact = Position(Game(15, 15, 5, exact=True)).play(112)
    assert consult(engine_player(None, lambda: STARTING)(Budget(seconds=0.1)), exact, random.Random(0)).moves
