"""A position as the shapes of all its free cells, updated with each stone.

For each free cell, direction and side the board keeps the shape that a stone of the side would make there (`shapes`).
The classes of its four shapes are the pattern of a cell to a side: it tells what the cell is worth, and its rank, the
threat that it is (`patterns`). How many cells have each rank is counted: whether a side can complete a line, or makes a
double, is one look-up.

>>> from noughts.core.notation import parse_position
>>> from noughts.search.patterns import COMPLETES, FOUR
>>> b = board_of(parse_position("XX.XX/.OO.O", Game(5, 2, 5)))
>>> int(first_ranked(b, 0, COMPLETES)), int(first_ranked(b, 1, FOUR))  # X completes its line on 2, O makes a four on 5
(2, 5)

Stones are taken off in the reverse order. The patterns that a stone changed are noted, so that taking it off restores
them; a stone is not told to cells behind one of each side, which hide it.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.jit.compiler import kernel, kernel_part
from noughts.search.patterns import BITS, RANKS, rank_table
from noughts.search.shapes import Ints, class_of, has_table, reach_of, shape_table, steps_of
from noughts.search.weights import order_table, weights_of, worth_table

Words = npt.NDArray[np.uint64]

_HALF = (1 << 32) - 1
_CELL_BITS = 16  # of a cell in a note
_CELLS = (1 << _CELL_BITS) - 1
U = np.uint64  # of an index: Numba does not look whether it is negative, which took half of the time of `put`
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # down and right: the row, the column, \ and /


class Board(NamedTuple):
    """The tables of a game, and a position. Side 0 is X, side 1 is O. A *place* is 4 * cell + direction."""

    k: int
    exact: int  # 1 if exactly k in a row win
    tempo: int  # what it is worth to be the side to move
    threats: Ints  # [0 to move, 1 not; rank; 0, 1, or 2 and more] what it is worth to have so many cells of a rank
    strides: Ints  # [direction] from a cell to the next
    far: Ints  # [2 * place + 0 behind, 1 ahead] how many cells there are, at most the reach of a shape
    steps: Ints  # [2 * place of the stone + side] what it adds to an index
    outside: Ints  # [place] the bits beyond the edge, where there is no table
    table: npt.NDArray[np.uint8]  # [index] the class of a shape; empty for large k
    worth: Ints  # [pattern] to the side to move, and 32 bits higher to the other
    order: npt.NDArray[np.int16]  # [0 own, 1 theirs; pattern] in the order of moves
    ranks: npt.NDArray[np.uint8]  # [pattern] the rank
    keys: Words  # [side, cell] random words
    stone: npt.NDArray[np.uint8]  # [cell] 0 where it is free, else 1 + the side
    codes: Ints  # [place] the index of X, and of O; for large k [2 * place + side]
    pattern: Ints  # [side, cell] the classes of its four shapes; it stays as it was while the cell holds a stone
    rank: npt.NDArray[np.uint8]  # [side, cell] NONE where it holds a stone; as many cells as fill the last word
    ranked: Words  # [side, word] the same, eight cells in a word: most are 0
    counts: Ints  # [side, rank] free cells
    total: Ints  # [side] what all free cells are worth
    noted: Ints  # what the stones changed: a cell, its side and the pattern before; after those of a stone their number
    top: Ints  # [0] the number of notes
    key: Words  # [0] the random words of all stones together


def board_of(position: Position) -> Board:
    """Return the board of a position."""
    board = empty_board(position.game)
    set_position(board, position)
    return board


def empty_board(game: Game) -> Board:
    """Return the board of a game without stones."""
    k, exact, cells = game.k, game.exact, game.cells
    weights = weights_of(k)
    rank = np.zeros((2, -(-cells // 8) * 8), np.uint8)
    strides, far, index, outside = _geometry(game)
    sides = (weights.threats_mover, weights.threats_waiter)
    board = Board(
        k=k,
        exact=int(exact),
        tempo=weights.tempo,
        threats=np.cumsum([[[0, *two] for two in threats] for threats in sides], axis=2),
        strides=strides,
        far=far,
        steps=_packed_steps(k, exact).reshape(-1),
        outside=outside,
        table=shape_table(k, exact),
        worth=worth_table(weights),
        order=order_table(weights),
        ranks=rank_table(),
        keys=np.random.default_rng(cells).integers(1 << 64, size=(2, cells), dtype=np.uint64),
        stone=np.zeros(cells, np.uint8),
        codes=index.copy(),
        pattern=np.zeros((2, cells), np.int64),
        rank=rank,
        ranked=rank.view(np.uint64),
        counts=np.zeros((2, RANKS), np.int64),
        total=np.zeros(2, np.int64),
        key=np.zeros(1, np.uint64),
        noted=np.zeros((16 * reach_of(k, exact) + 1) * cells, np.int64),
        top=np.zeros(1, np.int64),
    )
    fill(board)
    return board


def set_position(b: Board, position: Position) -> None:
    """Make this the board of a position of its game."""
    index = _geometry(position.game)[2]
    b.codes[:] = index
    for table in (b.stone, b.pattern, b.rank, b.counts, b.total, b.key, b.top):
        table[...] = 0
    fill(b)
    for side, stones in enumerate((position.x, position.o)):
        for cell in cells_of(stones):
            put(b, side, cell)


def _packed_steps(k: int, exact: bool) -> Ints:
    """Return what a stone of X and of O adds to the two indices in one word; for large k its bit in its own one."""
    own, theirs = steps_of(k, exact).T
    if not has_table(k, exact):
        return np.stack((own, own), axis=1)
    return np.stack((own + (theirs << 32), theirs + (own << 32)), axis=1)


@lru_cache(maxsize=16)
def _geometry(game: Game) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the strides, how far the board goes on, the indices of an empty board, and the bits outside."""
    k, exact = game.k, game.exact
    reach, theirs, large = reach_of(k, exact), steps_of(k, exact)[:, 1], not has_table(k, exact)
    far, outside = np.zeros((4 * game.cells, 2), np.int64), np.zeros(4 * game.cells, np.int64)
    index = np.zeros(8 * game.cells if large else 4 * game.cells, np.int64)
    for place in range(4 * game.cells):
        (row, column), (down, right) = game.row_column(place // 4), _WAYS[place % 4]
        for at in range(2 * reach + 1):
            distance = at - reach
            if 0 <= row + distance * down < game.n and 0 <= column + distance * right < game.m:
                far[place, int(distance > 0)] += distance != 0
            elif large:
                outside[place] |= 1 << at
            else:
                index[place] += theirs[at] + (theirs[at] << 32)  # blocked to both sides
    tables = np.array([down * game.m + right for down, right in _WAYS]), far.reshape(-1), index, outside
    for table in tables:
        table.setflags(write=False)
    return tables


@kernel
def fill(b: Board) -> None:
    """Find the patterns of an empty board."""
    for cell in range(len(b.stone)):
        for side in range(2):
            for direction in range(4):
                b.pattern[side, cell] |= _class(b, 4 * cell + direction, side) << BITS * direction
        _take_in(b, cell)


@kernel
def put(b: Board, side: int, cell: int) -> None:
    """Put a stone on a free cell."""
    _take_out(b, cell)
    b.stone[U(cell)] = side + 1
    b.key[0] ^= b.keys[U(side), U(cell)]
    before = b.top[0]
    _tell(b, side, cell, 1)
    b.noted[U(b.top[0])] = b.top[0] - before
    b.top[0] += 1


@kernel
def remove(b: Board, side: int, cell: int) -> None:
    """Take off the stone that was put last."""
    _tell(b, side, cell, -1)
    top = b.top[0] - 1
    last = top - b.noted[U(top)]
    while top > last:
        top -= 1
        note = b.noted[U(top)]
        _set_pattern(b, note & 1, note >> 1 & _CELLS, note >> _CELL_BITS + 1)
    b.top[0] = top
    b.stone[U(cell)] = 0
    b.key[0] ^= b.keys[U(side), U(cell)]
    _take_in(b, cell)


@kernel_part
def _tell(b: Board, side: int, cell: int, sign: int) -> None:
    """Tell the cells around of a stone that came (sign 1) or goes: then the notes restore their patterns."""
    tabled, middle = len(b.table) > 0, len(b.steps) >> 1 & -2
    for direction in range(4):
        stride = b.strides[U(direction)]
        for way in range(2):
            step = stride if way else -stride
            place, from_middle, hidden = 4 * cell + direction, middle + side, 0
            for _ in range(b.far[U(2 * place + way)]):
                place += 4 * step
                from_middle += -2 if way else 2
                more = sign * b.steps[U(from_middle)]
                if tabled:
                    b.codes[U(place)] += more
                else:
                    b.codes[U(2 * place + side)] += more
                stone = b.stone[U(place >> 2)]
                if stone:
                    hidden |= stone
                    if hidden == 3:
                        break
                elif sign > 0:
                    if hidden != 2:
                        _change(b, place, 0)
                    if hidden != 1:
                        _change(b, place, 1)


@kernel_part
def _take_in(b: Board, cell: int) -> None:
    """Count a cell as free."""
    for side in range(2):
        i, pattern = U(side), U(b.pattern[U(side), U(cell)])
        rank = b.ranks[pattern]
        b.rank[i, U(cell)] = rank
        b.counts[i, U(rank)] += 1
        b.total[i] += b.worth[pattern]


@kernel_part
def _take_out(b: Board, cell: int) -> None:
    """Count a cell as free no more."""
    for side in range(2):
        i, j = U(side), U(cell)
        b.counts[i, U(b.rank[i, j])] -= 1
        b.rank[i, j] = 0
        b.total[i] -= b.worth[U(b.pattern[i, j])]


@kernel_part
def _change(b: Board, place: int, side: int) -> None:
    """Find the class of a shape of a free cell anew."""
    i, j, shift = U(side), U(place >> 2), BITS * (place & 3)
    pattern = b.pattern[i, j]
    different = (pattern >> shift & (1 << BITS) - 1) ^ _class(b, place, side)
    if different:
        top = b.top[0]
        b.noted[U(top)] = (pattern << _CELL_BITS | place >> 2) << 1 | side
        b.top[0] = top + 1
        _set_pattern(b, side, place >> 2, pattern ^ different << shift)


@kernel_part
def _set_pattern(b: Board, side: int, cell: int, pattern: int) -> None:
    """Change the pattern of a free cell."""
    i, j = U(side), U(cell)
    b.total[i] += b.worth[U(pattern)] - b.worth[U(b.pattern[i, j])]
    b.pattern[i, j] = pattern
    rank, before = b.ranks[U(pattern)], b.rank[i, j]
    if rank != before:
        b.counts[i, U(before)] -= 1
        b.counts[i, U(rank)] += 1
        b.rank[i, j] = rank


@kernel_part
def _class(b: Board, place: int, side: int) -> Any:
    if len(b.table):
        return np.int64(b.table[U(b.codes[U(place)] >> 32 * side & _HALF)])
    blocked = b.codes[U(2 * place + 1 - side)] | b.outside[U(place)]
    return class_of(b.codes[U(2 * place + side)], blocked, b.k, b.exact)


@kernel_part
def class_in(b: Board, side: int, cell: int, direction: int) -> Any:
    """Return the class of a shape of a free cell."""
    return b.pattern[U(side), U(cell)] >> BITS * direction & (1 << BITS) - 1


@kernel
def promise(b: Board, side: int, cell: int) -> Any:
    """Return how promising a free cell is to a side; 0 where no line is open to either side."""
    own, theirs = b.pattern[U(side), U(cell)], b.pattern[U(1 - side), U(cell)]
    return np.int64(b.order[0, U(own)]) + np.int64(b.order[1, U(theirs)]) if own | theirs else np.int64(0)


@kernel
def next_ranked(b: Board, side: int, rank: Any, cell: int) -> Any:
    """Return the lowest free cell after a cell whose rank is at least so much, or -1."""
    cell += 1
    while cell < len(b.stone):
        if b.ranked[U(side), U(cell >> 3)]:
            if b.rank[U(side), U(cell)] >= rank:
                return cell
            cell += 1
        else:
            cell = (cell | 7) + 1
    return -1


@kernel
def first_ranked(b: Board, side: int, rank: Any) -> Any:
    """Return the lowest free cell whose rank is at least so much, or -1."""
    return next_ranked(b, side, rank, -1)
