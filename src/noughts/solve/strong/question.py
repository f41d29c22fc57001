"""A question about a position, whichever engine answers it: a budget, an answer, a search by slices."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.strong.boards import Board, board_of
from noughts.solve.strong.geometry import geometry
from noughts.solve.strong.pairing import pair_memory
from noughts.solve.strong.table import new_table, split

FIRST_ROWS = 1 << 10  # of a table: small, so that a small question is not a matter of clearing memory
SLICE = 1 << 18  # nodes between two looks at the clock: about a tenth of a second


@dataclass(frozen=True)
class Answer:
    """Whether the attacker can force a line (None: unknown), and what it took to find out.

    `plies`: for a yes the plies within which he has it (not always the fewest; None where the engine does not
    count them), else the limit that the question set, None for one without.
    """

    forces: bool | None
    plies: int | None
    nodes: int
    seconds: float
    engine: str


class Question(ABC):
    """A question under way: `ask` for the answer at once, or start it and `advance` by slices.

    The table outlives the question, for others about the same game and attacker.
    """

    engine: str

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory) -> None:
        self.game, self.attacker, self.memory = game, attacker, memory
        self.shape = geometry(game)
        self.width = self.shape.boards.shape[1]
        self.zero: Board = board_of(0, self.width)
        self.pairs = pair_memory(game)
        self.table = new_table(FIRST_ROWS, self.width)

    @property
    @abstractmethod
    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that the search under way consists of but its table, by name; the arrays themselves."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether the search is over."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The nodes spent on this question."""

    @abstractmethod
    def start(self, position: Position, plies: int | None = None) -> None:
        """Begin the question whether the attacker, the game being on, can force a line (within `plies`)."""

    @abstractmethod
    def answer(self, seconds: float = 0.0) -> Answer:
        """Return the answer of a finished search, else "unknown"."""

    @abstractmethod
    def _search(self, nodes: int) -> bool:
        """Search on for so many nodes; return whether the table is too full."""

    @abstractmethod
    def _moved(self, largest: bool) -> None:
        """Take notice of a table that has grown, or cannot."""

    def boards(self, position: Position) -> tuple[int, int, int]:
        """Return the bitboards of attacker and defender, and 1 if the attacker is to move."""
        x = self.attacker is Side.X
        own, theirs = (position.x, position.o) if x else (position.o, position.x)
        return own, theirs, int(position.side is self.attacker)

    def advance(self, nodes: int = SLICE) -> bool:
        """Search on for so many nodes; return whether the answer is there."""
        stop = self.nodes + nodes
        while not self.finished and self.nodes < stop:
            if self._search(stop - self.nodes):
                self._grow()
        return self.finished

    def ask(self, position: Position, plies: int | None = None, budget: Budget = UNLIMITED) -> Answer:
        """Return whether the attacker can force a line (within `plies`) from any position."""
        begun = perf_counter()
        if position.outcome is not None:
            won = position.outcome.winner is self.attacker
            return Answer(won, 0 if won else plies, 0, perf_counter() - begun, "rules")
        self.start(position, plies)
        while not self.advance(SLICE if budget.nodes is None else min(SLICE, budget.nodes - self.nodes)):
            if budget.nodes is not None and self.nodes >= budget.nodes:
                break
            if budget.seconds is not None and perf_counter() - begun >= budget.seconds:
                break
        return self.answer(perf_counter() - begun)

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return the search under way as arrays by name; `restore` goes on from there."""
        return {**self.state, "table": self.table}

    def restore(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""
        for name, array in self.state.items():
            array[...] = arrays[name]
        self.table = np.array(arrays["table"])

    def _grow(self) -> None:
        largest = 2 * self.table.nbytes > self.memory
        if not largest:
            rows, columns = self.table.shape
            self.table.resize((2 * rows, columns), refcheck=False)
            split(self.table, self.zero)
        self._moved(largest)
