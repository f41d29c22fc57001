"""Several searches for one answer, in turns: whether a side can force a line. The first answer counts.

Each engine has a weight; the next turn is the one's that has had the least time for its weight (stride scheduling), so
none is starved and an answer takes at most a small multiple of the best engine's time. The likely winner gets a start.
Those that answer alone are staged: they begin in plain Python.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any, BinaryIO

from noughts.core.budget import Budget, Meter, Progress
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.search_engine import Arrays, SearchEngine, Staged, Status
from noughts.solve.strong.geometry import width_of
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.threat_search import ThreatSearch
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.solve.weak.weak_engine import kernels

Report = Callable[[Progress], None]
Save = Callable[[Callable[[], Arrays], bool], None]
OpenLog = Callable[[], BinaryIO]
Proof = SearchEngine  # a search whose table or log has what a certificate is written from

_STRONG_NAME, _WEAK_NAME = "depth-first search", "weak game"
_STRONG, _WEAK = "noughts.solve.strong.strong_search", "noughts.solve.weak.weak_solver"

_THREATS_FROM = 5  # the least k for which threats are tried; with a small k the search finds them anyway
_THREATS_NODES = 50_000
_FIRST_TURN, _LONGEST_TURN = 0.002, 0.5  # seconds
_LATE = 0.25  # seconds, for its weight, that an engine waits that is not the first choice
_SOON = 0.05  # the same for a search that takes a moment, but has compiled code to load


def strong_engine(game: Game, attacker: Side, memory: int) -> Staged:
    """Return the depth-first search of the game as played."""
    width = width_of(game)
    return Staged(
        StrongSearch(game, attacker, memory),
        f"{_STRONG}:{width}" if width else None,  # there are no kernels for so large a board
        lambda module: module.StrongSearch(game, attacker, memory, is_compiled=True),
    )


def _weak_engine(game: Game, attacker: Side, budget: Budget, open_log: OpenLog | None) -> Staged:
    """Return the search of the weak game; its compiled form may write a log."""

    def compiled(module: Any) -> Any:
        log = None if open_log is None else open_log()
        return module.WeakSolver(game, budget, log=log, attacker=attacker)

    return Staged(PlainWeakSolver(game, budget, attacker), kernels(_WEAK, game), compiled)


@dataclass(frozen=True)
class _Finish:
    """The answer of a portfolio: whether the attacker forces a line, and by which engine.

    `proof`: the search that has answered, if it is compiled, until its portfolio is asked again: a certificate is
    written from its table or log. What others have depends on the clock.
    """

    forces: bool
    engine: str
    proof: Proof | None


class Portfolio:
    """The searches for one side of one game; their tables last from question to question.

    `open_log` opens a file for the log of the weak game's search.
    """

    def __init__(self, game: Game, attacker: Side, budget: Budget, open_log: OpenLog | None = None) -> None:
        self.game, self.attacker, self.budget = game, attacker, budget
        ordinary = replace(game, exact=False)  # a side that is kept from k in a row is kept from exactly k
        weak = _weak_engine(ordinary, attacker, budget, open_log)
        # Long lines are hard to make, so Breaker is likely to hold; short ones need counter-threats.
        long = game.k >= _THREATS_FROM
        search = strong_engine(game, attacker, budget.memory)
        self.lanes = [
            _Lane(_WEAK_NAME, 8.0, weak, late=0.0 if long else _LATE),
            _Lane(_STRONG_NAME, 1.0 if long else 8.0, search, late=_LATE if long else 0.0),
        ]
        if long:
            threats = (ThreatSearch(game, attacker, winner) for winner in Side)
            self.lanes += (_Lane("threat search", 8.0, each, late=_SOON, limit=_THREATS_NODES) for each in threats)

    def run(
        self,
        position: Position,
        meter: Meter,
        report: Report = lambda progress: None,
        save: Save | None = None,
        saved: Mapping[str, Any] | None = None,
    ) -> _Finish:
        """Return the answer; the meter then has all nodes spent. Raises LimitExceeded where its budget is spent first.

        `report` and `save` are called between turns, `save` with `last` set where the budget is spent; what they
        raise ends the search, and `saved` resumes it. Only compiled engines are saved, so with `save` they take over at
        once where they are ready.
        """
        began, spent, budget = perf_counter(), 0, meter.left
        most_seconds, most_nodes = budget.seconds or inf, budget.nodes or inf
        share = budget.share
        lanes = self.lanes.copy()
        for lane in lanes:
            lane.begin()
        if saved:
            lanes = [lane for lane in lanes if lane.restore(saved) or not lane.engine.module]  # plain ones begin again
        if save is not None:
            for lane in lanes:
                lane.engine.hasten()
        while lanes:
            passed = perf_counter() - began
            lane = min(lanes, key=lambda lane: lane.used / lane.weight)
            if lane.turn(position, share - passed, most_seconds - passed):
                forces = lane.status.forces
                if forces is not None and forces in lane.engine.proves:
                    meter.nodes += spent + _nodes(lanes)
                    return _Finish(forces, lane.name, lane.engine.engine if lane.engine.is_compiled else None)
                spent += lane.status.nodes
                lanes.remove(lane)  # the board is too large for it, its nodes are spent, or its answer proves nothing
                continue
            seconds, nodes = perf_counter() - began, spent + _nodes(lanes)
            report(Progress(lane.words, nodes, seconds, lane.status.share, lane.status.fill))
            spent_all = seconds >= share or nodes >= most_nodes
            if save is not None:
                save(self._arrays(lanes), spent_all)
            if spent_all:
                meter.nodes += nodes
                raise meter.spent()
        meter.nodes += spent
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
    return sum(lane.status.nodes for lane in lanes)


class _Lane:
    """An engine with its name, its weight (the part of the time that it gets), the seconds that it waits, and the nodes
    after which it takes no more turns."""

    def __init__(
        self, name: str, weight: float, engine: Staged | ThreatSearch, late: float = 0.0, limit: float = inf
    ) -> None:
        self.name, self.weight, self.engine, self.late, self.limit = name, weight, engine, late, limit
        self.begin()

    def begin(self) -> None:
        """Forget the last question: the time that it has used, its speed, and how long its next turn is."""
        self.used = self.late * self.weight
        self.started, self.status = False, Status(over=False)
        self.speed = 20_000.0  # nodes a second, a low guess: the first turn is short
        self.length = _FIRST_TURN

    @property
    def words(self) -> str:
        """The name of the engine, and a note about its speed."""
        return f"{self.name} ({note})" if (note := self.engine.note) else self.name

    def restore(self, saved: Mapping[str, Any]) -> bool:
        """Go on with what was saved; return False where the engine had taken its last turn."""
        prefix = f"{self.name}/"
        arrays = {name.removeprefix(prefix): array for name, array in saved.items() if name.startswith(prefix)}
        if arrays:
            self.engine.restore(arrays)
            self.started, self.status = True, self.engine.status
        return self.started

    def turn(self, position: Position, left: float, most: float) -> bool:
        """Let it run for a turn, about the `left` seconds at most; return whether it is through, or cannot begin.

        `most`: the seconds that it may take, if it loads compiled code.
        """
        began = perf_counter()
        if not self.started and not self.engine.start(position):
            return True
        before = self.status.nodes
        self.started, self.engine.left = True, most
        nodes = self.speed * min(self.length, max(left, _FIRST_TURN))
        self.status = self.engine.advance(max(1, int(min(nodes, self.limit - before))))
        seconds = perf_counter() - began
        self.used += min(seconds, 4 * self.length)  # a turn may load compiled code: that is not its fault
        if self.status.nodes > before:
            self.speed = (self.status.nodes - before) / max(seconds, 1e-6)
        else:
            self.used += _LATE * self.weight  # it waits for its compiled code
        self.length = min(_LONGEST_TURN, 2 * self.length)
        return self.status.over or self.status.nodes >= self.limit
