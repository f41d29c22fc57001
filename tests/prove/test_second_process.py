"""The second process: an answer that differs only there has an error message of its own."""

import os
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.strategy import Decision
from noughts.errors import StrategyError
from noughts.processes.pool import another_hash_seed
from noughts.prove import Asked, Proof, prove
from noughts.prove.workers import decided_elsewhere
from noughts.strategies.registry import load

GAME = Game(3, 3, 3)
HEAD = """
import os, random, time
from noughts.core.strategy import Decision
BORN, HOME = time.time_ns(), os.getpid()

class Player:
    name = "player"

    def __init__(self):
        self.calls = 0

    def supports(self, game):
        return True

    def decide(self, position, rng):
        return Decision((self.cell(position),))

    def cell(self, position):
"""
# What each program answers, by what it depends on.
HONEST = "return position.legal_moves[-1]"
STATE = "self.calls += 1; return position.legal_moves[self.calls // 50 % len(position.legal_moves)]"
HASHES = "return int(min({f'cell {move}' for move in position.legal_moves}, key=hash)[5:])"
CLOCK = "return random.Random(f'{BORN} {position}').choice(position.legal_moves)"
FAILING = "return position.legal_moves[0 if os.environ['PROVER'] == str(HOME) else 99]"


@pytest.fixture(autouse=True)
def _prover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVER", str(os.getpid()))


def proved(folder: Path, body: str) -> Proof:
    file = folder / "player.py"
    file.write_text(f"{HEAD}        {body}\n")
    spec = f"{file}:Player"
    return prove(load(spec), GAME, Side.O, factory=partial(load, spec))


def test_an_honest_program_is_asked_in_two_processes(tmp_path: Path) -> None:
    proof = proved(tmp_path, HONEST)
    assert proof.asked_again == Asked(158, 158, 1, processes=2)
    assert proof.games == prove(load(f"{tmp_path}/player.py:Player"), GAME, Side.O).games


def test_a_counter_is_found_in_this_process(tmp_path: Path) -> None:
    kept = "asked again, .*not on what it keeps from one question to the next, or on random numbers$"
    with pytest.raises(StrategyError, match=kept):
        proved(tmp_path, STATE)


@pytest.mark.parametrize("body", [HASHES, CLOCK], ids=["hashes", "clock"])
def test_what_differs_between_processes(tmp_path: Path, body: str) -> None:
    """The order of a set of strings; the time when the program was loaded."""
    apart = (
        r"'player' cannot be proved: at '[XO./]+' it answered \w\d and, in a second process, \w\d\. .*not on the order"
    )
    with pytest.raises(StrategyError, match=apart):
        proved(tmp_path, body)


def test_a_failure_in_the_second_process_is_a_difference(tmp_path: Path) -> None:
    fails = (
        r"it answered \w\d and, in a second process, failed: strategy 'player' raised IndexError at '[XO./]+': tuple"
    )
    with pytest.raises(StrategyError, match=fails):
        proved(tmp_path, FAILING)


def test_a_strategy_that_cannot_be_made_again(tmp_path: Path) -> None:
    gone = partial(load, f"{tmp_path}/gone.py:Player")
    with pytest.raises(StrategyError, match=r"in a second process it cannot be made: no strategy .*: there is no file"):
        prove(load("first"), GAME, Side.O, factory=gone)


def test_without_a_decision_there_is_no_second_process(tmp_path: Path) -> None:
    gone = partial(load, f"{tmp_path}/gone.py:Player")
    assert prove(load("first"), Game(2, 3, 1), Side.O, factory=gone).asked_again == Asked(0, 0, 1)


class _Hashing:
    """Tells the seed of its process by the chance of its first move."""

    name = "hashing"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: Random) -> Decision:
        seed = int(os.environ["PYTHONHASHSEED"])
        return Decision((0, 1), chances=(Fraction(seed, 10), 1 - Fraction(seed, 10)))


@pytest.mark.parametrize("seed", [None, "1"])
def test_the_second_process_has_another_seed(monkeypatch: pytest.MonkeyPatch, seed: str | None) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    if seed is not None:
        monkeypatch.setenv("PYTHONHASHSEED", seed)
    ((_, found),) = decided_elsewhere(_Hashing, GAME, [(0, 0, (0, 1))])
    assert isinstance(found, Decision)
    assert found.chances is not None
    assert str(found.chances[0] * 10) == another_hash_seed() != seed
    assert os.environ.get("PYTHONHASHSEED") == seed


class _Drifting:
    """Its moves stay, and their chances change."""

    name = "drifting"

    def __init__(self) -> None:
        self.calls = 0

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: Random) -> Decision:
        self.calls += 1
        if position.ply != 1:
            return Decision(position.legal_moves[:1])
        share = Fraction(1, 2 if self.calls <= 8 else 3)
        return Decision(position.legal_moves[:2], chances=(share, 1 - share))


def test_chances_are_compared_too() -> None:
    told = r"it answered \w\d or \w\d and, asked again, \w\d \(chance 1/3\) or \w\d \(chance 2/3\)\. A decision"
    with pytest.raises(StrategyError, match=told):
        prove(_Drifting(), GAME, Side.O)
