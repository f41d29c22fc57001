"""Decisions by several workers: the same proof, the same decisions and the same errors as without them."""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from fractions import Fraction
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.player import Decision, Strategy
from noughts.core.position import Position, Side
from noughts.errors import StrategyError
from noughts.processes.pool import Processes
from noughts.processes.workers import WorkerDied
from noughts.prove import Proof, prove
from noughts.prove.workers import Workers
from noughts.strategies.registry import load
from noughts.walk import Decided, arrays
from tests.processes.fakes import Behind

GAME = Game(4, 3, 3)
THREADS = Behind(3)


class Tilted:
    """A strategy with unequal chances, that fails at the positions of `faults`."""

    name = "tilted"

    def __init__(self, faults: Sequence[str] = ()) -> None:
        self.faults = faults

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if str(position) in self.faults:
            raise KeyError(str(position))
        few = position.legal_moves[:2]
        return Decision(few, chances=(Fraction(2, 3), Fraction(1, 3)) if len(few) == 2 else (Fraction(1),))


def proved(strategy: Strategy, game: Game, workers: Workers | None) -> tuple[Proof, list[Decided]]:
    decisions = list[Decided]()
    proof = prove(strategy, game, Side.O, workers=workers, record=decisions.extend)
    return proof, decisions


@pytest.mark.parametrize("spec", ["tilted", "weights", "paths"])
def test_the_same_proof_with_workers(monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    """`weights` and `paths` decide in batches; small parts make several of a ply."""
    monkeypatch.setattr(arrays, "_PART", 8)
    asked = list[str]()

    def make(text: str) -> Strategy:
        asked.append(text)
        return Tilted() if text == "tilted" else load(text)

    assert proved(make(spec), GAME, Workers(THREADS, make, spec)) == proved(make(spec), GAME, None)
    assert 1 <= asked[:-1].count(spec) - 1 <= 3 * GAME.cells  # each thread of each ply's pool makes it once


def test_the_same_proof_with_processes() -> None:
    with Processes(2) as pool:
        assert proved(load("first"), GAME, Workers(pool, load, "first")) == proved(load("first"), GAME, None)


def test_a_worker_makes_the_strategy_once_for_all_plies() -> None:
    made = list[str]()

    def make(text: str) -> Strategy:
        made.append(text)
        return Tilted()

    proved(Tilted(), GAME, Workers(THREADS, make, "tilted"))
    assert 1 <= len(made) <= 3


def test_a_failure_has_the_same_words_with_workers() -> None:
    fault = next(str(one) for one in _positions() if one.ply == 7)
    alone, together = (
        proved(Tilted([fault]), GAME, workers)[0]
        for workers in (None, Workers(THREADS, lambda text: Tilted([fault]), "tilted"))
    )
    assert alone.faults["raised"].message == together.faults["raised"].message
    assert alone.faults["raised"].message.startswith("strategy 'tilted' raised KeyError at ")
    assert (alone.games, alone.losing_line) == (together.games, together.losing_line)


def _positions() -> Iterator[Position]:
    return (Position.from_boards(GAME, x, o) for x, o, _ in proved(Tilted(), GAME, None)[1])


def test_a_batch_that_fails_there_is_decided_here(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        name = "weights"

        def supports(self, game: Game) -> bool:
            return True

        def decide(self, position: Position, rng: random.Random) -> Decision:
            raise NotImplementedError

        def decide_batch(self, game: Game, own: Any, theirs: Any) -> Any:
            raise ValueError("never seen")

    monkeypatch.setattr(arrays, "_PART", 8)
    workers = Workers(THREADS, lambda text: Failing(), "weights")
    assert proved(load("weights"), GAME, workers) == proved(load("weights"), GAME, None)


def test_a_strategy_that_workers_cannot_make() -> None:
    with pytest.raises(StrategyError, match=r"^on a worker it cannot be made: no strategy 'gone'"):
        proved(Tilted(), GAME, Workers(THREADS, load, "gone"))


def test_a_strategy_that_ends_every_worker() -> None:
    class Dying(Executor):
        def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(WorkerDied("lost"))
            return future

    pool = Behind(1, Dying())
    with pytest.raises(StrategyError, match=r"^strategy 'tilted' cannot be proved by workers: its worker died 3 times"):
        proved(Tilted(), GAME, Workers(pool, lambda text: Tilted(), "tilted"))
