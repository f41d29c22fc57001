"""Several searches for one answer, in turns: whether a side can force a line. The first answer counts.

Each engine has a weight; the next turn is the one's that has had the least time for its weight (stride scheduling), so
none is starved and an answer takes at most a small multiple of the best engine's time. The likely winner gets a start:
the others, and their compilation, wait until it has had its chance.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Protocol

import numpy.typing as npt

from noughts.core.budget import Budget, Progress
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.strong.dfpn import ProofSearch
from noughts.solve.strong.question import Question
from noughts.solve.strong.solver import THREATS_FROM, THREATS_NODES, Search, threats
from noughts.solve.weak.solver import Verdict, WeakSolver

Arrays = dict[str, npt.NDArray[Any]]
Report = Callable[[Progress], None]
Save = Callable[[Callable[[], Arrays], bool], None]

FIRST_TURN, LONGEST_TURN = 0.002, 0.5  # seconds
LATE = 0.25  # seconds, for its weight, that an engine waits that is not the first choice


class Runner(Protocol):
    """A search in a race."""

    name: str
    weight: float

    @property
    def nodes(self) -> int:
        """The nodes spent on the present question."""

    @property
    def share(self) -> float:
        """The part of the root that is done."""

    @property
    def fill(self) -> float:
        """The part of the table in use."""

    def start(self, position: Position) -> bool:
        """Begin a question; return False where the board is too much for the engine."""

    def advance(self, nodes: int) -> bool:
        """Search on for about so many nodes; return whether the search is over."""

    def forces(self) -> bool | None:
        """Return the answer of a search that is over, None where it has none."""

    def save(self) -> Arrays:
        """Return the search under way as arrays."""

    def restore(self, position: Position, arrays: Arrays) -> None:
        """Go on with a search that was saved."""


class Strong:
    """A search of the game as played."""

    def __init__(self, question: Question, name: str, weight: float) -> None:
        self.question, self.name, self.weight = question, name, weight

    @property
    def nodes(self) -> int:
        return self.question.nodes

    @property
    def share(self) -> float:
        return float(getattr(self.question, "share", 0.0))

    @property
    def fill(self) -> float:
        return float(getattr(self.question, "fill", 0.0))

    def start(self, position: Position) -> bool:
        self.question.start(position)
        return True

    def advance(self, nodes: int) -> bool:
        return self.question.advance(nodes)

    def forces(self) -> bool | None:
        return self.question.answer().forces

    def save(self) -> Arrays:
        return self.question.checkpoint()

    def restore(self, position: Position, arrays: Arrays) -> None:
        self.question.start(position)
        self.question.restore(arrays)


class Weak:
    """The weak game: where Breaker holds, the answer is no; where Maker wins, there is none."""

    name, weight = "weak game", 8.0

    def __init__(self, game: Game, maker: Side, budget: Budget) -> None:
        self.maker = maker
        self.solver = WeakSolver(game, budget)

    @property
    def nodes(self) -> int:
        return self.solver.nodes

    @property
    def share(self) -> float:
        return self.solver.share

    @property
    def fill(self) -> float:
        return self.solver.fill

    def start(self, position: Position) -> bool:
        return self.solver.begin(*self._stones(position), position.side is self.maker)

    def advance(self, nodes: int) -> bool:
        return self.solver.advance(nodes)

    def forces(self) -> bool | None:
        return False if self.solver.result().verdict is Verdict.HOLDS else None

    def save(self) -> Arrays:
        return self.solver.checkpoint()

    def restore(self, position: Position, arrays: Arrays) -> None:
        self.solver.restore(arrays)

    def _stones(self, position: Position) -> tuple[int, int]:
        x = self.maker is Side.X
        return (position.x, position.o) if x else (position.o, position.x)


@dataclass(frozen=True)
class Finish:
    """The answer of a race: whether the attacker forces a line, by which engine, and all nodes spent."""

    forces: bool
    engine: str
    nodes: int


class Race:
    """The searches for one side of one game; their tables last from question to question."""

    def __init__(self, game: Game, attacker: Side, budget: Budget) -> None:
        self.game, self.attacker, self.budget = game, attacker, budget
        weak = Weak(game, attacker, budget)
        strong = [
            Strong(Search(game, attacker, budget.memory), "depth-first search", 1.0),
            Strong(ProofSearch(game, attacker, budget.memory), "proof-number search", 1.0),
        ]
        # Long lines are hard to make, so it is Breaker who is likely to hold; short ones need counter-threats.
        self.runners: list[Runner] = [weak, *strong] if game.k >= THREATS_FROM else [strong[0], weak, strong[1]]

    def run(
        self,
        position: Position,
        budget: Budget,
        report: Report = lambda progress: None,
        save: Save = lambda arrays, last: None,
        saved: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> Finish:
        """Return the answer. Raises LimitExceeded where the budget is spent first.

        `report` and `save` are called between turns, `save` with `last` set where the budget is spent; what they
        raise ends the race, and `saved` resumes it.
        """
        began, spent = perf_counter(), 0
        if self.game.k >= THREATS_FROM and saved is None:
            quick = threats(position, self.attacker, replace(budget, nodes=THREATS_NODES))
            spent = quick.nodes
            if quick.forces:
                return Finish(True, "threat search", spent)
        lanes = [_Lane(runner, place * LATE) for place, runner in enumerate(self.runners)]
        if saved is not None:
            lanes = [lane for lane in lanes if lane.restore(position, saved)]
        while lanes:
            lane = min(lanes, key=lambda lane: lane.used / lane.runner.weight)
            if lane.turn(position):
                forces = lane.runner.forces() if lane.started else None
                if forces is not None:
                    return Finish(forces, lane.runner.name, spent + _nodes(lanes))
                lanes.remove(lane)  # too large for it, or the weak game is Maker's, which says nothing here
                continue
            seconds, nodes = perf_counter() - began, spent + _nodes(lanes)
            report(Progress(lane.runner.name, nodes, seconds, lane.runner.share, lane.runner.fill))
            spent_all = seconds >= (budget.seconds or float("inf")) or nodes >= (budget.nodes or float("inf"))
            save(self._arrays(lanes), spent_all)
            if spent_all:
                raise LimitExceeded(f"unknown after {nodes:,} nodes and {seconds:.1f} s")
        raise LimitExceeded(f"{self.game} is too large for the search")

    @staticmethod
    def _arrays(lanes: list["_Lane"]) -> Callable[[], Arrays]:
        return lambda: {
            f"{lane.runner.name}/{name}": array
            for lane in lanes
            if lane.started
            for name, array in lane.runner.save().items()
        }


def _nodes(lanes: list["_Lane"]) -> int:
    return sum(lane.runner.nodes for lane in lanes if lane.started)


class _Lane:
    """A runner's place in the race: the time that it has used, its speed, and how long its next turn is."""

    def __init__(self, runner: Runner, late: float) -> None:
        self.runner = runner
        self.used = late * runner.weight
        self.started = False
        self.speed = 20_000.0  # nodes a second, a low guess: the first turn is short
        self.length = FIRST_TURN

    def restore(self, position: Position, saved: Mapping[str, npt.NDArray[Any]]) -> bool:
        """Go on with what was saved; return False where the runner had left the race."""
        prefix = f"{self.runner.name}/"
        arrays = {name.removeprefix(prefix): array for name, array in saved.items() if name.startswith(prefix)}
        if arrays:
            self.runner.restore(position, arrays)
            self.started = True
        return self.started

    def turn(self, position: Position) -> bool:
        """Let it run for a turn; return whether it is through, or cannot begin."""
        began = perf_counter()
        if not self.started and not self.runner.start(position):
            return True
        before = self.runner.nodes if self.started else 0
        self.started = True
        through = self.runner.advance(max(1, int(self.speed * self.length)))
        seconds = perf_counter() - began
        self.used += min(seconds, 4 * self.length)  # the first turn may hold a compilation: that is not its fault
        if self.runner.nodes > before:
            self.speed = (self.runner.nodes - before) / max(seconds, 1e-6)
        self.length = min(LONGEST_TURN, 2 * self.length)
        return through
