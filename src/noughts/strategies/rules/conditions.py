"""The conditions that rules are made of. Each names free cells of a position; the table is in docs/rule-lists.md.

A *threat* of a side is a free cell that completes a line of it. A move makes the threats that were not there before it.
A *fork cell* of a side is a free cell with which it makes two threats, or more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from noughts.core.game import Game, Move, cells_of, mask_of
from noughts.core.notation import RING_CELLS
from noughts.core.position import Position, completions, gaps
from noughts.core.threats import threats_made

Cells = tuple[Move, ...]  # free cells, lowest first

CENTRE_OF_RING = 8
_ROUND = 8  # cells round the ring; its corners are even, its edges odd


@dataclass(frozen=True)
class Condition:
    """A condition: its cells in a position, and a position in which it has some. The catalogue says what it means.

    `on_ring`: whether it counts cells round the ring, and so is defined on 3,3,3 alone. `in_order`: whether it takes
    cells in a fixed order. Both depend on how the board is turned. `wants_lines`: whether it makes sense only where a
    line wins.
    """

    cells: Callable[[Position], Iterable[Move]]
    example: str
    on_ring: bool = False
    in_order: bool = False
    wants_lines: bool = False

    def free_cells(self, position: Position) -> Cells:
        """Return its free cells, lowest first."""
        return tuple(sorted({cell for cell in self.cells(position) if position.playable >> cell & 1}))


def forks(threats_of: Mapping[Move, int]) -> dict[Move, int]:
    """Return the fork cells among the moves that make threats, each with its threats."""
    return {cell: threats for cell, threats in threats_of.items() if threats & threats - 1}


def _threats(position: Position) -> dict[Move, int]:
    return threats_made(position.game, position.own, position.empty)


def _fork(position: Position) -> Iterable[Move]:
    return forks(_threats(position))


def _their_forks(position: Position) -> dict[Move, int]:
    return forks(threats_made(position.game, position.theirs, position.empty))


def _completing_none(position: Position) -> Iterable[Move]:
    completing = completions(position, position.own)
    return (cell for cell in position.legal_moves if cell not in completing)


def _first_gap(position: Position) -> Cells:
    return cells_of(next(gaps(position.game, position.theirs, position.playable), 0))


def _left(taken: Mapping[Move, int], cells: Iterable[Move]) -> dict[Move, int]:
    """Return for each of some cells the bitboard of the fork cells of the other side that are left after a stone there.

    The stone takes the cell, and the threat there: a fork cell is left if it makes two others.
    """
    lost = {cell: 1 << cell for cell in cells}
    for fork, threats in taken.items():
        if threats.bit_count() == 2:
            for cell in cells_of(threats):
                if cell in lost:
                    lost[cell] |= 1 << fork
    all_of_them = mask_of(tuple(taken))
    return {cell: all_of_them & ~there for cell, there in lost.items()}


def _harmless(threats_of: Mapping[Move, int], left: Mapping[Move, int]) -> Cells:
    return tuple(cell for cell, answers in threats_of.items() if not answers & left[cell])


def _force(position: Position) -> Cells:
    if not (taken := _their_forks(position)):
        return ()
    threats_of = _threats(position)
    return _harmless(threats_of, _left(taken, threats_of))


def _careful(position: Position) -> Iterable[Move]:
    taken = _their_forks(position)
    if len(taken) <= 1:
        return taken
    threats_of = _threats(position)
    left = _left(taken, threats_of)
    none_left = tuple(cell for cell, forks_left in left.items() if not forks_left)
    return none_left or _harmless(threats_of, left) or taken


@cache
def centre_of(game: Game) -> Cells:
    """Return the cell in the middle of a board, or the two or four there."""
    rows, columns = (sorted({(size - 1) // 2, size // 2}) for size in (game.n, game.m))
    return tuple(game.cell(row, column) for row in rows for column in columns)


@cache
def corners_of(game: Game) -> Cells:
    """Return the corners of a board."""
    return tuple(dict.fromkeys(game.cell(row, column) for row in (0, game.n - 1) for column in (0, game.m - 1)))


@cache
def sides_of(game: Game) -> Cells:
    """Return the cells at the edge of a board that are not corners."""
    edge = (
        game.cell(row, column)
        for row in range(game.n)
        for column in range(game.m)
        if row in (0, game.n - 1) or column in (0, game.m - 1)
    )
    return tuple(cell for cell in edge if cell not in corners_of(game))


def _opposite(game: Game, cell: Move) -> Move:
    """Return the cell on the other side of the centre."""
    return game.cells - 1 - cell


def held(stones: int, cells: Iterable[Move]) -> list[Move]:
    """Return which of some cells have one of the stones."""
    return [cell for cell in cells if stones >> cell & 1]


def opposite_corners(game: Game, stones: int) -> Iterable[Move]:
    """Return the corners opposite to those that some stones hold."""
    return (_opposite(game, corner) for corner in held(stones, corners_of(game)))


def _adjacent_corner(position: Position) -> Iterator[Move]:
    corners = corners_of(position.game)
    for corner in held(position.theirs, corners):
        yield from (other for other in corners if other not in (corner, _opposite(position.game, corner)))


def _neighbours(game: Game, cell: Move) -> Iterator[Move]:
    row, column = game.row_column(cell)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down or right) and 0 <= row + down < game.n and 0 <= column + right < game.m:
                yield game.cell(row + down, column + right)


def _next_to(position: Position, stones: int) -> Iterable[Move]:
    return (cell for stone in cells_of(stones) for cell in _neighbours(position.game, stone))


def _between(position: Position) -> Iterator[Move]:
    game = position.game
    for cell in cells_of(position.playable):
        row, column = game.row_column(cell)
        for other in held(position.theirs, _neighbours(game, cell)):
            there, across = game.row_column(other)
            far = 2 * row - there, 2 * column - across
            if 0 <= far[0] < game.n and 0 <= far[1] < game.m and position.theirs >> game.cell(*far) & 1:
                yield cell


def _most(position: Position, worth: Callable[[int], int]) -> Iterable[Move]:
    """Return the free cells whose lines are worth most together; `worth` has the bits of a line."""
    sums = dict.fromkeys(cells_of(position.playable), 0)
    for line, mask in zip(position.game.lines, position.game.line_masks, strict=True):
        value = worth(mask)
        for cell in line if value else ():
            if cell in sums:
                sums[cell] += value
    most = max(sums.values())
    return (cell for cell, worths in sums.items() if worths == most)


def _most_open(position: Position) -> Iterable[Move]:
    return _most(position, lambda mask: not mask & position.theirs)


def line_potential(position: Position, mask: int) -> int:
    """Return a line's potential times 2**k: it is 1/2 for each of at most k free cells, multiplied; 0 where both sides
    have stones on the line."""
    of_both = mask & position.own and mask & position.theirs
    return 0 if of_both else 1 << position.game.k - (mask & position.empty).bit_count()


def _potential(position: Position) -> Iterable[Move]:
    return _most(position, partial(line_potential, position))


def _on_ring(stones: int) -> list[int]:
    """Return the ring numbers of some stones, row by row, without the centre."""
    numbers = map(RING_CELLS.index, cells_of(stones))
    return [number for number in numbers if number != CENTRE_OF_RING]


def _away(steps: int) -> Callable[[Position], Iterable[Move]]:
    return lambda at: (RING_CELLS[(number + steps) % _ROUND] for number in _on_ring(at.theirs))


def _arc(first: int, other: int) -> list[int]:
    """Return the ring numbers between two on the shorter way, clockwise; of two equal ways, the one from `first` on."""
    forward = (other - first) % _ROUND
    start, length = (first, forward) if forward <= _ROUND // 2 else (other, _ROUND - forward)
    return [(start + step) % _ROUND for step in range(1, length)]


def _edges_and_corners(position: Position) -> tuple[list[int], list[int]]:
    numbers = _on_ring(position.theirs)
    return [number for number in numbers if number % 2], [number for number in numbers if number % 2 == 0]


def _average(position: Position) -> Iterator[Move]:
    edges, _ = _edges_and_corners(position)
    if len(edges) == 2:
        arc = _arc(*edges)
        yield RING_CELLS[arc[len(arc) // 2]]


def _plain_average(position: Position) -> Iterator[Move]:
    edges, _ = _edges_and_corners(position)
    if len(edges) == 2:
        yield RING_CELLS[sum(edges) // 2]


def _in_gap(choose: Callable[[list[int]], int]) -> Callable[[Position], Iterator[Move]]:
    """Return the condition of a cell between an edge and a corner of theirs that are not neighbours, as `choose` takes
    it of the ring numbers there, clockwise."""

    def cells(position: Position) -> Iterator[Move]:
        edges, corners = _edges_and_corners(position)
        if len(edges) == len(corners) == 1 and (arc := _arc(*corners, *edges)):
            yield RING_CELLS[choose(arc)]

    return cells


CONDITIONS: Mapping[str, Condition] = {
    "win": Condition(lambda at: completions(at, at.own), "XX./OO./...", wants_lines=True),
    "block": Condition(lambda at: completions(at, at.theirs), "XX./O../...", wants_lines=True),
    "block (first line)": Condition(_first_gap, "X.X/O../X.O", in_order=True, wants_lines=True),
    "fork": Condition(_fork, "X../O../X.O", wants_lines=True),
    "block fork": Condition(_careful, "X../.O./..X", wants_lines=True),
    "block fork (take)": Condition(_their_forks, "X../.O./..X", wants_lines=True),
    "block fork (force)": Condition(_force, "X../.O./..X", wants_lines=True),
    "threat": Condition(_threats, "X../.O./...", wants_lines=True),
    "do not complete": Condition(_completing_none, "XX./OO./..."),
    "centre": Condition(lambda at: centre_of(at.game), "X../.../..."),
    "corner": Condition(lambda at: corners_of(at.game), ".../.X./..."),
    "opposite corner": Condition(lambda at: opposite_corners(at.game, at.theirs), "X../.../..."),
    "opposite own corner": Condition(lambda at: opposite_corners(at.game, at.own), "X../.O./..."),
    "adjacent corner": Condition(_adjacent_corner, "X../.../..."),
    "side": Condition(lambda at: sides_of(at.game), "X../.O./..X"),
    "next to own": Condition(lambda at: _next_to(at, at.own), "X../.../..O"),
    "next to their stone": Condition(lambda at: _next_to(at, at.theirs), "X../.../..."),
    "between their stones": Condition(_between, "X.X/.O./..."),
    "most open lines": Condition(_most_open, "X../.../...", wants_lines=True),
    "potential": Condition(_potential, "X../.../...", wants_lines=True),
    "two away round the ring": Condition(_away(2), "O../.X./..X", on_ring=True),
    "three away round the ring": Condition(_away(3), "O../.X./...", on_ring=True),
    "three away round the ring (anticlockwise)": Condition(_away(-3), "O../.X./...", on_ring=True),
    "average of their edges": Condition(_average, ".X./XO./...", on_ring=True),
    "average of their edges (plain)": Condition(_plain_average, ".X./XO./...", on_ring=True),
    "gap of corner and edge (corner)": Condition(
        _in_gap(lambda arc: next(number for number in arc if number % 2 == 0)), "..X/.O./.X.", on_ring=True
    ),
    "gap of corner and edge (edge)": Condition(
        _in_gap(lambda arc: next(number for number in arc if number % 2)), "..X/.O./.X.", on_ring=True
    ),
    "gap of corner and edge (first)": Condition(_in_gap(lambda arc: arc[0]), "..X/.O./.X.", on_ring=True),
    "gap of corner and edge (last)": Condition(_in_gap(lambda arc: arc[-1]), "..X/.O./.X.", on_ring=True),
    "first free": Condition(lambda at: at.legal_moves[:1], "X../.../...", in_order=True),
    "any": Condition(lambda at: at.legal_moves, "X../.../..."),
}
