"""A position as the shapes of all its free cells, updated with each stone.

For each free cell, direction and side the board keeps the shape that a stone of the side would make there
(`line_shapes`). The classes of its four shapes are the pattern of a cell to a side: it tells what the cell is worth,
and its rank, the threat that it is (`patterns`). How many cells have each rank is counted: whether a side can complete
a line, or makes a double, is one look-up.

>>> from noughts.board_text.position_text import parse_position
>>> from noughts.search.patterns import COMPLETES, FOUR
>>> b = board_of(parse_position("XX.XX/.OO.O", Game(5, 2, 5)))
>>> int(first_ranked(b, 0, COMPLETES)), int(first_ranked(b, 1, FOUR))  # X completes its line on 2, O makes a four on 5
(2, 5)

Each line of the board is a word for each side, from which the shapes of its free cells are cut. Stones are taken off in
the reverse order: the patterns that a stone changed are noted, and taking it off restores them. What the free cells add
up to is found from the notes, where a position is estimated.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, cells_of
from noughts.core.position import Position
from noughts.jit.compiler import kernel, kernel_part
from noughts.jit.instructions import lowest_bit
from noughts.search.line_shapes import Ints, class_of, class_table, half_tables, reach_of
from noughts.search.patterns import BITS, NONE, RANKS, multiset_numbers, rank_table
from noughts.search.weights import SUMS, order_table, weights_of, worth_table

Words = npt.NDArray[np.uint64]

_WORD = np.int64(32)  # bits
_HALF = np.int64((1 << 32) - 1)
_SIGN = np.int64(1 << 31)
_PATTERN = 16  # bits of the pattern to a side
_OF_A_CLASS = np.int64((1 << BITS) - 1)
_OF_BOTH = _OF_A_CLASS | _OF_A_CLASS << _PATTERN
_X = np.int64((1 << _PATTERN) - 1)  # the pattern to X
_NO, _YES = np.int64(0), np.int64(1)
U = np.uint64  # of an index: Numba does not look whether it is negative, which took half of the time of `put`
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # down and right: the row, the column, \ and /


class Board(NamedTuple):
    """The tables of a game, and a position. Side 0 is X, side 1 is O. A *place* is 4 * cell + direction."""

    k: int
    exact: int  # 1 if exactly k in a row win
    tempo: int  # what it is worth to be the side to move
    threats: Ints  # [0 to move, 1 not; rank; 0, 1, or 2 and more] what that many cells of a rank are worth
    strides: Ints  # [direction] from a cell to the next
    far: Ints  # [2 * place + 0 behind, 1 ahead] how many cells there are, at most the reach of a shape
    line: Ints  # [place] twice the number of its line
    at: Ints  # [place] which cell of the line it is
    empty: Ints  # [2 * line + side] the word of a line without stones
    halves: Ints  # [0 before the middle, 1 after it; stones] the numbers of halves; empty for large k
    table: npt.NDArray[np.uint8]  # [halves] the class of a shape; empty for large k
    number: npt.NDArray[np.int16]  # [pattern] the number of its multiset of classes
    worth: Ints  # [multiset, word] what it adds to the sums of a side: two numbers in a word, the second 32 bits higher
    hidden: npt.NDArray[np.int32]  # [sum of the side to move, then of the other; unit] the network: see `evaluate`
    bias: npt.NDArray[np.int32]  # [unit]
    out: Ints  # [unit]
    order: npt.NDArray[np.int16]  # [0 own, 1 theirs; pattern] in the order of moves
    ranks: npt.NDArray[np.uint8]  # [pattern] the rank
    keys: Words  # [side, cell] random words
    stone: npt.NDArray[np.uint8]  # [cell] 0 where it is free, else 1 + the side
    lines: Ints  # [2 * line + side] the stones of a line; its first cell is the bit of the reach, bits beyond are set
    pattern: npt.NDArray[np.uint16]  # [side, cell] its four classes; as it was while the cell holds a stone
    patterns: npt.NDArray[np.uint32]  # [cell] the same for both sides, that to O 16 bits higher
    rank: npt.NDArray[np.uint8]  # [side, cell] NONE where it holds a stone; as many cells as fill the last word
    ranked: Words  # [side, word] the same, eight cells in a word: most are 0
    counts: Ints  # [side, rank] free cells
    sums: Ints  # [stones, side, word] what the free cells add up to, with so many stones
    changes: Ints  # [change] of a pattern, by a stone: the cell, whether its rank changed, and both patterns before
    after: npt.NDArray[np.uint32]  # [change] both patterns after
    changed: Ints  # [stones] the number of changes
    taken: Ints  # [stones] where the next stone is
    placed: Ints  # [0] the number of stones, [1] how many of them are in the sums
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
    patterns = np.zeros(cells, np.uint32)
    geometry = _geometry(game)
    sides = (weights.threats_mover, weights.threats_waiter)
    board = Board(
        k=k,
        exact=int(exact),
        tempo=int(weights.tempo),
        threats=np.cumsum([[[0, *two] for two in threats] for threats in sides], axis=2),
        **geometry,
        halves=half_tables(k, exact),
        table=class_table(k, exact),
        number=multiset_numbers(),
        worth=worth_table(weights),
        hidden=weights.hidden.astype(np.int32),
        bias=weights.bias.astype(np.int32),
        out=weights.out,
        order=order_table(weights),
        ranks=rank_table(),
        keys=np.random.default_rng(cells).integers(1 << 64, size=(2, cells), dtype=np.uint64),
        stone=np.zeros(cells, np.uint8),
        lines=geometry["empty"].copy(),
        pattern=patterns.view(np.uint16).reshape(cells, 2).T,
        patterns=patterns,
        rank=rank,
        ranked=rank.view(np.uint64),
        counts=np.zeros((2, RANKS), np.int64),
        sums=np.zeros((cells + 1, 2, SUMS // 2), np.int64),
        key=np.zeros(1, np.uint64),
        changes=np.zeros(most := 8 * reach_of(k, exact) * cells, np.int64),
        after=np.zeros(most, np.uint32),
        changed=np.zeros(cells + 1, np.int64),
        taken=np.zeros(cells, np.int64),
        placed=np.zeros(2, np.int64),
    )
    fill(board)
    return board


def set_position(b: Board, position: Position) -> None:
    """Make this the board of a position of its game."""
    b.lines[:] = b.empty
    for table in (b.stone, b.patterns, b.rank, b.counts, b.sums, b.key, b.placed):
        table[...] = 0
    fill(b)
    for side, stones in enumerate((position.x, position.o)):
        for cell in cells_of(stones):
            put(b, side, cell)


@lru_cache(maxsize=16)
def _geometry(game: Game) -> dict[str, Ints]:
    """Return the strides, how far the board goes on, and the lines of each place."""
    reach = reach_of(game.k, game.exact)
    far, line, at = np.zeros((4 * game.cells, 2), np.int64), *np.zeros((2, 4 * game.cells), np.int64)
    numbers, lengths = dict[tuple[int, int], int](), list[int]()
    for place in range(4 * game.cells):
        (row, column), (down, right) = game.row_column(place // 4), _WAYS[place % 4]
        behind, ahead = (_distance(game, row, column, sign * down, sign * right) for sign in (-1, 1))
        number = numbers.setdefault((place % 4, game.cell(row - behind * down, column - behind * right)), len(numbers))
        if number == len(lengths):
            lengths.append(behind + 1 + ahead)
        far[place], line[place], at[place] = (min(behind, reach), min(ahead, reach)), 2 * number, behind
    empty = [(1 << reach) - 1 | -1 << reach + length for length in lengths]
    strides = np.array([down * game.m + right for down, right in _WAYS])
    tables = {"strides": strides, "far": far.reshape(-1), "line": line, "at": at, "empty": np.repeat(empty, 2)}
    for table in tables.values():
        table.setflags(write=False)
    return tables


def _distance(game: Game, row: int, column: int, down: int, right: int) -> int:
    sizes = (game.n, row, down), (game.m, column, right)
    return min(at if step < 0 else size - 1 - at for size, at, step in sizes if step)


@kernel
def fill(b: Board) -> None:
    """Find the patterns of an empty board."""
    for cell in range(len(b.stone)):
        both = np.int64(0)
        for direction in range(4):
            line, at = b.line[4 * cell + direction], b.at[4 * cell + direction]
            both |= _classes(b, b.lines[line] >> at, b.lines[line + 1] >> at) << BITS * direction
        b.patterns[cell] = both
        _set_free(b, cell, _YES)
        for side in range(2):
            _set_sums(b, 0, side, _added(b, _sums(b, 0, side), 1, b.pattern[side, cell]))


@kernel
def put(b: Board, side: int, cell: int) -> None:
    """Put a stone on a free cell."""
    reach = b.k - 1 + b.exact
    window = (2 << 2 * reach) - 1
    i, stones = U(cell), b.placed[0]
    top = b.changed[U(stones)]
    b.taken[U(stones)] = cell
    _set_free(b, cell, _NO)
    b.stone[i] = side + 1
    b.key[0] ^= b.keys[U(side), i]
    for direction in range(4):
        place, shift, stride = U(4 * cell + direction), BITS * direction, b.strides[U(direction)]
        line, at = b.line[place], b.at[place]
        b.lines[U(line + side)] |= np.int64(1) << at + reach
        x, o = b.lines[U(line)], b.lines[U(line + 1)]
        free = ~(x | o) >> at & window
        while free:
            far = lowest_bit(free) - reach
            free &= free - 1
            j = U(cell + far * stride)
            before = np.int64(b.patterns[j])
            after = before & ~(_OF_BOTH << shift) | _classes(b, x >> at + far, o >> at + far) << shift
            if after != before:
                ranked = _set_pattern(b, j, after)
                b.changes[U(top)] = (np.int64(j) << 1 | ranked) << _WORD | before
                b.after[U(top)] = after
                top += 1
    b.placed[0] = stones + 1
    b.changed[U(stones + 1)] = top


@kernel
def remove(b: Board, side: int, cell: int) -> None:
    """Take off the stone that was put last."""
    for direction in range(4):
        place = U(4 * cell + direction)
        b.lines[U(b.line[place] + side)] &= ~(np.int64(1) << b.at[place] + b.k - 1 + b.exact)
    stones = b.placed[0] - 1
    for top in range(b.changed[U(stones + 1)] - 1, b.changed[U(stones)] - 1, -1):
        change = b.changes[U(top)]
        if change >> _WORD & 1:
            _set_pattern(b, U(change >> _WORD + 1), change & _HALF)
        else:
            b.patterns[U(change >> _WORD + 1)] = change & _HALF
    b.placed[0] = stones
    b.placed[1] = min(b.placed[1], stones)
    b.stone[U(cell)] = 0
    b.key[0] ^= b.keys[U(side), U(cell)]
    _set_free(b, cell, _YES)


@kernel_part(forceinline=True)
def sums_of(b: Board, side: int) -> Any:
    """Return the sums of the free cells for a side, after `add_up`: SUMS numbers."""
    words = _sums(b, b.placed[0], side)
    return (*_two(words[0]), *_two(words[1]), *_two(words[2]), *_two(words[3]))


@kernel_part(forceinline=True)
def _two(word: Any) -> Any:
    """Return the numbers of a word, with their signs."""
    first = (word + _SIGN & _HALF) - _SIGN
    return first, word - first >> _WORD


@kernel_part
def add_up(b: Board) -> None:
    """Bring the sums up to the stones. `put` does not: few positions of a search for threats are estimated."""
    for stones in range(b.placed[1], b.placed[0]):
        _add_stone(b, stones, 0)
        _add_stone(b, stones, 1)
    b.placed[1] = b.placed[0]


@kernel_part(forceinline=True)
def _add_stone(b: Board, stones: Any, side: int) -> None:
    shift = _PATTERN * side
    sums = _added(b, _sums(b, stones, side), -1, b.pattern[U(side), U(b.taken[U(stones)])])
    for change in range(b.changed[U(stones)], b.changed[U(stones + 1)]):
        before, after = b.changes[U(change)], np.int64(b.after[U(change)])
        sums = _added(b, _added(b, sums, 1, after >> shift & _X), -1, before >> shift & _X)
    _set_sums(b, stones + 1, side, sums)


@kernel_part(forceinline=True)
def _sums(b: Board, stones: Any, side: int) -> Any:
    """Return the sums of a side with so many stones, in words."""
    n, i = U(stones), U(side)
    return b.sums[n, i, U(0)], b.sums[n, i, U(1)], b.sums[n, i, U(2)], b.sums[n, i, U(3)]


@kernel_part(forceinline=True)
def _set_sums(b: Board, stones: Any, side: int, to: Any) -> None:
    n, i = U(stones), U(side)
    b.sums[n, i, U(0)], b.sums[n, i, U(1)], b.sums[n, i, U(2)], b.sums[n, i, U(3)] = to


@kernel_part(forceinline=True)
def _added(b: Board, to: Any, sign: int, pattern: Any) -> Any:
    """Return sums with what a pattern adds, or less that."""
    i = U(b.number[U(pattern)])
    return (
        to[0] + sign * b.worth[i, U(0)],
        to[1] + sign * b.worth[i, U(1)],
        to[2] + sign * b.worth[i, U(2)],
        to[3] + sign * b.worth[i, U(3)],
    )


@kernel_part
def _set_free(b: Board, cell: int, free: Any) -> None:
    """Count a cell by its ranks, or no longer."""
    for side in range(2):
        i, j = U(side), U(cell)
        rank = b.ranks[U(b.pattern[i, j])]
        b.counts[i, U(rank)] += 1 if free else -1
        b.rank[i, j] = rank if free else NONE


@kernel_part
def _set_pattern(b: Board, cell: Any, both: Any) -> Any:
    """Change the patterns of a free cell; return whether a rank has changed."""
    j = U(cell)
    b.patterns[j] = both
    changed = np.int64(0)
    for side in range(2):
        i = U(side)
        rank, before = b.ranks[U(both >> _PATTERN * side & _X)], b.rank[i, j]
        if rank != before:
            b.counts[i, U(before)] -= 1
            b.counts[i, U(rank)] += 1
            b.rank[i, j] = rank
            changed = np.int64(1)
    return changed


@kernel_part
def _classes(b: Board, x: Any, o: Any) -> Any:
    """Return the classes of a shape to X, and to O 16 bits higher, from the words of its line, lowest first."""
    reach = b.k - 1 + b.exact
    if len(b.table):
        half = (np.int64(1) << reach) - 1
        before = b.halves[U(0), U(x & half | (o & half) << reach)]
        after = b.halves[U(1), U(x >> reach + 1 & half | (o >> reach + 1 & half) << reach)]
        both = before | after
        return np.int64(b.table[U(both & _HALF)]) | np.int64(b.table[U(both >> _WORD)]) << _PATTERN
    x, o = x & (2 << 2 * reach) - 1, o & (2 << 2 * reach) - 1
    to_x, to_o = class_of(x & ~o, o, b.k, b.exact), class_of(o & ~x, x, b.k, b.exact)
    return to_x | to_o << _PATTERN


@kernel_part(forceinline=True)
def rank_after(b: Board, side: int, cell: int, taken: int) -> Any:
    """Return the rank that a free cell would have to a side after a stone of the other side on another free cell."""
    reach = b.k - 1 + b.exact
    pattern = np.int64(b.pattern[U(side), U(cell)])
    for direction in range(4):
        place, to = U(4 * cell + direction), U(4 * taken + direction)
        line, far = b.line[place], b.at[to] - b.at[place]
        if b.line[to] == line and -reach <= far <= reach:
            x, o = b.lines[U(line)] >> b.at[place], b.lines[U(line + 1)] >> b.at[place]
            stone = np.int64(1) << reach + far
            both = _classes(b, x, o | stone) if side == 0 else _classes(b, x | stone, o) >> _PATTERN
            pattern = pattern & ~(_OF_A_CLASS << BITS * direction) | (both & _OF_A_CLASS) << BITS * direction
    return b.ranks[U(pattern)]


@kernel_part
def class_in(b: Board, side: int, cell: int, direction: int) -> Any:
    """Return the class of a shape of a free cell."""
    return np.int64(b.pattern[U(side), U(cell)]) >> BITS * direction & _OF_A_CLASS


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
