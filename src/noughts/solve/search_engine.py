"""A search that can be interrupted: the interface of every search in a portfolio, compiled or in plain Python.

A question begins in plain Python, which has most answers before compiled code could be loaded. `Staged` continues a
longer one with the compiled engine, from the start again, as soon as its code is in the user's cache; where it isn't,
a child process compiles it meanwhile.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

from noughts import jit
from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.extras import has_extra

Arrays = dict[str, Any]  # NumPy arrays by name

_PREPARE = 0.3  # seconds in plain Python before the compilation is started
_PLAIN = 0.5  # seconds in plain Python, over all questions, before the compiled engine takes over
_PACE = 0.1  # seconds that a question has, before its pace counts
_FAR = 2.0  # seconds: what would take longer in plain Python, by its pace, goes to the compiled engine at once
_LOAD = 1.5  # seconds that must be left for it: loading compiled code takes about half of that


class Status(NamedTuple):
    """Where a search stands, and its answer where it is over.

    `nodes`: spent on the present question. `share`: the part of the root that is done, `fill`: the part of the table in
    use, both from 0 to 1. `forces`: whether the attacker can force a line in the game of this search; None where the
    search is not over. `plies`: for a yes the plies within which the attacker has it (not always the fewest), where
    that is known.
    """

    over: bool
    nodes: int = 0
    share: float = 0.0
    fill: float = 0.0
    forces: bool | None = None
    plies: int | None = None


class SearchEngine(ABC):
    """Searches whether one side of a game, the attacker, can force a line; its table lasts between questions.

    `proves`: the answers that hold in the game as played. A search in which the attacker may only make threats proves
    no "no", and the weak game proves no "yes".
    """

    SLICE = 1 << 18  # nodes between two readings of the clock: about a tenth of a second
    proves: Collection[bool] = (False, True)
    game: Game
    attacker: Side

    @property
    @abstractmethod
    def status(self) -> Status:
        """Where the search of the present question stands."""

    @abstractmethod
    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question, within `plies`; return False where the board is too large for the engine."""

    @abstractmethod
    def advance(self, nodes: int) -> Status:
        """Continue for about `nodes` nodes; return the status then."""

    def checkpoint(self) -> Arrays:
        """Return the search under way as arrays; empty where the engine cannot be saved."""
        return {}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""
        raise NotImplementedError

    def ask(
        self,
        position: Position,
        plies: int | None = None,
        budget: Budget = UNLIMITED,
        beat: Callable[[], None] = lambda: None,
    ) -> Status:
        """Return whether the attacker can force a line (within `plies`) from any position; see `run`."""
        if position.outcome is not None:
            won = position.outcome.winner is self.attacker
            return Status(True, forces=won, plies=0 if won else None)
        self.start(position, plies)
        return self.run(budget, beat)

    def run(self, budget: Budget, beat: Callable[[], None] = lambda: None) -> Status:
        """Continue until the search is over or the budget is spent.

        `beat` is called every tenth of a second or so; what it raises ends the search.
        """
        begun, status = perf_counter(), self.status
        while not status.over:
            left = self.SLICE if budget.nodes is None else budget.nodes - status.nodes
            if left <= 0 or perf_counter() - begun >= budget.share:
                break
            status = self.advance(min(self.SLICE, left))
            beat()
        return status

    def distance(self, position: Position, meter: Meter | None = None) -> int | None:
        """Return in how many plies the attacker wins under best play of both; None where it cannot.

        Lines that the winner has no time to complete do not count, so a search with a low limit on plies is small, and
        what it finds stays in the table for the next. `meter`: what was spent before, and the budget, without a limit
        by default; it then has the nodes of this search too. Raises LimitExceeded where the budget does not suffice.

        >>> from noughts.solve.strong.strong_search import StrongSearch
        >>> StrongSearch(Game(4, 4, 3), Side.X).distance(Position(Game(4, 4, 3)))
        5
        """
        meter = meter or Meter(UNLIMITED)

        def ask(plies: int | None) -> Status:
            answer = self.ask(position, plies, meter.left)
            meter.nodes += answer.nodes
            if answer.forces is None:
                raise LimitExceeded(f"no distance of {position} within {meter.nodes:,} nodes and {meter.seconds:.1f} s")
            return answer

        most = ask(None).plies
        if most is None:
            return None
        limits = range(int(position.side is self.attacker), most, 2)
        return next((plies for plies in limits if ask(plies).forces), most)


def share_done(levels: Iterable[tuple[int, int]]) -> float:
    """Return the part of a tree that is done, as if all moves of a node cost the same.

    `levels`: from the root down, the moves of the present node that are done, and all its moves.

    >>> share_done([(1, 2), (1, 4)])
    0.625
    """
    share, part = 0.0, 1.0
    for done, moves in levels:
        share += part * done / max(moves, 1)
        part /= max(moves, 1)
    return share


class Staged(SearchEngine):
    """An engine in plain Python, and its compiled form that takes over.

    `module`: where its kernels are, as `noughts.jit` names it; None where there is no compiled form. `compiled` makes
    it from that module. `left` is set to the seconds that the question may still take.
    """

    SLICE = 1 << 10

    def __init__(self, plain: SearchEngine, module: str | None, compiled: Callable[[Any], SearchEngine]) -> None:
        self.game, self.attacker, self.proves = plain.game, plain.attacker, plain.proves
        self.engine, self.module, self.compiled = plain, module, compiled
        self.is_compiled = False
        self.left = float("inf")
        self._question: tuple[Position, int | None] | None = None
        self._busy = self._earlier = 0.0
        self._before = 0

    @property
    def status(self) -> Status:
        """Where the search stands; its nodes are those of both forms."""
        return self._with_earlier(self.engine.status)

    def _with_earlier(self, status: Status) -> Status:
        return status._replace(nodes=self._before + status.nodes)

    @property
    def note(self) -> str:
        """A note about its speed for the progress line, or an empty text."""
        if self.module is None or not self._pays(_PREPARE):
            return ""
        if not has_extra("fast"):
            return "in plain Python: pip install 'noughts[fast]' makes it some fifty times faster"
        return "compiling it, once on this machine" if jit.prepare(self.module) else ""

    def _pays(self, seconds: float) -> bool:
        return not self.is_compiled and self._busy > seconds

    def _is_far(self) -> bool:
        """Return whether the present question would take long, if it went on at its pace."""
        spent = self._busy - self._earlier
        return not self.is_compiled and spent > _PACE and self.engine.status.share * _FAR < spent

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question, within `plies`; return False where the board is too large for the engine."""
        self._question, self._before, self._earlier = (position, plies), 0, self._busy
        return self.engine.start(position, plies)

    def advance(self, nodes: int) -> Status:
        """Continue for about `nodes` nodes; return the status then."""
        far = self._is_far()
        if (far or self._pays(_PREPARE)) and self._is_ready() and (far or self._pays(_PLAIN)) and self.left > _LOAD:
            self.compile()
        began = perf_counter()
        try:
            return self._with_earlier(self.engine.advance(nodes))
        finally:
            self._busy += perf_counter() - began

    def hasten(self) -> None:
        """Take the compiled engine at once if it is ready, else have it compiled."""
        if not self.is_compiled and self._is_ready():
            self.compile()

    def _is_ready(self) -> bool:
        """Return whether the compiled code is there; if not, have it compiled."""
        return self.module is not None and not jit.prepare(self.module) and jit.ready(self.module)

    def compile(self) -> None:
        """Put the compiled engine in the place of the one in plain Python, and begin the question with it."""
        assert self.module is not None
        self._before += self.engine.status.nodes
        self.engine, self.is_compiled = self.compiled(import_module(self.module.partition(":")[0])), True
        if self._question is not None:
            self.engine.start(*self._question)

    def checkpoint(self) -> Arrays:
        """Return the search under way as arrays; empty while it is the one in plain Python."""
        return self.engine.checkpoint() if self.is_compiled else {}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""
        self._question = None
        self.compile()
        self._before = 0
        self.engine.restore(arrays)
