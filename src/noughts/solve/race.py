"""Several searches for one answer, in turns: whether a side can force a line. The first answer counts.

Each engine has a weight; the next turn is the one's that has had the least time for its weight (stride scheduling), so
none is starved and an answer takes at most a small multiple of the best engine's time. The likely winner gets a start:
the others, and their compilation, wait until it has had its chance.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import numpy.typing as npt

from noughts.core.budget import Budget, Progress
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.strong.solver import THREATS_FROM, THREATS_NODES, StrongSearch, threats
from noughts.solve.weak.solver import Verdict, WeakSolver

Arrays = dict[str, npt.NDArray[Any]]
Report = Callable[[Progress], None]
Save = Callable[[Callable[[], Arrays], bool], None]

_FIRST_TURN, _LONGEST_TURN = 0.002, 0.5  # seconds
LATE = 0.25  # seconds, for its weight, that an engine waits that is not the first choice


class _RaceEngine(Protocol):
    """A search in a race."""

    @property
    def nodes(self) -> int:
        """The nodes spent on the present question."""

    @property
    def share(self) -> float:
        """The part of the root that is done."""

    @property
    def fill(self) -> float:
        """The part of the table in use."""

    @property
    def forces(self) -> bool | None:
        """The answer of a search that is over; None where it has none."""

    def start(self, position: Position) -> bool:
        """Begin a question; return False where the board is too large for the engine."""

    def advance(self, nodes: int) -> bool:
        """Continue for about so many nodes; return whether the search is over."""

    def checkpoint(self) -> Arrays:
        """Return the search under way as arrays."""

    def restore(self, arrays: Arrays) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""


class _WeakGame(WeakSolver):
    """The weak game, the attacker as Maker: where Breaker holds, the answer is no; where Maker wins, there is none."""

    def __init__(self, game: Game, attacker: Side, budget: Budget) -> None:
        super().__init__(game, budget)
        self.attacker = attacker

    def start(self, position: Position) -> bool:
        x = self.attacker is Side.X
        own, theirs = (position.x, position.o) if x else (position.o, position.x)
        return self.begin(own, theirs, position.side is self.attacker)

    @property
    def forces(self) -> bool | None:
        return False if self.result().verdict is Verdict.HOLDS else None


class _Contestant(NamedTuple):
    """An engine with its name and its weight: the part of the time that it gets."""

    name: str
    engine: _RaceEngine
    weight: float


@dataclass(frozen=True)
class _Finish:
    """The answer of a race: whether the attacker forces a line, by which engine, and all nodes spent."""

    forces: bool
    engine: str
    nodes: int


class Race:
    """The searches for one side of one game; their tables last from question to question."""

    def __init__(self, game: Game, attacker: Side, budget: Budget) -> None:
        self.game, self.attacker, self.budget = game, attacker, budget
        search = _Contestant("depth-first search", StrongSearch(game, attacker, budget.memory), 1.0)
        weak = _Contestant("weak game", _WeakGame(game, attacker, budget), 8.0)
        # Long lines are hard to make, so Breaker is likely to hold; short ones need counter-threats.
        self.contestants = (weak, search) if game.k >= THREATS_FROM else (search, weak)

    def run(
        self,
        position: Position,
        budget: Budget,
        report: Report = lambda progress: None,
        save: Save = lambda arrays, last: None,
        saved: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> _Finish:
        """Return the answer. Raises LimitExceeded where the budget is spent first.

        `report` and `save` are called between turns, `save` with `last` set where the budget is spent; what they
        raise ends the race, and `saved` resumes it.
        """
        began, spent = perf_counter(), 0
        if self.game.k >= THREATS_FROM and saved is None:
            quick = threats(position, self.attacker, replace(budget, nodes=THREATS_NODES))
            spent = quick.nodes
            if quick.forces:
                return _Finish(True, "threat search", spent)
        lanes = [_Lane(*contestant, place * LATE) for place, contestant in enumerate(self.contestants)]
        if saved is not None:
            lanes = [lane for lane in lanes if lane.restore(saved)]
        while lanes:
            lane = min(lanes, key=lambda lane: lane.used / lane.weight)
            if lane.turn(position):
                forces = lane.engine.forces if lane.started else None
                if forces is not None:
                    return _Finish(forces, lane.name, spent + _nodes(lanes))
                lanes.remove(lane)  # too large for it, or the weak game is Maker's, which says nothing here
                continue
            seconds, nodes = perf_counter() - began, spent + _nodes(lanes)
            report(Progress(lane.name, nodes, seconds, lane.engine.share, lane.engine.fill))
            spent_all = seconds >= (budget.seconds or float("inf")) or nodes >= (budget.nodes or float("inf"))
            save(self._arrays(lanes), spent_all)
            if spent_all:
                raise LimitExceeded(f"unknown after {nodes:,} nodes and {seconds:.1f} s")
        raise LimitExceeded(f"{self.game} is too large for the search")

    @staticmethod
    def _arrays(lanes: list["_Lane"]) -> Callable[[], Arrays]:
        return lambda: {
            f"{lane.name}/{name}": array
            for lane in lanes
            if lane.started
            for name, array in lane.engine.checkpoint().items()
        }


def _nodes(lanes: list["_Lane"]) -> int:
    return sum(lane.engine.nodes for lane in lanes if lane.started)


class _Lane:
    """An engine's place in the race: the time that it has used, its speed, and how long its next turn is."""

    def __init__(self, name: str, engine: _RaceEngine, weight: float, late: float) -> None:
        self.name, self.engine, self.weight = name, engine, weight
        self.used = late * weight
        self.started = False
        self.speed = 20_000.0  # nodes a second, a low guess: the first turn is short
        self.length = _FIRST_TURN

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> bool:
        """Go on with what was saved; return False where the engine had left the race."""
        prefix = f"{self.name}/"
        arrays = {name.removeprefix(prefix): array for name, array in saved.items() if name.startswith(prefix)}
        if arrays:
            self.engine.restore(arrays)
            self.started = True
        return self.started

    def turn(self, position: Position) -> bool:
        """Let it run for a turn; return whether it is through, or cannot begin."""
        began = perf_counter()
        if not self.started and not self.engine.start(position):
            return True
        before = self.engine.nodes if self.started else 0
        self.started = True
        through = self.engine.advance(max(1, int(self.speed * self.length)))
        seconds = perf_counter() - began
        self.used += min(seconds, 4 * self.length)  # the first turn may hold a compilation: that is not its fault
        if self.engine.nodes > before:
            self.speed = (self.engine.nodes - before) / max(seconds, 1e-6)
        self.length = min(_LONGEST_TURN, 2 * self.length)
        return through
