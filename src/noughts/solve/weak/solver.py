"""The weak (Maker-Breaker) game: can one side complete a line at all, if the other only prevents it?

Where Breaker holds, Maker cannot win the strong game either. Either side may be asked about as Maker, from
any position, with either side to move. Root arguments serve any board; the search needs the lines that are
still alive to fit into its words (64 cells and 128 lines: every board of up to 64 cells with k >= 5).

>>> from noughts.core.game import Game
>>> weak(Game(5, 5, 5), 0, 0).verdict
<Verdict.HOLDS: 'Breaker holds'>
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO, Final

import numpy as np

from noughts.core.game import Game, Move
from noughts.errors import GameError
from noughts.solve.static import find_pairs, pairs_hold
from noughts.solve.weak.frame import (
    BACKWARD,
    EVERYTHING,
    FILLED,
    FRAME,
    HOLDS,
    NODES,
    WHERE,
    Search,
    new_search,
)
from noughts.solve.weak.lines import LineTable, Words, line_table
from noughts.solve.weak.search import DONE, run, start
from noughts.solve.weak.table import move_rows

FIRST_ROWS: Final = 1 << 12
ROW_BYTES: Final = 32
SLICE: Final = 4096  # nodes between two looks at the clock: about half a second
ROOT_STEPS: Final = 2000  # of the pairing search at the root
NO_LIMIT: Final = 1 << 62


class Verdict(Enum):
    """What is known about the weak game."""

    HOLDS = "Breaker holds"
    WINS = "Maker wins"
    UNKNOWN = "unknown"


class Argument(Enum):
    """What settled a position, or what was missing."""

    POTENTIAL = "potential bound"
    PAIRS = "pairing strategy"
    THREATS = "threats"
    SEARCH = "search"
    BUDGET = "out of budget"
    SIZE = "too large to search"


@dataclass(frozen=True)
class WeakResult:
    """The verdict, what settled it and what that cost.

    A node is a position with Maker to move whose moves were gone through. `reply` is a move of Breaker that
    holds, where Breaker is to move and a search was needed.
    """

    verdict: Verdict
    argument: Argument
    nodes: int = 0
    seconds: float = 0.0
    reply: Move | None = None


@dataclass(frozen=True)
class Progress:
    """How far a search is: nodes, seconds, the parts of the table in use and of the root that is done."""

    nodes: int
    seconds: float
    fill: float
    done: float


@dataclass(frozen=True)
class Limits:
    """What a search may use: nodes, seconds, bytes for its table, threads."""

    nodes: int = NO_LIMIT
    seconds: float = float("inf")
    memory: int = 1 << 30
    workers: int = 1


def weak(game: Game, maker: int, breaker: int, maker_moves: bool = True, limits: Limits | None = None) -> WeakResult:
    """Return the verdict on one position of the weak game, given as bitboards; see `WeakSolver.solve`."""
    return WeakSolver(game, limits).solve(maker, breaker, maker_moves)


class WeakSolver:
    """Solves positions of one game, remembers what it found, and stops and goes on where asked to.

    With two workers a second thread starts from the other end of Maker's moves; they share the table.
    """

    def __init__(self, game: Game, limits: Limits | None = None, reductions: int = EVERYTHING) -> None:
        self.game = game
        self.limits = limits or Limits()
        self.reductions = reductions
        self.rows: Words = np.zeros((FIRST_ROWS, 4), np.uint64)
        self.filled = 0
        self.table: LineTable | None = None
        self.dead = 0  # the cells whose lines the table lacks
        self.searches: list[Search] = []
        self.seconds = 0.0

    def solve(
        self,
        maker: int,
        breaker: int,
        maker_moves: bool = True,
        progress: Callable[[Progress], None] | None = None,
    ) -> WeakResult:
        """Return the verdict on a position; `Verdict.UNKNOWN` where the limits or the board are too much.

        `progress` is called about twice a second. Whatever it raises (a KeyboardInterrupt, say) leaves the
        search as it is, to be saved or resumed.
        """
        began = time.perf_counter()
        if pairs_hold(self.game, maker, breaker, maker_moves):
            return WeakResult(Verdict.HOLDS, Argument.POTENTIAL, 0, time.perf_counter() - began)
        if self.begin(maker, breaker, maker_moves):
            return self.resume(progress)
        if find_pairs(self.game, maker, breaker, maker_moves) is not None:
            return WeakResult(Verdict.HOLDS, Argument.PAIRS, 0, time.perf_counter() - began)
        return WeakResult(Verdict.UNKNOWN, Argument.SIZE, 0, time.perf_counter() - began)

    def begin(self, maker: int, breaker: int, maker_moves: bool) -> bool:
        """Set up the search of a position; return False where its lines do not fit into the search."""
        table = self.table
        if table is None or self.dead & ~breaker:  # the table at hand lacks lines that are alive
            table = line_table(self.game, breaker)
            if table is None:
                return False
            self.rows, self.filled = np.zeros((FIRST_ROWS, 4), np.uint64), 0
            self.dead = 0 if len(table.cells) == len(self.game.lines) else breaker
        self.table, self.seconds = table, 0.0
        stones, free = labelled(table, maker), labelled(table, self.game.full & ~(maker | breaker))
        self.searches = [new_search(table, self.reductions)]
        start(table, self.searches[0], self.rows, stones, free, maker_moves, ROOT_STEPS)
        return True

    def resume(self, progress: Callable[[Progress], None] | None = None) -> WeakResult:
        """Go on with the search that `begin` or `load` set up."""
        began = time.perf_counter() - self.seconds
        while (root := self._solved()) is None:
            self.seconds = time.perf_counter() - began
            if self.seconds >= self.limits.seconds or self.nodes >= self.limits.nodes:
                return WeakResult(Verdict.UNKNOWN, Argument.BUDGET, self.nodes, self.seconds)
            if self.nodes:
                if progress is not None:
                    progress(self.progress())
                self._add_workers()
            self._slice(min(SLICE, self.limits.nodes - self.nodes))
        self.seconds = time.perf_counter() - began
        verdict = Verdict.HOLDS if root["verdict"] == HOLDS else Verdict.WINS
        reply = None
        if verdict is Verdict.HOLDS and root["move"] < 0 and self.table is not None:
            reply = int(self.table.board[root["reply"]])
        argument = Argument.SEARCH
        if not self.nodes and root["move"] >= 0:
            argument = Argument.PAIRS if verdict is Verdict.HOLDS else Argument.THREATS
        return WeakResult(verdict, argument, self.nodes, self.seconds, reply)

    @property
    def nodes(self) -> int:
        """The nodes of the present search, over all workers."""
        return sum(int(search.now[NODES]) for search in self.searches)

    def progress(self) -> Progress:
        """Return how far the present search is."""
        done = max(_share_done(search) for search in self.searches)
        return Progress(self.nodes, self.seconds, self.filled / len(self.rows), done)

    def save(self, file: BinaryIO) -> None:
        """Write the table and the searches, for `load`."""
        arrays = {
            f"{i}.{name}": array for i, search in enumerate(self.searches) for name, array in search._asdict().items()
        }
        about = np.array([str(self.game), hex(self.dead), len(self.searches), self.filled, self.seconds], "U")
        np.savez(file, about=about, rows=self.rows, **arrays)

    def load(self, file: BinaryIO) -> None:
        """Take up the searches that were saved; raises GameError where they are of another game."""
        with np.load(file, allow_pickle=False) as saved:
            game, dead, count, filled, seconds = saved["about"].tolist()
            if game != str(self.game):
                raise GameError(f"the saved search is of {game}, not of {self.game}")
            self.dead, self.filled, self.seconds = int(dead, 16), int(filled), float(seconds)
            self.table, self.rows = line_table(self.game, self.dead), saved["rows"]
            self.searches = [
                Search(**{name: saved[f"{i}.{name}"] for name in Search._fields}) for i in range(int(count))
            ]

    def _solved(self) -> np.void | None:
        """The root of a search that is done."""
        roots: list[np.void] = [search.frame[0] for search in self.searches if search.now[WHERE] == DONE]
        return roots[0] if roots else None

    def _add_workers(self) -> None:
        """Start what workers are still missing: small searches are over before that pays."""
        while len(self.searches) < self.limits.workers and self.table is not None:
            first = self.searches[0]
            row = 0 if first.frame[0]["move"] >= 0 else 1
            search = new_search(self.table, self.reductions | BACKWARD)
            stones, free = first.maker[row], first.empty[row]
            start(self.table, search, self.rows, stones, free, row == 0, 0)
            self.searches.append(search)

    def _slice(self, nodes: int) -> None:
        """Let every worker run for a while; the first that is through stops the others."""
        assert self.table is not None
        nodes = min(nodes, len(self.rows) // 4)
        stop = np.zeros(1, np.int64)
        jobs = [(self.table, s, self.rows, stop, int(s.now[NODES]) + nodes) for s in self.searches]
        if len(jobs) == 1:
            run(*jobs[0])
        else:
            with ThreadPoolExecutor(len(jobs)) as pool:
                list(pool.map(lambda job: run(*job), jobs))
        for search in self.searches:
            self.filled += int(search.now[FILLED])
            search.now[FILLED] = 0
        if 2 * self.filled > len(self.rows) and 4 * self.rows.nbytes <= self.limits.memory:
            rows = np.zeros((4 * len(self.rows), 4), np.uint64)
            self.filled = move_rows(self.rows, rows)
            self.rows = rows


def labelled(table: LineTable, cells: int) -> np.uint64:
    """Return a set of the board's cells in the labels of a table; cells on no line are left out."""
    found = 0
    for label, cell in enumerate(table.board.tolist()):
        found |= (cells >> cell & 1) << label
    return np.uint64(found)


def _share_done(search: Search) -> float:
    """The part of the work that is done, if all moves of a position cost the same: from three frames."""
    done, weight = 0.0, 1.0
    for p in range(min(3, int(search.now[FRAME]) + 1)):
        frame = search.frame[p]
        moves = int(search.empty[2 * p] & ~frame["dominated"]).bit_count()
        left = int(frame["moves"]).bit_count()
        done += weight * (1 - left / moves) if moves else 0.0
        weight /= max(moves, 1)
    return done
