"""The weak (Maker-Breaker) game: can Maker complete a line if Breaker only prevents it?

If Breaker holds, Maker cannot win the game as played. Either side can be Maker, from any position, with either side to
move. The potential and pairs at the root serve any board. The search needs live lines that fit into its words: at most
128 cells and 256 lines, which every board of up to 121 cells with k >= 5 has.

>>> from noughts.core.game import Game
>>> WeakSolver(Game(5, 5, 5)).solve(0, 0).forces
False
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.errors import CheckpointError, file_errors
from noughts.solve.board_words import Board, Words, board_of, mask_of_words
from noughts.solve.pairs import find_pairs, pairs_hold
from noughts.solve.search_engine import Status, share_done
from noughts.solve.weak import frame
from noughts.solve.weak.frame import WeakSearch, new_search
from noughts.solve.weak.line_table import LineTable, line_table
from noughts.solve.weak.search_kernel import DONE, run, start
from noughts.solve.weak.transposition_table import move_rows, new_rows
from noughts.solve.weak.weak_engine import WeakEngine
from noughts.solve.weak.width import WIDTHS, Width, width_of

_FIRST_ROWS: Final = 1 << 12
_ROOT_STEPS: Final = 2000  # of the pairing search at the root
_TRACKED: Final = 3  # frames from the root down whose moves count for the share done
_OF_THE_LOG: Final = ("answered", "answers", "log")


class WeakSolver(WeakEngine):
    """Solves positions of one game with one table, in slices if needed.

    With two workers a second thread takes Maker's moves in the opposite order and shares the table. `width`: of the
    kernels, if not the least that holds the game. `log` receives every position that Breaker holds, for a proof. It is
    that of the first question alone: a later one uses the table, so what the log lacks.
    """

    SLICE = 1024  # nodes between two readings of the clock: about a tenth of a second

    def __init__(
        self,
        game: Game,
        budget: Budget = UNLIMITED,
        reductions: int = frame.EVERYTHING,
        log: BinaryIO | None = None,
        width: Width | None = None,
        attacker: Side = Side.X,
    ) -> None:
        self.game, self.attacker, self.budget, self.log = game, attacker, budget, log
        self.reductions = reductions if log is None else reductions | frame.LOG
        self.width = width or width_of(game)
        self.rows: Words = new_rows(_FIRST_ROWS, self.width[0])
        self.filled = 0
        self.table: LineTable | None = None
        self.dead = 0  # the cells whose lines the table lacks
        self.searches: list[WeakSearch] = []

    def solve(
        self, maker: int, breaker: int, maker_moves: bool = True, beat: Callable[[], None] = lambda: None
    ) -> Status:
        """Return whether Maker wins a position; no answer if the budget is spent or the board is too large.

        `beat` is called several times a second.
        """
        held = Status(over=True, forces=False)
        if pairs_hold(self.game, maker, breaker, maker_moves):
            return held
        if self.begin(maker, breaker, maker_moves):
            return self.run(self.budget, beat)
        return Status(over=False) if find_pairs(self.game, maker, breaker, maker_moves) is None else held

    def begin(self, maker: int, breaker: int, maker_moves: bool) -> bool:
        """Begin the search of a position; return False if its lines do not fit into the search."""
        if self.searches:
            self._end_log()
        table = self.table
        if table is None or self.dead & ~breaker:  # the table lacks live lines
            table = line_table(self.game, breaker, self.width)
            if table is None:
                return False
            self.rows, self.filled = new_rows(_FIRST_ROWS, self.width[0]), 0
            self.dead = 0 if len(table.cells) == len(self.game.lines) else breaker
        self.table = table
        stones, free = labelled(table, maker), labelled(table, self.game.full & ~(maker | breaker))
        self.searches = [new_search(table, self.reductions)]
        start(self.searches[0], stones, free, maker_moves, _ROOT_STEPS)
        return True

    def advance(self, nodes: int) -> Status:
        """Continue for `nodes` nodes; return the status then."""
        stop = self.nodes + nodes
        while self._root() is None and self.nodes < stop:
            if self.nodes:
                self._add_workers()
            self._slice(stop - self.nodes)
        return self.status

    def _end_log(self) -> None:
        self.log, self.reductions = None, self.reductions & ~frame.LOG

    @property
    def status(self) -> Status:
        """Where the search stands."""
        root, share = self._root(), max(share_done(_done(search)) for search in self.searches)
        wins = None if root is None else bool(root["verdict"] != frame.HOLDS)
        return Status(root is not None, self.nodes, share, self.filled / len(self.rows), wins)

    @property
    def reply(self) -> Move | None:
        """A move of Breaker that holds, if he is to move, holds, and a search was needed."""
        root = self._root()
        if root is None or root["verdict"] != frame.HOLDS or root["move"] >= 0 or self.table is None:
            return None
        return int(self.table.board[root["reply"]])

    @property
    def zone(self) -> int:
        """The cells that the proof of a solved position with Maker to move relies on, as labels of `table`."""
        done = [search for search in self.searches if search.now[frame.WHERE] == DONE]
        return mask_of_words(done[0].sets[0, frame.ZONE]) if done else 0

    @property
    def nodes(self) -> int:
        """The nodes of the present search, over all workers."""
        return sum(int(search.now[frame.NODES]) for search in self.searches)

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return the table and the searches as arrays by name, for `restore`."""
        arrays = {
            f"{i}.{name}": array
            for i, search in enumerate(self.searches)
            for name, array in search._asdict().items()
            if name not in _OF_THE_LOG
        }
        about = np.array([str(self.game), hex(self.dead), len(self.searches), self.filled], "U")
        return {"about": about, "rows": self.rows, **arrays}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue the searches of a `checkpoint`, without a log. Raises CheckpointError for another game."""
        self._end_log()
        game, dead, count, filled = arrays["about"].tolist()
        if game != str(self.game):
            raise CheckpointError(f"the saved search is of {game}, not of {self.game}")
        self.dead, self.filled = int(dead, 16), int(filled)
        self.table, self.rows = line_table(self.game, self.dead, self.width), np.array(arrays["rows"])
        assert self.table is not None
        self.searches = [new_search(self.table, self.reductions) for _ in range(int(count))]
        for i, search in enumerate(self.searches):
            for name in set(search._fields).difference(_OF_THE_LOG):
                getattr(search, name)[...] = arrays[f"{i}.{name}"]
            search.now[frame.ON] &= ~frame.LOG

    def _root(self) -> np.void | None:
        """Return the root of a search that is over."""
        roots: list[np.void] = [search.frame[0] for search in self.searches if search.now[frame.WHERE] == DONE]
        return roots[0] if roots else None

    def _add_workers(self) -> None:
        """Start the other workers. This is done after the first nodes, as small searches need only one worker."""
        while len(self.searches) < self.budget.workers and self.table is not None:
            first = self.searches[0]
            row = 0 if first.frame[0]["move"] >= 0 else 1
            search = new_search(self.table, self.reductions | frame.BACKWARD)
            start(search, first.maker[row], first.empty[row], row == 0, 0)
            self.searches.append(search)

    def _slice(self, nodes: int) -> None:
        """Let every worker search for some nodes; the first to end stops the others."""
        assert self.table is not None
        # The table grows after a number of nodes, however short the slices are: so the nodes don't depend on the clock.
        mark, before = len(self.rows) // 4, self.nodes
        nodes = min(nodes, mark - before % mark)
        stop = np.zeros(1, np.int64)
        jobs = [(self.table, s, self.rows, stop, int(s.now[frame.NODES]) + nodes) for s in self.searches]
        if len(jobs) == 1:
            run(*jobs[0])
        else:
            with ThreadPoolExecutor(len(jobs)) as pool:
                list(pool.map(lambda job: run(*job), jobs))
        for search in self.searches:
            self.filled += int(search.now[frame.FILLED])
            search.now[frame.FILLED] = 0
            if self.log is not None:
                with file_errors("write", "the log of the search"):
                    self.log.write(search.log[: search.now[frame.LOGGED]].data)
                search.now[frame.LOGGED] = 0
        if self.nodes // mark == before // mark or 4 * self.rows.nbytes > self.budget.memory:
            return
        if 2 * self.filled > len(self.rows):
            rows = new_rows(4 * len(self.rows), self.width[0])
            self.filled = move_rows(self.rows, rows, board_of(0, self.width[0]))
            self.rows = rows


def compile_kernels(*width: int) -> None:
    """Run each kernel of the search once, so that its compiled code for a width is in the user's cache."""
    solver = WeakSolver(Game(3, 3, 3), width=as_width(width))
    solver.begin(0, 0, maker_moves=True)
    solver.advance(1)
    move_rows(solver.rows, np.zeros_like(solver.rows), board_of(0, solver.width[0]))


def as_width(words: tuple[int, ...]) -> Width:
    """Return the width that numbers name, as in `noughts.solve.weak.weak_solver:2:2`; without numbers the least."""
    return next(width for width in WIDTHS if width == (words or WIDTHS[0]))


def labelled(table: LineTable, cells: int) -> Board:
    """Return a set of the board's cells by the labels of a table, without the cells on no line."""
    found = 0
    for label, cell in enumerate(table.board.tolist()):
        found |= (cells >> cell & 1) << label
    return board_of(found, len(table.no_cells))


def _done(search: WeakSearch) -> Iterator[tuple[int, int]]:
    """Yield, for each of the first frames, how many of its moves are done, and how many it has."""
    for p in range(min(_TRACKED, int(search.now[frame.FRAME]) + 1)):
        dominated, left = (mask_of_words(search.sets[p, name]) for name in (frame.DOMINATED, frame.MOVES))
        moves = (mask_of_words(search.empty[2 * p]) & ~dominated).bit_count()
        yield max(0, moves - left.bit_count()), moves
