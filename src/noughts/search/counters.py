"""A position as counters that follow each stone: what every line holds, and what every cell would bring.

A line belongs to a side while the other has no stone on it. With k = 5:

    X X . X X     one cell is free: a stone there *completes* the line         rest = that cell
    . X X . X     two are free: a stone on one of them makes a *four*, and then the other completes it

    lines   line[line]             the stones of X and of O on it, and the sum of its free cells: with one or two of
                                   them left that is the answer itself
    cells   promise[cell, side]    what a stone there adds to the worth of the side's lines, for the order of moves
            threat[side, cell]     the lines that a stone there completes, and those on which it makes a four: how many,
                                   and the sum of the answering cells and of their squares; two answers differ where
                                   number * squares > sum * sum
    sides   sums[side]             the worth of the side's lines, how many there are, how many cells complete one,
                                   make a four, make two fours with different answers (a *double*, which wins)

Completing a line that is longer than k wins too; no line of k is ever looked at twice.

The two lines above, one for X and one for O (cells are numbered from 0, row by row):

>>> from noughts.core.notation import parse_position
>>> found = counters_of(parse_position("XX.XX/.OO.O", Game(5, 2, 5)))
>>> found.sums[0, COMPLETING].item(), found.line[0, REST].item()  # X completes its line on one cell: 2
(1, 2)
>>> found.threat[1, 5, MAKES].item(), found.threat[1, 5, _ANSWERS].item()  # O makes one four on 5, the answer is 8
(1, 8)
"""

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.jit.compiler import njit

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

WORTH, OPEN, COMPLETING, SUM_COMPLETING, FOURS, DOUBLES = range(6)  # what `sums` holds
REST, FIRST, _STEP = 2, 3, 4  # what `line` holds behind the counts: its free cells, the first cell, the way to the next
COMPLETES, MAKES, _ANSWERS, _SQUARES, PLACE, LISTED = range(6)  # what `threat` holds; the last two: a list of fours


class Counters(NamedTuple):
    """The tables of a game, and the counters of a position. The functions here take what they use of it out first."""

    size: Ints  # k, cells, lines
    through: Ints  # [cell, i] the lines through the cell, -1 behind the last
    worth: Ints  # [2, stones] what a line with so many stones of one side is worth to it, and what one more adds
    keys: Words  # [side, cell] random words
    stone: Ints  # [cell] 0 where it is free, else 1 + the side
    line: Ints  # [line, what]
    promise: Ints  # [cell, side]
    threat: Ints  # [side, cell, what]
    sums: Ints  # [side, what]
    key: Words  # [0] the random words of all stones together


def counters_of(position: Position) -> Counters:
    """Return the counters of a position: side 0 is X, side 1 is O.

    >>> from noughts.core.notation import parse_position
    >>> found = counters_of(parse_position("XX./OO./..."))
    >>> found.sums[0, COMPLETING], found.sums[0, SUM_COMPLETING]  # X has one winning cell: 2
    (np.int64(1), np.int64(2))
    """
    counters = empty_counters(position.game)
    fill(counters, np.array([_digit(position.stone(cell)) for cell in range(position.game.cells)], np.int64))
    return counters


def _digit(side: Side | None) -> int:
    return 0 if side is None else 1 + (side is Side.O)


def empty_counters(game: Game) -> Counters:
    """Return counters that are not filled in yet."""
    line, through = _geometry(game)
    worth = worths(game.k)
    gain = [*(after - before for before, after in pairwise(worth[:-1])), 0, 0]

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return Counters(
        size=np.array([game.k, game.cells, len(game.lines)], np.int64),
        through=through,
        worth=np.array([worth, gain], np.int64),
        keys=np.random.default_rng(game.cells).integers(1 << 64, size=(2, game.cells), dtype=np.uint64),
        stone=zeros(game.cells),
        line=line.copy(),
        promise=zeros(game.cells, 2),
        threat=zeros(2, game.cells, 6),
        sums=zeros(2, 6),
        key=np.zeros(1, np.uint64),
    )


def worths(k: int) -> list[int]:
    """Return what a line with 0, 1, ..., k stones of one side alone is worth: a quarter for each stone that is missing.

    >>> worths(5)
    [0, 5, 18, 67, 260, 0]
    """
    return [0, *(stones + 1024 // 4 ** (k - stones) for stones in range(1, k)), 0]


@lru_cache(maxsize=16)
def _geometry(game: Game) -> tuple[Ints, Ints]:
    """Return the lines without stones, and the lines through each cell."""
    line = np.zeros((len(game.lines), 5), np.int64)
    lists: list[list[int]] = [[] for _ in range(game.cells)]
    for index, cells in enumerate(game.lines):
        line[index] = 0, 0, sum(cells), cells[0], cells[1] - cells[0] if game.k > 1 else 1
        for cell in cells:
            lists[cell].append(index)
    through = np.full((game.cells, max(map(len, lists)) + 1), -1, np.int64)
    for row, some in zip(through, lists, strict=True):
        row[: len(some)] = some
    for table in (line, through):
        table.setflags(write=False)
    return line, through


@njit(nogil=True)
def fill(c: Counters, stones: Ints) -> None:
    """Set every counter to what these stones make it: no line may be complete."""
    k, line, worth = c.size[0], c.line, c.worth
    c.stone[:] = 0
    c.promise[:] = 0
    c.threat[:] = 0
    c.sums[:] = 0
    c.key[0] = 0
    for i in range(len(line)):
        line[i, 0] = line[i, 1] = 0
        first, step = line[i, FIRST], line[i, _STEP]
        line[i, REST] = k * first + step * (k * (k - 1) // 2)
        for side in range(2):
            c.sums[side, OPEN] += 1
            for j in range(k):
                c.promise[first + j * step, side] += worth[1, 0]
            if k == 1:
                _completes(c.threat, c.sums, side, first, 1)
            elif k == 2:
                _fours(c.threat, c.sums, side, first, first + step, 1)
    for cell in range(len(stones)):
        if stones[cell]:
            put(c, stones[cell] - 1, cell, 1)


@njit(nogil=True)
def put(c: Counters, side: int, cell: int, step: int) -> None:
    """Put a stone on a free cell (step 1), or take it back (step -1)."""
    through, line, promise, stone, worth = c.through, c.line, c.promise, c.stone, c.worth
    sums, threat = c.sums, c.threat
    other, k, i = 1 - side, c.size[0], 0
    c.key[0] ^= c.keys[side, cell]
    stone[cell] = side + 1  # for as long as lines are looked at, both ways
    while through[cell, i] >= 0:
        at = through[cell, i]
        i += 1
        stones, theirs = line[at, side], line[at, other]
        line[at, side] = stones + step
        line[at, REST] -= step * cell
        if step < 0:
            stones -= 1  # those besides this one
        if theirs and stones:
            continue  # it belongs to nobody, with this stone or without
        rest = line[at, REST] - (cell if step < 0 else 0)  # the sum of its other free cells
        more = less = 0
        if theirs == 0:
            sums[side, WORTH] += step * (worth[0, stones + 1] - worth[0, stones])
            more = step * (worth[1, stones + 1] - worth[1, stones])
            if stones == k - 3:
                one = line[at, FIRST]
                while stone[one]:
                    one += line[at, _STEP]
                _fours(threat, sums, side, one, rest - one, step)
            elif stones == k - 2:
                _fours(threat, sums, side, cell, rest, -step)
                _completes(threat, sums, side, rest, step)
            elif stones == k - 1:
                _completes(threat, sums, side, cell, -step)
        if stones == 0:  # the first stone closes the line to the other side
            sums[other, OPEN] -= step
            sums[other, WORTH] -= step * worth[0, theirs]
            less = -step * worth[1, theirs]
            if theirs == k - 2:
                _fours(threat, sums, other, cell, rest, -step)
            elif theirs == k - 1:
                _completes(threat, sums, other, cell, -step)
        one = line[at, FIRST]
        for _ in range(k):
            promise[one, side] += more
            promise[one, other] += less
            one += line[at, _STEP]
    if step < 0:
        stone[cell] = 0


@njit(nogil=True)
def _completes(threat: Ints, sums: Ints, side: int, cell: int, step: int) -> None:
    """Count a line that the cell completes in (step 1) or out (step -1)."""
    before = threat[side, cell, COMPLETES]
    threat[side, cell, COMPLETES] = before + step
    if before == 0 or before + step == 0:
        sums[side, COMPLETING] += step
        sums[side, SUM_COMPLETING] += step * cell


@njit(nogil=True)
def _fours(threat: Ints, sums: Ints, side: int, one: int, two: int, step: int) -> None:
    """Count a line that lacks these two cells in (step 1) or out (step -1)."""
    _four(threat, sums, side, one, two, step)
    _four(threat, sums, side, two, one, step)


@njit(nogil=True)
def _four(threat: Ints, sums: Ints, side: int, cell: int, answer: int, step: int) -> None:
    sums[side, DOUBLES] -= _differ(threat, side, cell)
    threat[side, cell, MAKES] += step
    threat[side, cell, _ANSWERS] += step * answer
    threat[side, cell, _SQUARES] += step * answer * answer
    sums[side, DOUBLES] += _differ(threat, side, cell)
    if step > 0 and threat[side, cell, MAKES] == 1:
        threat[side, cell, PLACE] = sums[side, FOURS]
        threat[side, sums[side, FOURS], LISTED] = cell
        sums[side, FOURS] += 1
    elif threat[side, cell, MAKES] == 0:
        sums[side, FOURS] -= 1
        last, place = threat[side, sums[side, FOURS], LISTED], threat[side, cell, PLACE]
        threat[side, place, LISTED] = last
        threat[side, last, PLACE] = place


@njit(nogil=True)
def _differ(threat: Ints, side: int, cell: int) -> Any:
    """Return 1 where the fours that a stone makes have different answers, else 0."""
    number, answers = threat[side, cell, MAKES], threat[side, cell, _ANSWERS]
    return 1 if number * threat[side, cell, _SQUARES] > answers * answers else 0


@njit(nogil=True)
def first_double(c: Counters, side: int) -> Any:
    """Return the lowest cell whose stone makes a double four, or -1."""
    found = -1
    for i in range(c.sums[side, FOURS]):
        cell = c.threat[side, i, LISTED]
        if (found < 0 or cell < found) and _differ(c.threat, side, cell):
            found = cell
    return found


@njit(nogil=True)
def lowest_completing(c: Counters, side: int) -> Any:
    """Return the lowest cell that completes a line, or -1."""
    if c.sums[side, COMPLETING]:
        for cell in range(c.size[1]):
            if c.threat[side, cell, COMPLETES]:
                return cell
    return -1
