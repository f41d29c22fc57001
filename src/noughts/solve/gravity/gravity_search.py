"""The value of a position where stones fall: the questions that are put to the search."""

from typing import Final

from noughts import jit
from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.core.value import Value, ended
from noughts.extras import has_extra
from noughts.jit.kernels import compiled, form_of
from noughts.solve.boards import repeated
from noughts.solve.gravity import search as plain
from noughts.solve.gravity.answering import Shape
from noughts.solve.gravity.stones import completing, mirrored, safe_moves

KERNELS: Final = __name__

_WORD: Final = 63  # bits of a board that is searched by compiled code
_PLAIN_SLICE, _COMPILED_SLICE = 1 << 9, 1 << 14  # nodes between two readings of the clock
_PLAIN_ROWS: Final = 131_071  # of the table
_MEMORY: Final = 1 << 27  # bytes of a compiled search's table: more is slower to fill than it gains
_ROW_BYTES: Final = 16
_MIRRORED: Final = 3  # the mirror image is looked up in the first third of a game


def suits(game: Game) -> bool:
    """Return whether the search is for a game: stones fall, k or more in a row win, and scores fit the table."""
    return not game.cells_stay_open and game.line_wins and game.lines_last and game.cells <= plain.MOST_CELLS


def fits_word(game: Game) -> bool:
    """Return whether the boards of a game fit the word of compiled code."""
    return game.m * (game.n + 1) <= _WORD


class GravitySearch:
    """Answers one position of a game after the other; the table lasts. It begins in plain Python, and goes on with
    compiled code as soon as that is ready.

    `memory`: bytes of the table of compiled code.

    >>> game = Game(4, 4, 3, gravity=True)
    >>> str(GravitySearch(game).value(Position(game)))
    'win in 9 plies'
    """

    name = "search of falling stones"

    def __init__(self, game: Game, memory: int = _MEMORY) -> None:
        self.game, self.nodes, self.is_compiled = game, 0, False
        m, n, side = game.m, game.n, game.n + 1
        bottom = sum(1 << column * side for column in range(m))
        even = bottom * sum(1 << row for row in range(n, -1, -2))
        self.shape = Shape(m, game.k, side, game.cells, bottom * ((1 << n) - 1), bottom, even)
        self._bits = [1 << column * side + n - 1 - row for row, column in map(game.row_column, range(game.cells))]
        self._rows = memory // _ROW_BYTES - 15  # near a power of two, and odd
        self._search, self._slice, self._memory = plain.search, _PLAIN_SLICE, self._new_memory(_PLAIN_ROWS)
        self._waits = has_extra("fast") and fits_word(game)

    def compile(self) -> None:
        """Go on with compiled code, and an empty table."""
        self.is_compiled, self._waits = True, False
        self._search, self._slice, self._memory = compiled(plain.search), _COMPILED_SLICE, self._new_memory(self._rows)

    def value(self, position: Position, budget: Budget = UNLIMITED, *, distance: bool = True) -> Value:
        """Return the value for the side to move; without `distance` a win or a loss lacks it. Raises LimitExceeded."""
        if position.outcome is not None:
            return ended(position)
        free = position.empty.bit_count()
        most = (free + 1) // 2 if distance else 1
        score = self._score(position, Meter(budget), -most, most)
        return value_of(score, free) if distance or not score else Value(1 if score > 0 else -1)

    def value_within(self, position: Position, plies: int) -> Value | None:
        """Return the value for the side to move, with its distance, where a side wins within some plies; else None.

        It takes far fewer nodes than the value itself: what is further on is not looked at.
        """
        if position.outcome is not None:
            return ended(position)
        free, meter = position.empty.bit_count(), Meter(UNLIMITED)
        for distance in range(1, min(plies, free) + 1):
            score = (free + 2 - distance) // 2  # of a win in so many plies
            if distance % 2 and self._score(position, meter, score - 1, score) == score:
                return Value(1, distance)
            if distance % 2 == 0 and self._score(position, meter, -score, 1 - score) == -score:
                return Value(-1, distance)
        return Value(0, free) if plies >= free else None

    def _score(self, position: Position, meter: Meter, least: int, most: int) -> int:
        own, theirs = map(self.stones, (position.own, position.theirs))
        return self.score(own, own | theirs, meter, least, most)

    def stones(self, cells: int) -> int:
        """Return cells of the game's bitboards as those of the search (see module `stones`)."""
        return sum([self._bits[cell] for cell in cells_of(cells)])

    def score(self, own: int, taken: int, meter: Meter, least: int, most: int) -> int:
        """Return the score of a position that is open, between these bounds; see module `search`.

        A score that is less than `least` is given as `least`, one that is greater than `most` as `most`. `own`: the
        stones of the side to move; `taken`: all. Raises LimitExceeded.
        """
        shape, free = self.shape, self.game.cells - taken.bit_count()
        landing = (taken + shape.bottom) & shape.board
        if completing(own, shape.k, shape.side) & landing:
            return max(least, min((free + 1) // 2, most))
        threats = completing(own ^ taken, shape.k, shape.side) & shape.board & ~taken
        if not safe_moves(threats, landing):
            return max(least, min(-(free // 2), most))
        least, most = max(least, -(free // 2)), min(most, free // 2)  # no side wins with its next stone
        self._begin(own, taken, threats, least, most)
        state = self._memory.state
        while True:
            if self._waits and not jit.prepare(KERNELS) and jit.ready(KERNELS):
                self.compile()
                self._begin(own, taken, threats, least, most)
                state = self._memory.state
            nodes, most_nodes = int(state[plain.NODES]), meter.budget.nodes
            slice_ = self._slice if most_nodes is None else max(1, min(self._slice, most_nodes - meter.nodes))
            self._search(self.shape, self._memory, slice_)
            spent = int(state[plain.NODES]) - nodes
            meter.nodes, self.nodes = meter.nodes + spent, self.nodes + spent
            if state[plain.LEAST] >= state[plain.MOST]:
                return min(int(state[plain.LEAST]), most)
            meter.check_nodes()
            if meter.seconds >= meter.budget.share:
                raise meter.spent()

    def _begin(self, own: int, taken: int, threats: int, least: int, most: int) -> None:
        shape, stack, state = self.shape, self._memory.stack, self._memory.state
        goal, ply = plain.next_goal(least, most), taken.bit_count()
        stack[plain.OWN], stack[plain.TAKEN], stack[plain.GOAL], stack[plain.THREATS] = own, taken, goal, threats
        state[plain.LEVEL], state[plain.NODES], state[plain.ENTERS], state[plain.PLY] = 0, 0, 1, ply
        state[plain.LEAST], state[plain.MOST] = least, most
        # Where stones are in the way of their mirror images, no position below is another one's mirror image.
        apart = own & mirrored(own ^ taken, shape.columns, shape.side)
        state[plain.MIRRORED] = 0 if apart else max(0, shape.cells // _MIRRORED - ply)

    def _new_memory(self, rows: int) -> plain.Memory:
        game, levels, numbers = self.game, self.game.cells + 1, form_of(repeated, self.is_compiled)
        middle_first = sorted(range(game.m), key=lambda column: abs(2 * column - game.m + 1))
        return plain.Memory(
            entries=numbers([0], 2 * rows),
            columns=numbers([((1 << game.n) - 1) << column * (game.n + 1) for column in middle_first]),
            stack=numbers([0], levels * plain.FIELDS),
            moves=numbers([0], levels * game.m),
            threats=numbers([0], levels * game.m),
            worths=numbers([0], levels * game.m),
            state=numbers([0], plain.STATE),
        )


def value_of(score: int, free: int) -> Value:
    """Return the value that a score stands for in a position with some free cells.

    >>> value_of(1, 42), value_of(-1, 41)  # connect-four: with the last stone but one
    (Value(result=1, distance=41), Value(result=-1, distance=40))
    """
    if not score:
        return Value(0, free)
    # The winner has `score` stones left with the winning one, and moves now if the score is positive.
    distance = free + 2 - 2 * abs(score)
    if distance % 2 != (score > 0):
        distance -= 1
    return Value(1 if score > 0 else -1, distance)


def compile_kernels() -> None:
    """Compile the search: it serves every board that fits a word."""
    game = Game(4, 3, 3, gravity=True)
    search = GravitySearch(game)
    search.compile()
    search.value(Position(game))
