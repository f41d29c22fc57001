"""The limits of a search, and its progress."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """The limits of one search: nodes and seconds (None: no limit), bytes for each table, threads.

    `seconds` is a promise. `soft` is what a move of a game with a clock should take on average (None: all its seconds).
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1 << 30
    workers: int = 1
    soft: float | None = None


UNLIMITED = Budget()


@dataclass(frozen=True)
class Progress:
    """The progress of a search: the engine in use, nodes and seconds so far, share of the root done, table fill."""

    engine: str
    nodes: int
    seconds: float
    share: float
    fill: float
