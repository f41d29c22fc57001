"""The weak (Maker-Breaker) game: can Maker complete a line if Breaker only prevents it?

If Breaker holds, Maker cannot win the game as played. Either side can be Maker, from any position, with either side to
move. The potential and pairs at the root serve any board. The search needs live lines that fit into its words: at most
128 cells and 256 lines, which every board of up to 121 cells with k >= 5 has.

>>> from noughts.core.game import Game
>>> WeakSolver(Game(5, 5, 5)).solve(0, 0).forces
False
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.errors import CheckpointError, file_errors
from noughts.solve.board_words import Words, board_of, mask_of_words
from noughts.solve.boards import Board
from noughts.solve.pairs import find_pairs, pairs_hold
from noughts.solve.search_engine import Status, share_done
from noughts.solve.weak import frame
from noughts.solve.weak.frame import WeakSearch, new_search
from noughts.solve.weak.line_table import LineTable, line_table
from noughts.solve.weak.search_kernel import DONE, run, start
from noughts.solve.weak.transposition_table import move_rows, new_rows
from noughts.solve.weak.weak_engine import WIDTHS, WeakEngine, Width, width_of

_FIRST_ROWS: Final = 1 << 12
_ROOT_STEPS: Final = 2000  # of the pairing search at the root
_TRACKED: Final = 3  # frames from the root down whose moves count for the share done
_OF_THE_LOG: Final = ("answered", "answers", "log")


class WeakSolver(WeakEngine):
    """Solves positions of one game with one table, in slices if needed.

    `width`: of the kernels, if not the least that holds the game. `log` receives every position that Breaker holds, for
    a proof. It is that of the first question alone: a later one uses the table, so what the log lacks.
    """

    SLICE = 1024  # nodes between two readings of the clock: about a tenth of a second

    def __init__(
        self,
        game: Game,
        budget: Budget = UNLIMITED,
        log: BinaryIO | None = None,
        width: Width | None = None,
        attacker: Side = Side.X,
    ) -> None:
        self.game, self.attacker, self.budget, self.log = game, attacker, budget, log
        self.width = width or width_of(game)
        self.rows: Words = new_rows(_FIRST_ROWS, self.width[0])
        self.filled = 0
        self.table: LineTable | None = None
        self.dead = 0  # the cells whose lines the table lacks
        self.search: WeakSearch | None = None

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
        if self.search is not None:
            self.log = None
        table = self.table
        if table is None or self.dead & ~breaker:  # the table lacks live lines
            table = line_table(self.game, breaker, self.width)
            if table is None:
                return False
            self.rows, self.filled = new_rows(_FIRST_ROWS, self.width[0]), 0
            self.dead = 0 if len(table.cells) == len(self.game.lines) else breaker
        self.table = table
        stones, free = labelled(table, maker), labelled(table, self.game.full & ~(maker | breaker))
        self.search = new_search(table, self.log is not None)
        start(self.search, stones, free, maker_moves, _ROOT_STEPS)
        return True

    def advance(self, nodes: int) -> Status:
        """Continue for `nodes` nodes; return the status then."""
        stop = self.nodes + nodes
        while self._root() is None and self.nodes < stop:
            self._slice(stop - self.nodes)
        return self.status

    @property
    def status(self) -> Status:
        """Where the search stands."""
        assert self.search is not None
        root, share = self._root(), share_done(_done(self.search))
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
        search = self.search
        return 0 if search is None or self._root() is None else mask_of_words(search.sets[0, frame.ZONE])

    @property
    def nodes(self) -> int:
        """The nodes of the present search."""
        return 0 if self.search is None else int(self.search.now[frame.NODES])

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return the table and the search as arrays by name, for `restore`."""
        assert self.search is not None
        arrays = {name: array for name, array in self.search._asdict().items() if name not in _OF_THE_LOG}
        about = np.array([str(self.game), hex(self.dead), self.filled], "U")
        return {"about": about, "rows": self.rows, **arrays}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continue the search of a `checkpoint`, without a log. Raises CheckpointError for another game."""
        self.log = None
        game, dead, filled = arrays["about"].tolist()
        if game != str(self.game):
            raise CheckpointError(f"the saved search is of {game}, not of {self.game}")
        self.dead, self.filled = int(dead, 16), int(filled)
        self.table, self.rows = line_table(self.game, self.dead, self.width), np.array(arrays["rows"])
        assert self.table is not None
        self.search = new_search(self.table)
        for name in set(self.search._fields).difference(_OF_THE_LOG):
            getattr(self.search, name)[...] = arrays[name]
        self.search.now[frame.LOGS] = 0

    def _root(self) -> np.void | None:
        if self.search is None or self.search.now[frame.WHERE] != DONE:
            return None
        root: np.void = self.search.frame[0]
        return root

    def _slice(self, nodes: int) -> None:
        """Search for some nodes."""
        search = self.search
        assert self.table is not None
        assert search is not None
        # The table grows after a number of nodes, however short the slices are: so the nodes don't depend on the clock.
        mark, before = len(self.rows) // 4, self.nodes
        nodes = min(nodes, mark - before % mark)
        run(self.table, search, self.rows, before + nodes)
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
    labels = 0
    for label, cell in enumerate(table.board.tolist()):
        labels |= (cells >> cell & 1) << label
    return board_of(labels, len(table.no_cells))


def _done(search: WeakSearch) -> Iterator[tuple[int, int]]:
    """Yield, for each of the first frames, how many of its moves are done, and how many it has."""
    for p in range(min(_TRACKED, int(search.now[frame.FRAME]) + 1)):
        dominated, left = (mask_of_words(search.sets[p, name]) for name in (frame.DOMINATED, frame.MOVES))
        moves = (mask_of_words(search.empty[2 * p]) & ~dominated).bit_count()
        yield max(0, moves - left.bit_count()), moves
