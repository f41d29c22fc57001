"""Can this side force a line? The game as played, any position, exactly.

Two such questions, one for each side, make the value of a position. What cannot be shown either way within
the budget is answered "unknown", never "no".
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.board_words import Board, board_of, mask_of_words, words_of
from noughts.solve.search_engine import SearchEngine, Status, share_done
from noughts.solve.strong.geometry import geometry
from noughts.solve.strong.pairing import pair_memory
from noughts.solve.strong.search_kernel import (
    ALL,
    ATTACKER,
    BOARDS,
    DEFENDER,
    ENTER,
    FILLED,
    KEY_A,
    KEY_D,
    LEFT,
    LEVEL,
    MOVE,
    NODES,
    PLACE,
    PLIES,
    TASK,
    TODO,
    TURN,
    YES,
    new_stack,
    search,
)
from noughts.solve.strong.transposition_table import new_table, place_of, split

FIRST_ROWS = 1 << 10  # of a table: small, so that a small question is not a matter of clearing memory
PAIRING_BUDGET = 10  # nodes of a search for pairs; with more hardly more positions are closed


class StrongSearch(SearchEngine):
    """Answers one question after the other about one game and attacker; the table lasts from one to the next.

    A board has at most 256 cells (module `width`).

    >>> search = StrongSearch(Game(4, 3, 3), Side.X)
    >>> search.ask(Position(Game(4, 3, 3))).forces
    True
    """

    def __init__(self, game: Game, attacker: Side, memory: int = UNLIMITED.memory) -> None:
        self.game, self.attacker, self.memory = game, attacker, memory
        self.shape = geometry(game)
        self.width = self.shape.boards.shape[1]
        self.zero: Board = board_of(0, self.width)
        self.pairs = pair_memory(game)
        self.table = new_table(FIRST_ROWS, self.width)
        self.stack = new_stack(game)
        # Without a limit on plies every line stays in reach: as if there were more plies than cells.
        self.no_limit = game.cells + 2 * game.k

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin the question whether the attacker can force a line (within `plies`), the game being on.

        Return True: a board that is too large has no search.
        """
        own, theirs = position.boards(self.attacker)
        stack = self.stack
        stack.boards[ATTACKER] = words_of(own, self.width)
        stack.boards[DEFENDER] = words_of(theirs, self.width)
        stack.info[0, LEFT] = self.no_limit if plies is None else plies
        stack.info[0, TURN] = position.side is self.attacker
        stack.state[LEVEL] = stack.state[NODES] = 0
        stack.state[TASK] = ENTER
        return True

    def advance(self, nodes: int) -> Status:
        """Continue for `nodes` nodes; return the status then."""
        stop = self.stack.state[NODES] + nodes
        while self.stack.state[LEVEL] >= 0 and self.stack.state[NODES] < stop:
            left = int(stop - self.stack.state[NODES])
            search(self.shape, self.table, self.stack, self.pairs, self.zero, left, PAIRING_BUDGET)
            if self.stack.state[FILLED] > len(self.table) // 2:
                self._grow()
        return self.status

    @property
    def status(self) -> Status:
        """Where the search stands."""
        state = self.stack.state
        nodes, fill = int(state[NODES]), min(1.0, 2 * float(state[FILLED]) / len(self.table))
        if state[LEVEL] >= 0:
            return Status(False, nodes, share_done(map(self._done, range(int(state[LEVEL])))), fill)
        yes = bool(state[YES])
        return Status(True, nodes, 1.0, fill, yes, int(state[PLIES]) if yes else None)

    @property
    def move(self) -> int:
        """The best move at the root, if the side to move succeeds and was not forced."""
        return int(self.stack.info[0, MOVE])

    def _done(self, level: int) -> tuple[int, int]:
        """Return how many moves of a level are done, and all its moves; one is under way."""
        moves, left = int(self.stack.info[level, ALL]), mask_of_words(self.stack.boards[level * BOARDS + TODO])
        return moves - left.bit_count() - 1, moves

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return the search under way as arrays by name; `restore` goes on from there."""
        return {**self.stack._asdict(), "table": self.table}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""
        for name, array in self.stack._asdict().items():
            array[...] = arrays[name]
        self.table = np.array(arrays["table"])

    def _grow(self) -> None:
        """Double the table, and find the places of the nodes under way again."""
        boards, info, state = self.stack.boards, self.stack.info, self.stack.state
        if 2 * self.table.nbytes > self.memory:
            state[FILLED] = 0  # from here on entries give way to others
            return
        rows, columns = self.table.shape
        self.table.resize((2 * rows, columns), refcheck=False)
        split(self.table, self.zero)
        for level in range(int(state[LEVEL]) + 1):
            here = level * BOARDS
            key_a, key_d = tuple(boards[here + KEY_A]), tuple(boards[here + KEY_D])
            info[level, PLACE] = place_of(self.table, key_a, key_d, info[level, TURN])


def compile_kernels(width: int) -> None:
    """Compile the kernels for boards of `width` words, by a search of a few nodes."""
    side = int((64 * width) ** 0.5)
    search = StrongSearch(Game(side, side, 5), Side.X)
    search.ask(Position(search.game), None, Budget(nodes=50))
    search._grow()
