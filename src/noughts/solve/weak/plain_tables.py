"""The lines of a game as tables of ints, for the search in plain Python.

A table is looked up by bytes: by eight cells of a set of cells, or eight lines of a set of lines. The lines of each
direction start with a new byte. A number for every cell is one int, with 32 bits for each cell:

>>> tables = plain_tables(Game(3, 1, 2))
>>> hex(count_lines(tables, tables.all_lines)), numbers(tables, count_lines(tables, tables.all_lines))
('0x10000000200000001', (1, 2, 1))
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from operator import getitem, itemgetter
from struct import Struct
from typing import NamedTuple

from noughts.core.game import Game, Line, Move, Permutation, mask_of, refuse_options
from noughts.solve.byte_tables import ByteTable, by_byte
from noughts.solve.weak.weak_engine import WIDTHS, holds

_BITS = 32  # of the number for a cell

_Numbers = tuple[int, ...]  # [cell]


class Pair(NamedTuple):
    """Two cells of a line."""

    mask: int
    a: int
    b: int
    both: int  # the lines through both
    single: int  # the lines through one of them
    fields: int  # all bits of the numbers for both


class PlainTables(NamedTuple):
    """The tables of one set of lines. A cell is a label: the board's cell is `board[label]`."""

    k: int
    board: tuple[Move, ...]
    lines: list[int]  # the cells of each line, 0 for a number without a line
    pick: list[Callable[[_Numbers], _Numbers]]  # [line] the numbers for its cells
    pairs: list[list[Pair]]  # [line]
    pair_of: dict[int, Pair]  # [mask]
    all_lines: int
    line_bytes: int  # of a set of lines
    line_cells: ByteTable
    ways: list[tuple[slice, ByteTable]]  # of each direction: its bytes of a set of lines, and their cells
    through: list[int]  # [cell] the lines through it
    counts: ByteTable  # how many of these lines go through each cell
    fields: ByteTable  # all bits of the numbers for these cells
    images: list[ByteTable]  # [symmetry] the image of these cells; the identity is the first
    inverse: list[int]  # [symmetry] the symmetry that undoes it
    numbers: Struct


def plain_tables(game: Game, dead: int = 0) -> PlainTables | None:
    """Return the tables of the lines that avoid the cells `dead`, or None if they are too many.

    The tables of a small game have all its lines, so that all positions share them. Raises GameError for an exact game.
    """
    refuse_options(game, "searches of the weak game")
    if holds(WIDTHS[-1], game.cells, len(game.lines)):  # as for the compiled search: both accept the same positions
        return _build(game, game.lines, tuple(range(game.cells)))
    lines = tuple(line for line, mask in zip(game.lines, game.line_masks, strict=True) if not mask & dead)
    cells = tuple(sorted({cell for line in lines for cell in line}))
    return _build(game, lines, cells) if holds(WIDTHS[-1], len(cells), len(lines)) else None


@lru_cache(maxsize=8)
def _build(game: Game, lines: tuple[Line, ...], board: tuple[Move, ...]) -> PlainTables:
    label = {cell: i for i, cell in enumerate(board)}
    ways = dict[tuple[int, int], list[Line]]()
    for line in lines:
        (row, column), (next_row, next_column) = game.row_column(line[0]), game.row_column(line[-1])
        way = ((next_row > row) - (next_row < row), (next_column > column) - (next_column < column))
        ways.setdefault(way, []).append(tuple(label[cell] for cell in line))
    labels, bounds = list[Line](), [0]
    for numbered in ways.values():
        labels += numbered + [()] * (-len(numbered) % 8)
        bounds.append(len(labels) // 8)
    masks = [mask_of(line) for line in labels]
    through = [sum(1 << i for i, mask in enumerate(masks) if mask >> cell & 1) for cell in range(len(board))]
    line_cells = by_byte(masks)
    pairs = [[_pair(through, a, b) for a, b in combinations(line, 2)] for line in labels]
    kept, inverse = symmetries_of(game, lines, label)
    return PlainTables(
        k=game.k,
        board=board,
        lines=masks,
        pick=[itemgetter(*line) if len(line) > 1 else tuple for line in labels],
        pairs=pairs,
        pair_of={pair.mask: pair for of_line in pairs for pair in of_line},
        all_lines=sum(1 << i for i, mask in enumerate(masks) if mask),
        line_bytes=bounds[-1],
        line_cells=line_cells,
        ways=[(slice(*bound), line_cells[slice(*bound)]) for bound in pairwise(bounds)],
        through=through,
        counts=by_byte([sum(1 << _BITS * cell for cell in line) for line in labels], add=True),
        fields=by_byte([_field(cell) for cell in range(len(board))]),
        images=[by_byte([1 << place for place in symmetry]) for symmetry in kept],
        inverse=inverse,
        numbers=Struct(f"<{len(board)}I"),
    )


def _pair(through: list[int], a: int, b: int) -> Pair:
    both = through[a] & through[b]
    return Pair(1 << a | 1 << b, a, b, both, through[a] ^ through[b], _field(a) | _field(b))


def _field(cell: int) -> int:
    return ((1 << _BITS) - 1) << _BITS * cell


def symmetries_of(game: Game, lines: Sequence[Line], label: dict[Move, int]) -> tuple[list[Permutation], list[int]]:
    """Return the symmetries of the board that map a set of lines to itself, in labels, and the inverse of each.

    The identity is the first.
    """
    known = {frozenset(line) for line in lines}
    kept: list[Permutation] = [
        tuple(label[p[cell]] for cell in label)
        for p in game.symmetries
        if all(frozenset(p[cell] for cell in line) in known for line in lines)
    ]
    identity = tuple(range(len(label)))
    inverse = [next(t for t, q in enumerate(kept) if tuple(q[cell] for cell in p) == identity) for p in kept]
    return kept, inverse


def count_lines(tables: PlainTables, lines: int) -> int:
    """Return for every cell how many of the lines go through it, as one int."""
    return sum(map(getitem, tables.counts, lines.to_bytes(tables.line_bytes, "little")))


def numbers(tables: PlainTables, packed: int) -> tuple[int, ...]:
    """Return the number for every cell from one int."""
    return tables.numbers.unpack(packed.to_bytes(tables.numbers.size, "little"))
