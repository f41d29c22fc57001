"""A search that can be interrupted: the interface of every engine in a race, compiled or in plain Python.

A question begins in plain Python, which has most answers before compiled code could be loaded. `Staged` continues a
longer one with the compiled engine, from the start again, as soon as its code is in the user's cache; where it isn't,
a child process compiles it meanwhile.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any

from noughts import jit
from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side

Arrays = dict[str, Any]  # NumPy arrays by name

_PREPARE = 0.3  # seconds in plain Python before the compilation is started
_PLAIN = 0.5  # seconds in plain Python, over all questions, before the compiled engine takes over
_PACE = 0.1  # seconds that a question has, before its pace counts
_FAR = 2.0  # seconds: what would take longer in plain Python, by its pace, goes to the compiled engine at once
_LOAD = 1.5  # seconds that must be left for it: loading compiled code takes about half of that


@dataclass(frozen=True)
class Answer:
    """Whether the attacker can force a line (None: unknown), and the nodes that it took to find out.

    `plies`: for a yes the plies within which the attacker has it (not always the fewest), else None.
    """

    forces: bool | None
    plies: int | None
    nodes: int


class SearchEngine(ABC):
    """Searches whether one side of a game, the attacker, can force a line; its table lasts between questions."""

    SLICE = 1 << 18  # nodes between two looks at the clock: about a tenth of a second
    game: Game
    attacker: Side

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The nodes spent on the present question."""

    @property
    @abstractmethod
    def share(self) -> float:
        """The part of the root that is done, from 0 to 1."""

    @property
    @abstractmethod
    def fill(self) -> float:
        """The part of the table in use, from 0 to 1."""

    @property
    @abstractmethod
    def forces(self) -> bool | None:
        """The answer of a search that is over; None where it has none."""

    @property
    def plies(self) -> int | None:
        """The plies that a yes takes at most, where the engine knows."""
        return None

    @abstractmethod
    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question, within so many plies; return False where the board is too large for the engine."""

    @abstractmethod
    def advance(self, nodes: int) -> bool:
        """Continue for about so many nodes; return whether the search is over."""

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
    ) -> Answer:
        """Return whether the attacker can force a line (within `plies`) from any position.

        `beat` is called every tenth of a second or so; what it raises ends the search.
        """
        begun = perf_counter()
        if position.outcome is not None:
            won = position.outcome.winner is self.attacker
            return Answer(won, 0 if won else None, 0)
        self.start(position, plies)
        while not self.advance(self.SLICE if budget.nodes is None else min(self.SLICE, budget.nodes - self.nodes)):
            beat()
            if budget.nodes is not None and self.nodes >= budget.nodes:
                break
            if budget.seconds is not None and perf_counter() - begun >= budget.seconds:
                break
        return Answer(self.forces, self.plies if self.forces else None, self.nodes)


class Staged(SearchEngine):
    """An engine in plain Python, and its compiled form that takes over.

    `module`: where its kernels are, as `noughts.jit` names it; None where there is no compiled form. `compiled` makes
    it from that module. `left` is set to the seconds that the question may still take.
    """

    SLICE = 1 << 10

    def __init__(self, plain: SearchEngine, module: str | None, compiled: Callable[[Any], SearchEngine]) -> None:
        self.game, self.attacker = plain.game, plain.attacker
        self.engine, self.module, self.compiled = plain, module, compiled
        self.is_compiled = False
        self.left = float("inf")
        self._question: tuple[Position, int | None] | None = None
        self._busy = self._earlier = 0.0
        self._before = 0

    @property
    def nodes(self) -> int:
        """The nodes spent on the present question, by both forms."""
        return self._before + self.engine.nodes

    @property
    def share(self) -> float:
        """The part of the root that is done, from 0 to 1."""
        return self.engine.share

    @property
    def fill(self) -> float:
        """The part of the table in use, from 0 to 1."""
        return self.engine.fill

    @property
    def forces(self) -> bool | None:
        """The answer of a search that is over; None where it has none."""
        return self.engine.forces

    @property
    def plies(self) -> int | None:
        """The plies that a yes takes at most, where the engine knows."""
        return self.engine.plies

    @property
    def note(self) -> str:
        """What is to be said of its speed, if anything."""
        if self.module is None or not self._pays(_PREPARE):
            return ""
        if not jit.installed():
            return "in plain Python: pip install 'noughts[fast]' makes it some fifty times faster"
        return "compiling it, once on this machine" if jit.prepare(self.module) else ""

    def _pays(self, seconds: float) -> bool:
        return not self.is_compiled and self._busy > seconds

    def _is_far(self) -> bool:
        """Return whether the present question would take long, if it went on at its pace."""
        spent = self._busy - self._earlier
        return not self.is_compiled and spent > _PACE and self.share * _FAR < spent

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question, within so many plies; return False where the board is too large for the engine."""
        self._question, self._before, self._earlier = (position, plies), 0, self._busy
        return self.engine.start(position, plies)

    def advance(self, nodes: int) -> bool:
        """Continue for about so many nodes; return whether the search is over."""
        far = self._is_far()
        if (far or self._pays(_PREPARE)) and self._is_ready() and (far or self._pays(_PLAIN)) and self.left > _LOAD:
            self.compile()
        if self.is_compiled:
            return self.engine.advance(nodes)
        began = perf_counter()
        try:
            return self.engine.advance(nodes)
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
        self._before += self.engine.nodes
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
