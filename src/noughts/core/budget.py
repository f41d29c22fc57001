"""The limits of a search, what it has spent of them, and its progress."""

from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from noughts.errors import LimitExceeded

ANSWER_SECONDS = 60.0  # of processor time, for one answer of a user's program


@dataclass(frozen=True)
class Budget:
    """The limits of one search: nodes and seconds (None: no limit), bytes for each table, threads.

    `seconds` is a promise. `soft` is what one of several answers should take on average (None: all its seconds).
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1 << 30
    workers: int = 1
    soft: float | None = None

    @property
    def share(self) -> float:
        """The seconds that one answer should take: infinity for no limit."""
        return min((limit for limit in (self.soft, self.seconds) if limit is not None), default=inf)


UNLIMITED = Budget()


class Meter:
    """What is spent of a budget: nodes, as they are added, and seconds, from now on. Some may be spent already."""

    def __init__(self, budget: Budget, nodes: int = 0, seconds: float = 0.0) -> None:
        self.budget, self.nodes = budget, nodes
        self._began = perf_counter() - seconds

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return perf_counter() - self._began

    @property
    def left(self) -> Budget:
        """What is left of the budget: at least a node and a millisecond."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        return replace(
            self.budget,
            nodes=None if nodes is None else max(1, nodes - self.nodes),
            seconds=None if seconds is None else max(0.001, seconds - self.seconds),
        )

    def check(self) -> None:
        """Raise LimitExceeded if the seconds are over."""
        if self.budget.seconds is not None and self.seconds >= self.budget.seconds:
            raise self.spent()

    def check_nodes(self) -> None:
        """Raise LimitExceeded if the nodes are spent."""
        if self.budget.nodes is not None and self.nodes >= self.budget.nodes:
            raise self.spent()

    def spent(self) -> LimitExceeded:
        """Return the error of a question that has no answer yet."""
        return LimitExceeded(f"unknown after {self.nodes:,} nodes and {self.seconds:.1f} s")


@dataclass(frozen=True)
class Progress:
    """The progress of a search: the engine in use, nodes and seconds so far, share of the root done, table fill."""

    engine: str
    nodes: int
    seconds: float
    share: float
    fill: float
