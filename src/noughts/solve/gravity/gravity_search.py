"""The value of a position where stones fall: the questions that are put to the search."""

from typing import Final

from noughts import jit
from noughts.core.budget import UNLIMITED, Budget, Meter
from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.core.value import Value, ended
from noughts.extras import has_extra
from noughts.jit.kernels import compiled, form_of
from noughts.solve.boards import new_boards, new_numbers, repeated, words_of
from noughts.solve.gravity import search as plain
from noughts.solve.gravity.stones import (
    bits_of,
    compiles,
    completing,
    landing_cells,
    mirrored,
    safe_moves,
    shape_of,
    width_of,
)

_PLAIN_SLICE, _COMPILED_SLICE = 1 << 9, 1 << 14  # nodes between two readings of the clock
_BEFORE_COMPILED: Final = 1 << 13  # nodes in plain Python: to load compiled code takes longer
_PLAIN_ROWS: Final = 131_063  # of the table; in 2**17 - 1 rows keys would meet whose bits are 17 apart
_MEMORY: Final = 1 << 27  # bytes of a compiled search's table: more is slower to fill than it gains
_WORD_BYTES: Final = 8
_MIRRORED: Final = 3  # the mirror image is looked up in the first third of a game


def suits(game: Game) -> bool:
    """Return whether the search is for a game: stones fall, k or more in a row win, and scores fit the table."""
    return not game.cells_stay_open and game.line_wins and game.lines_last and game.cells <= plain.MOST_CELLS


def kernels_for(game: Game) -> str:
    """Return the name of the compiled code for a game that `compiles`; see `noughts.jit`."""
    return f"{__name__}:{width_of(game)}"


class GravitySearch:
    """Answers one position of a game after the other; the table lasts. It begins in plain Python; what takes longer
    goes on with compiled code as soon as that is ready.

    `memory`: bytes of the table of compiled code.

    >>> game = Game(4, 4, 3, gravity=True)
    >>> str(GravitySearch(game).value(Position(game)))
    'win in 9 plies'
    """

    name = "search of falling stones"

    def __init__(self, game: Game, memory: int = _MEMORY) -> None:
        self.game, self.nodes, self.is_compiled = game, 0, False
        self.shape = shape_of(game)
        n, side = game.n, self.shape.side
        self._bits = [1 << column * side + n - 1 - row for row, column in map(game.row_column, range(game.cells))]
        self._width = width_of(game)
        rows = memory // (2 * self._width * _WORD_BYTES) - 15  # near a power of two, and odd
        self._rows = max(rows, least_rows(game))
        self._search, self._slice, self._memory = plain.search, _PLAIN_SLICE, self._new_memory(_PLAIN_ROWS)
        self._given = self.shape  # to the search: the shape in its form
        self._waits = has_extra("fast") and compiles(game)

    def compile(self) -> None:
        """Go on with compiled code, which `compiles` the game, and an empty table."""
        self.is_compiled, self._waits = True, False
        self._search, self._slice, self._memory = compiled(plain.search), _COMPILED_SLICE, self._new_memory(self._rows)
        self._given = shape_of(self.game, is_compiled=True)

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
        if completing(own, shape) & landing_cells(taken, shape):
            return max(least, min((free + 1) // 2, most))
        threats = completing(own ^ taken, shape) & shape.board & ~taken
        if not safe_moves(threats, taken, shape):
            return max(least, min(-(free // 2), most))
        least, most = max(least, -(free // 2)), min(most, free // 2)  # no side wins with its next stone
        self._begin(own, taken, threats, least, most)
        state, kernels = self._memory.state, kernels_for(self.game)
        while True:
            is_long = self._waits and self.nodes >= _BEFORE_COMPILED
            if is_long and not jit.prepare(kernels) and jit.ready(kernels):
                self.compile()
                self._begin(own, taken, threats, least, most)
                state = self._memory.state
            nodes, most_nodes = int(state[plain.NODES]), meter.budget.nodes
            slice_ = self._slice if most_nodes is None else max(1, min(self._slice, most_nodes - meter.nodes))
            self._search(self._given, self._memory, slice_)
            spent = int(state[plain.NODES]) - nodes
            meter.nodes, self.nodes = meter.nodes + spent, self.nodes + spent
            if state[plain.LEAST] >= state[plain.MOST]:
                return min(int(state[plain.LEAST]), most)
            meter.check_nodes()
            if meter.seconds >= meter.budget.share:
                raise meter.spent()

    def _begin(self, own: int, taken: int, threats: int, least: int, most: int) -> None:
        shape, boards, state = self.shape, self._memory.boards, self._memory.state
        words, ply = form_of(words_of, self.is_compiled), taken.bit_count()
        for name, cells in ((plain.OWN, own), (plain.TAKEN, taken), (plain.THREATS, threats)):
            boards[name] = words(cells, self._width)
        self._memory.numbers[plain.GOAL] = plain.next_goal(least, most)
        state[plain.LEVEL], state[plain.NODES], state[plain.ENTERS], state[plain.PLY] = 0, 0, 1, ply
        state[plain.LEAST], state[plain.MOST] = least, most
        # Where stones are in the way of their mirror images, no position below is another one's mirror image.
        apart = own & mirrored(own ^ taken, shape)
        state[plain.MIRRORED] = 0 if apart else max(0, shape.cells // _MIRRORED - ply)

    def _new_memory(self, rows: int) -> plain.Memory:
        game, width, levels = self.game, self._width, self.game.cells + 1
        boards, numbers = form_of(new_boards, self.is_compiled), form_of(new_numbers, self.is_compiled)
        middle_last = sorted(range(game.m - 1, -1, -1), key=lambda column: -abs(2 * column - game.m + 1))
        nearness = [middle_last.index(column) for column in range(game.m) for _ in range(game.n + 1)]
        return plain.Memory(
            entries=boards(2 * rows, width),
            nearness=form_of(repeated, self.is_compiled)(nearness),
            boards=boards(levels * plain.BOARDS, width),
            numbers=numbers(levels * plain.FIELDS),
            moves=boards(levels * game.m, width),
            threats=boards(levels * game.m, width),
            worths=numbers(levels * game.m),
            order=numbers(levels * game.m),
            state=numbers(plain.STATE),
        )


def least_rows(game: Game) -> int:
    """Return the fewest rows of a table of compiled code: the quotient of a word by them has to fit an entry."""
    bits = min(bits_of(game), 8 * _WORD_BYTES)
    rows = 1 << max(0, bits + plain.REST - 8 * _WORD_BYTES + 1)
    assert ((1 << bits) - 1) // rows + 1 < 1 << 8 * _WORD_BYTES - plain.REST
    return rows


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


def compile_kernels(width: int) -> None:
    """Compile the search for boards of `width` words."""
    game = Game(16, 4 * width - 1, 3, gravity=True)  # all bits of so many words
    search = GravitySearch(game)
    search.compile()
    search.value(Position(game))
    compiled(landing_cells)(search._given.bottom, search._given)
