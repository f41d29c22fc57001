"""What a solution may cost."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What a question may cost: nodes, seconds (None: any number), bytes for each table, threads."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1 << 30
    workers: int = 1


UNLIMITED = Budget()


@dataclass(frozen=True)
class Progress:
    """How far a search is: which engine was last at work, all nodes, seconds, share of the root done, table fill."""

    engine: str
    nodes: int
    seconds: float
    share: float
    fill: float
