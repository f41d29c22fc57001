"""The rules of an m,n,k-game: m columns, n rows, k in a row.

Cells are numbered row by row from the top left: cell = row * m + column. On 4,3,3:

     0  1  2  3
     4  5  6  7
     8  9 10 11

A set of cells is an int, its bitboard: cell c is bit c, so `1 << c`.

A game may have options, which are joined to its text (`7,6,4-gravity`): with gravity a stone falls to the lowest free
cell of its column; in a misere game the side that completes a line loses; in an exact one a side completes a line by
a run of exactly k stones alone: a longer run, an overline, is none.
"""

import re
import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NewType, Self

from noughts.errors import GameError
from noughts.words import Said

if TYPE_CHECKING:
    Move = int  # row * m + column
else:
    Move = NewType("Move", int)  # so that a document can have its name
Line = tuple[int, ...]
Permutation = tuple[int, ...]
Window = tuple[int, int]  # the bitboards of a line and of the cells that decide whether it wins

COLUMNS: Final = "abcdefghijklmnopqrstuvwxyz"  # their names
MAX_SIDE: Final = len(COLUMNS)

OPTIONS: Final = "gravity", "misere", "exact"  # in the order of a game's text
_NAMED: Final = {"tic-tac-toe": "3,3,3", "connect-four": "7,6,4-gravity"}
_SIZE = r"\s*([0-9]{1,9})\s*"
_GAME = re.compile(rf"{_SIZE}[,x]{_SIZE}[,x]{_SIZE}((?:-\s*(?:{'|'.join(OPTIONS)})\s*)*)", re.IGNORECASE)


@dataclass(frozen=True)
class Game:
    """The m,n,k-game: m columns, n rows, k in a row; and its options.

    Raises GameError unless 1 <= m, n <= 26 and 1 <= k <= max(m, n).

    >>> Game(4, 3, 3).cells
    12
    >>> str(Game.from_text("4 x 3 x 3"))
    '4,3,3'
    >>> Game.from_text("15,15,5-exact")
    Game(m=15, n=15, k=5, exact=True)
    >>> str(Game.from_text("connect-four"))
    '7,6,4-gravity'
    """

    m: int
    n: int
    k: int
    gravity: bool = field(default=False, kw_only=True)
    misere: bool = field(default=False, kw_only=True)
    exact: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        for name, size in (("columns", self.m), ("rows", self.n), ("k", self.k)):
            if type(size) is not int:
                raise self._error("not-whole", repr(size), size=Said(f"error.size-{name}"))
        for name, size in (("columns", self.m), ("rows", self.n)):
            if not 1 <= size <= MAX_SIDE:
                raise self._error("out-of-range", size, size=Said(f"error.size-{name}"), most=MAX_SIDE)
        if not 1 <= self.k <= max(self.m, self.n):
            raise self._error("line-too-long", self.k, most=max(self.m, self.n))
        for option in OPTIONS:
            if type(getattr(self, option)) is not bool:
                raise self._error("not-a-switch", repr(getattr(self, option)), option=option)

    def _error(self, kind: str, given: object, **more: object) -> GameError:
        return GameError(Said(f"error.{kind}", {"game": repr(str(self)), "given": given, **more}))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the game written `m,n,k` or `m x n x k`, with options in any order (`7,6,4-gravity-exact`), or named:
        `tic-tac-toe`, `connect-four`. Raises GameError."""
        match = _GAME.fullmatch(_NAMED.get(text.strip().lower(), text))
        if match is None:
            raise not_a_game(text)
        m, n, k = map(int, match.groups()[:3])
        options = [option.strip().lower() for option in match[4].split("-")[1:]]
        if len(options) > len({*options}):
            raise not_a_game(text)
        return cls(m, n, k, **dict.fromkeys(options, True))

    @classmethod
    def from_list(cls, items: object) -> Self:
        """Return the game that a JSON document writes as `to_list` does; raises GameError.

        >>> str(Game.from_list([15, 15, 5, "exact"]))
        '15,15,5-exact'
        """
        if (
            not isinstance(items, list | tuple)
            or len(items) < 3
            or [*items[3:]] != [option for option in OPTIONS if option in items[3:]]
        ):
            raise GameError(Said("error.game-list", {"game": reprlib.repr(items)}))
        return cls(*items[:3], **dict.fromkeys(items[3:], True))

    def __str__(self) -> str:
        return "-".join([f"{self.m},{self.n},{self.k}", *self.options])

    def __repr__(self) -> str:
        options = "".join(f", {option}=True" for option in self.options)
        return f"Game(m={self.m!r}, n={self.n!r}, k={self.k!r}{options})"

    def to_list(self) -> list[int | str]:
        """Return [m, n, k], and the options, as every JSON document writes a game: [7, 6, 4, "gravity"]."""
        return [self.m, self.n, self.k, *self.options]

    @property
    def options(self) -> tuple[str, ...]:
        """The options that it has, in the order of `OPTIONS`; none for the m,n,k-game alone."""
        return tuple(option for option in OPTIONS if getattr(self, option))

    @property
    def cells_stay_open(self) -> bool:
        """Whether a stone may go to any free cell, at any time."""
        return not self.gravity

    @property
    def lines_last(self) -> bool:
        """Whether a side that has a line has it with more stones too."""
        return not self.exact

    @property
    def line_wins(self) -> bool:
        """Whether a side that completes a line wins: else it loses."""
        return not self.misere

    @property
    def extra_stone_never_hurts(self) -> bool:
        """Whether a side is never worse off with one more stone: then strategies are stolen, cells dominate others, and
        threats win."""
        return self.cells_stay_open and self.lines_last and self.line_wins

    @property
    def blocking_suffices(self) -> bool:
        """Whether a cell may be taken at any time, and who wins has a whole line: then a side that takes a cell of each
        line of the other does not lose."""
        return self.cells_stay_open and self.line_wins

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_list, (self.to_list(),)  # not the tables that cached_property keeps

    @property
    def cells(self) -> int:
        """The number of cells, m * n."""
        return self.m * self.n

    @cached_property
    def full(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    def legal(self, taken: int) -> int:
        """Return the bitboard of the cells where a stone may go, while others are taken.

        >>> f"{Game(3, 2, 2, gravity=True).legal(0b001_000):06b}"  # row 0 is at the top
        '110001'
        """
        free = self.full & ~taken
        return free & ~(free >> self.m) if self.gravity else free

    def landing(self, column: int, taken: int) -> Move | None:
        """Return the cell where a stone may go in a column, the highest of several; None in a full column."""
        cells = cells_of(self.legal(taken) & mask_of(tuple(range(column, self.cells, self.m))))
        return next(iter(cells), None)

    def latest(self, taken: int) -> int:
        """Return the bitboard of those of the taken cells that may have been taken last."""
        return taken & ~(taken << self.m) if self.gravity else taken

    def cell(self, row: int, column: int) -> Move:
        """Return the cell at `row` and `column`, both counted from 0 at the top left."""
        return row * self.m + column

    def row_column(self, cell: Move) -> tuple[int, int]:
        """Return (row, column) of a cell, both counted from 0 at the top left."""
        return divmod(cell, self.m)

    def name(self, cell: Move) -> str:
        """Return the name of a cell: column letter and row number from the top.

        >>> Game(4, 3, 3).name(4)
        'a2'
        """
        row, column = self.row_column(cell)
        return f"{COLUMNS[column]}{row + 1}"

    def ends(self, line: int) -> str:
        """Return the name of a line, by its bitboard: its ends, `a1-c1`; an empty one for no line.

        >>> Game(3, 3, 3).ends(0b001010100)
        'c1-a3'
        """
        cells = cells_of(line)
        return "-".join(map(self.name, sorted({*cells[:1], *cells[-1:]})))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines, each of k cells, one direction after the other: rows, columns, diagonals (\\), anti-diagonals (/).

        >>> Game(3, 3, 3).lines[-2:]
        ((0, 4, 8), (2, 4, 6))
        """
        return _lines(self.m, self.n, self.k)

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """The bitboard of every line, in the order of `lines`."""
        return tuple(mask_of(line) for line in self.lines)

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """For every cell the bitboards of the lines it lies on."""
        return tuple(tuple(line for line, _ in windows) for windows in self.windows_through)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """For every line its bitboard and its window: a side has won with it where `stones & window == line`.

        The window is the line itself; in an exact game also the cells beyond its ends.

        >>> [f"{line:04b} {window:04b}" for line, window in Game(4, 1, 2, exact=True).windows]
        ['0011 0111', '0110 1111', '1100 1110']
        """
        return _windows(self.m, self.n, self.k, self.exact)

    @cached_property
    def windows_through(self) -> tuple[tuple[Window, ...], ...]:
        """For every cell the lines that it lies on, each with its window."""
        return _windows_through(self.m, self.n, self.k, self.exact)

    def has_line(self, stones: int) -> bool:
        """Return whether the stones of one side have a line that wins."""
        return any(stones & window == line for line, window in self.windows)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the game, the identity first: 8 for a square board, 4 otherwise; with gravity the identity
        and the mirror of the columns.

        Each is a permutation p: the stone on cell c goes to cell p[c].
        """
        return _symmetries(self.m, self.n)[: 2 if self.gravity else None]


def not_a_game(text: str) -> GameError:
    """Return the error of a text that names no game."""
    return GameError(Said("error.not-a-game", {"game": repr(text)}))


class Moves(tuple[Move, ...]):
    """Moves or other cells of a game, in an order; as text, their names.

    >>> moves = Moves(Game(3, 3, 3), (4, 0))
    >>> str(moves), moves.names, moves == (4, 0)
    ('b2 a1', ['b2', 'a1'], True)
    """

    game: Game

    def __new__(cls, game: Game, moves: Iterable[Move] = ()) -> Self:
        cells = super().__new__(cls, moves)
        cells.game = game
        return cells

    def __getnewargs__(self) -> tuple[Game, tuple[Move, ...]]:
        return self.game, tuple(self)

    @property
    def names(self) -> list[str]:
        """The names of the cells."""
        return [self.game.name(move) for move in self]

    def __str__(self) -> str:
        return " ".join(self.names)


def refuse_options(game: Game, what: str) -> None:
    """Raise GameError for a game with options; `what`, in the plural, are for the m,n,k-games alone."""
    if game.options:
        raise GameError(f"{what} are for games without options, and {str(game)!r} has some")


def mask_of(cells: Line) -> int:
    """Return the bitboard of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> tuple[Move, ...]:
    """Return the cells of a bitboard, lowest first.

    >>> cells_of(0b1000_0001)
    (0, 7)
    """
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cells)


def image_of(mask: int, permutation: Permutation) -> int:
    """Return the image of a bitboard under a symmetry of the board.

    >>> image_of(0b11, Game(3, 3, 3).symmetries[1]) == 0b110  # left and right swap
    True
    """
    image = 0
    while mask:
        low = mask & -mask
        image |= 1 << permutation[low.bit_length() - 1]
        mask ^= low
    return image


@lru_cache(maxsize=64)
def _lines(m: int, n: int, k: int) -> tuple[Line, ...]:
    lines: dict[Line, None] = {}  # keeps the order; with k = 1 all four directions give the same lines
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        starts = [(row, column) for row in range(n) for column in range(m)]
        if (down, right) == (1, 0):  # column by column, as a reader counts columns
            starts.sort(key=lambda start: start[1])
        for row, column in starts:
            last_row, last_column = row + (k - 1) * down, column + (k - 1) * right
            if last_row < n and 0 <= last_column < m:
                lines[tuple((row + i * down) * m + column + i * right for i in range(k))] = None
    return tuple(lines)


@lru_cache(maxsize=64)
def _windows(m: int, n: int, k: int, exact: bool) -> tuple[Window, ...]:
    return tuple((mask_of(line), mask_of((*line, *(_beyond(m, n, line) if exact else ())))) for line in _lines(m, n, k))


def _beyond(m: int, n: int, line: Line) -> Iterator[Move]:
    """The cells that make a line longer. With k = 1 the first stone wins, so there are none."""
    if len(line) == 1:
        return
    (row, column), (next_row, next_column) = divmod(line[0], m), divmod(line[1], m)
    down, right = next_row - row, next_column - column
    for steps in (-1, len(line)):
        beyond_row, beyond_column = row + steps * down, column + steps * right
        if 0 <= beyond_row < n and 0 <= beyond_column < m:
            yield beyond_row * m + beyond_column


@lru_cache(maxsize=64)
def _windows_through(m: int, n: int, k: int, exact: bool) -> tuple[tuple[Window, ...], ...]:
    through: list[list[Window]] = [[] for _ in range(m * n)]
    for line, window in zip(_lines(m, n, k), _windows(m, n, k, exact), strict=True):
        for cell in line:
            through[cell].append(window)
    return tuple(map(tuple, through))


@lru_cache(maxsize=64)
def _symmetries(m: int, n: int) -> tuple[Permutation, ...]:
    flips = [
        tuple((n - 1 - row if down else row) * m + (m - 1 - column if across else column) for row, column in cells)
        for cells in [[divmod(cell, m) for cell in range(m * n)]]
        for down in (False, True)
        for across in (False, True)
    ]
    if m != n:
        return tuple(flips)
    transposed = tuple(cell % m * m + cell // m for cell in range(m * m))
    return (*flips, *(tuple(flip[cell] for cell in transposed) for flip in flips))
