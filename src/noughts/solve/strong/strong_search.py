"""Can this side force a line? The game as played, any position, exactly; in plain Python or compiled.

Two such questions, one for each side, make the value of a position. What cannot be shown either way within
the budget is answered "unknown", never "no".
"""

from collections.abc import Callable, Mapping
from typing import Any

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.jit.kernels import form_of
from noughts.solve.boards import board_of, mask_of_words, words_of
from noughts.solve.search_engine import Arrays, SearchEngine, Status, share_done
from noughts.solve.strong.geometry import geometry, width_of
from noughts.solve.strong.pairing import pair_memory
from noughts.solve.strong.plain_table import grow, new_table, place_of, room
from noughts.solve.strong.search_kernel import (
    ALL,
    ATTACKER,
    BOARDS,
    DEFENDER,
    ENTER,
    FIELDS,
    FILLED,
    KEY_A,
    KEY_D,
    LEFT,
    LEVEL,
    MOVE,
    NODES,
    PLIES,
    TASK,
    TODO,
    TURN,
    YES,
    new_stack,
    search,
)

_PAIRING = 10  # nodes of a search for pairs; with more hardly more positions are closed


class StrongSearch(SearchEngine):
    """Answers one question after the other about one game and attacker; the table lasts from one to the next.

    A board of a compiled search has at most 256 cells (module `width`). In plain Python it searches for no pairs.

    >>> search = StrongSearch(Game(4, 3, 3), Side.X)
    >>> search.ask(Position(Game(4, 3, 3))).forces
    True
    """

    def __init__(
        self, game: Game, attacker: Side, memory: int = UNLIMITED.memory, *, is_compiled: bool = False
    ) -> None:
        self.game, self.attacker, self.memory, self.is_compiled = game, attacker, memory, is_compiled
        self.width = width_of(game)
        self.SLICE = SearchEngine.SLICE if is_compiled else 1 << 10
        self.pairing = _PAIRING if is_compiled else 0
        self.shape = geometry(game, is_compiled)
        self.zero = self.form(board_of)(0, self.width)
        self.pairs: Any = pair_memory(game) if is_compiled else None
        self.table = self.form(new_table)(self.width, memory)
        self.stack = new_stack(game, is_compiled)
        # Without a limit on plies every line stays in reach: as if there were more plies than cells.
        self.no_limit = game.cells + 2 * game.k

    def form(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the form of a function that this search works with."""
        return form_of(function, self.is_compiled)

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin the question whether the attacker can force a line (within `plies`), the game being on.

        Return True: a board that is too large has no compiled search.
        """
        own, theirs = position.boards(self.attacker)
        stack, words = self.stack, self.form(words_of)
        stack.boards[ATTACKER], stack.boards[DEFENDER] = words(own, self.width), words(theirs, self.width)
        stack.info[LEFT] = self.no_limit if plies is None else plies
        stack.info[TURN] = int(position.side is self.attacker)
        stack.state[LEVEL] = stack.state[NODES] = 0
        stack.state[TASK] = ENTER
        return True

    def advance(self, nodes: int) -> Status:
        """Continue for `nodes` nodes; return the status then."""
        state, run, room_of = self.stack.state, self.form(search), self.form(room)
        stop = state[NODES] + nodes
        while state[LEVEL] >= 0 and state[NODES] < stop:
            run(self.shape, self.table, self.stack, self.pairs, self.zero, int(stop - state[NODES]), self.pairing)
            if state[FILLED] > room_of(self.table):
                self.grow()
        return self.status

    @property
    def status(self) -> Status:
        """Where the search stands."""
        state = self.stack.state
        nodes, fill = int(state[NODES]), min(1.0, float(state[FILLED]) / self.form(room)(self.table))
        if state[LEVEL] >= 0:
            return Status(False, nodes, share_done(map(self._done, range(int(state[LEVEL])))), fill)
        yes = bool(state[YES])
        return Status(True, nodes, 1.0, fill, yes, int(state[PLIES]) if yes else None)

    @property
    def move(self) -> int:
        """The best move at the root, if the side to move succeeds and was not forced."""
        return int(self.stack.info[MOVE])

    def _done(self, level: int) -> tuple[int, int]:
        """Return how many moves of a level are done, and all its moves; one is under way."""
        todo = self.form(mask_of_words)(self.stack.boards[level * BOARDS + TODO])
        moves = int(self.stack.info[level * FIELDS + ALL])
        return moves - todo.bit_count() - 1, moves

    def checkpoint(self) -> Arrays:
        """Return a compiled search under way as arrays by name; `restore` goes on from there."""
        return {**self.stack._asdict(), "table": self.table}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        """Go on with the search whose `checkpoint` these arrays are."""
        for name, array in self.stack._asdict().items():
            array[...] = arrays[name]
        self.table = arrays["table"].copy()

    def grow(self) -> None:
        """Give a table that is full more room, and find the places of the nodes under way again."""
        boards, info, state = self.stack.boards, self.stack.info, self.stack.state
        if not self.form(grow)(self.table, self.memory):
            state[FILLED] = 0
            return
        for level in range(int(state[LEVEL]) + 1):
            here = level * BOARDS
            key_a, key_d = tuple(boards[here + KEY_A]), tuple(boards[here + KEY_D])
            self.stack.places[level] = self.form(place_of)(self.table, key_a, key_d, info[level * FIELDS + TURN])


def compile_kernels(width: int) -> None:
    """Compile the kernels for boards of `width` words, by a search of a few nodes."""
    side = int((64 * width) ** 0.5)
    search = StrongSearch(Game(side, side, 5), Side.X, is_compiled=True)
    search.ask(Position(search.game), None, Budget(nodes=50))
    search.grow()
