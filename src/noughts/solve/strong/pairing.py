"""Pairing strategies: disjoint pairs of free cells, one pair inside each of the attacker's open lines but a few.

Whenever the attacker takes a cell of a pair, the defender takes the other, so no line with a pair is ever the
attacker's alone (Hales & Jewett 1963):

    a a b b      the four rows are held by the pairs a, b, c, d of two neighbours;
    c c d d      only rows here: one pair may serve several lines that cross it

The lines without a pair need a low potential: their cells in pairs count as the attacker's, and the sum of
2^-(cells left), with the attacker to move after his best move, is under 1 (Erdős & Selfridge 1973).

The search is depth-first under a budget: the line with the fewest cells left, its pairs by the lines they
serve. A "no" means nothing.
"""

from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.jit.kernels import compiled, kernel, kernel_part
from noughts.solve.boards import Board, Numbers, Words, count, load, lowest, new_boards, new_numbers, some, store
from noughts.solve.strong.geometry import Geometry, width_of
from noughts.solve.strong.open_lines import UNIT, by_free_cells, free_cells, open_lines

_MOST_OPTIONS = 28  # pairs tried in one line: all of them for up to 8 free cells


class PairMemory(NamedTuple):
    """What the search for pairs writes on: at level p the p pairs above it are chosen."""

    lines: Any  # [level][line] the cells left of each line without a pair
    line_counts: Numbers  # [level]
    options: Any  # [level][option] the pairs of the line chosen at this level
    gains: Any  # [level][option] how promising a pair is; 0 once it has been tried
    chosen: Words  # [level]


def pair_memory(game: Game) -> PairMemory:
    """Return memory for positions of this game, for the compiled search."""
    levels, lines, width = game.cells // 2 + 2, len(game.lines) + 1, width_of(game)
    boards, numbers = compiled(new_boards), compiled(new_numbers)
    return PairMemory(
        lines=boards(levels * lines, width).reshape(levels, lines, width),
        line_counts=numbers(levels),
        options=boards(levels * _MOST_OPTIONS, width).reshape(levels, _MOST_OPTIONS, width),
        gains=numbers(levels * _MOST_OPTIONS).reshape(levels, _MOST_OPTIONS),
        chosen=boards(levels, width),
    )


@kernel()
def find_pairs(a: Board, d: Board, turn: int, shape: Geometry, most: int, memory: PairMemory, budget: int) -> int:
    """Return how many pairs (in `memory.chosen`) hold the open lines of at most `most` free cells, or -1.

    The lines that they do not hold have a low potential; `turn` is 1 with the attacker to move.
    """
    memory.line_counts[0] = _list_lines(a, d, shape, most, memory.lines[0])
    level = 0
    entering = True
    while level >= 0:
        if entering:
            if _rest_holds(level, memory, turn, a):
                return level
            if budget == 0:
                return -1
            budget -= 1
            _list_options(level, memory, turn, a)
        gains = memory.gains[level]
        best = greatest = 0
        for option in range(_MOST_OPTIONS):
            if gains[option] > greatest:
                best, greatest = option, gains[option]
        if greatest == 0:
            level -= 1
            entering = False
            continue
        gains[best] = 0
        pair = load(memory.options[level], best, a)
        store(memory.chosen, level, pair)
        _take_pair(level, pair, memory)
        level += 1
        entering = True
    return -1


@kernel_part()
def _rest_holds(level: int, memory: PairMemory, turn: int, like: Board) -> bool:
    """Return whether the lines without a pair have so low a potential that none is completed."""
    lines, lines_left = memory.lines[level], memory.line_counts[level]
    total = 0
    for index in range(lines_left):
        total += _weight(count(load(lines, index, like)))
        if total >= UNIT:
            return False
    if not turn or 2 * total < UNIT:
        return True
    for index in range(lines_left):
        cells = load(lines, index, like)
        while some(cells):
            cell = lowest(cells)
            cells = cells ^ cell
            share = total
            for other in range(lines_left):
                through = load(lines, other, like)
                if some(through & cell):
                    share += _weight(count(through))
            if share >= UNIT:
                return False
    return True


@kernel_part(forceinline=True)
def _weight(cells: int) -> int:
    """Return the weight of a line with `cells` cells left; from 8 on that of 7, which errs on the attacker's side."""
    return UNIT >> min(cells, 7)


@kernel_part()
def _list_lines(a: Board, d: Board, shape: Geometry, most: int, lines: Words) -> int:
    """Write the free cells of every open line; return how many lines there are."""
    free = free_cells(a, d, shape)
    listed = 0
    for direction in range(4):
        step = shape.steps[direction]
        rest = open_lines(a, d, shape, direction)
        if most < 4:
            sizes = by_free_cells(free, rest, step, shape.k)
            rest = sizes[0]
            for index in range(1, most):
                rest = rest | sizes[index]
        while some(rest):
            first = lowest(rest)
            rest = rest ^ first
            line = first
            for _ in range(1, shape.k):
                line = first | (line << step)
            store(lines, listed, line & free)
            listed += 1
    return listed


@kernel_part()
def _list_options(level: int, memory: PairMemory, turn: int, like: Board) -> None:
    """Write the pairs of the line with the fewest cells left, but at least two.

    Lines with fewer stay without a pair; there are no options where their potential is too high. With the attacker to
    move a single one is too much: he completes it.
    """
    lines, gains = memory.lines[level], memory.gains[level]
    for option in range(_MOST_OPTIONS):
        gains[option] = 0
    tightest = like ^ like
    least = 1 << 30
    stuck = 0
    for index in range(memory.line_counts[level]):
        cells = load(lines, index, like)
        size = count(cells)
        if size < 2:
            stuck += _weight(size)
        elif size < least:
            least, tightest = size, cells
    if stuck >= UNIT >> turn:
        return
    option = 0
    rest = tightest
    while some(rest):
        first = lowest(rest)
        rest = rest ^ first
        others = rest
        while some(others) and option < _MOST_OPTIONS:
            second = lowest(others)
            others = others ^ second
            pair = first | second
            store(memory.options[level], option, pair)
            gain = 1 << 20
            for index in range(memory.line_counts[level]):
                common = load(lines, index, like) & pair
                if common == pair:
                    gain += 4  # a line served
                elif some(common):
                    gain -= 1  # a line cut
            gains[option] = gain
            option += 1


@kernel_part()
def _take_pair(level: int, pair: Board, memory: PairMemory) -> None:
    """Write the lines that are left at the next level."""
    left = 0
    for index in range(memory.line_counts[level]):
        cells = load(memory.lines[level], index, pair)
        if (cells & pair) != pair:
            store(memory.lines[level + 1], left, cells & ~pair)
            left += 1
    memory.line_counts[level + 1] = left
