"""A position as counters that are updated with each stone: the stones on every line, the threats on every cell.

A line belongs to a side while the other side has no stone on it. With k = 5:

    X X . X X     one cell is free: a stone there *completes* the line         rest = that cell
    . X X . X     two are free: a stone on one of them makes a *four*, and then the other completes it

    lines   held[line, side]       the stones of X and of O on it
            line[line]             `rest`: the sum of its free cells, which is the free cell itself where one is left;
                                   `first` and `step`: its cells are first, first + step, ...
    cells   gain[cell, side]       what a stone there adds to the score of the side's lines: the order of moves
            threat[side, cell]     the lines that a stone there `completes`; the `fours` that it makes, the sum of their
                                   answering cells and of the squares of these: two answers are different if
                                   fours * squares > answers * answers
    sides   sums[side]             the `score` of the side's lines, how many are `open` to it; how many cells are
                                   `completing` a line, and the sum of these cells; how many make `fours`, and how many
                                   make `doubles`: two fours with different answers, which wins

A line longer than k wins too: k of its cells complete it.

The two lines above, one for X and one for O (cells are numbered from 0, row by row):

>>> from noughts.core.notation import parse_position
>>> found = counters_of(parse_position("XX.XX/.OO.O", Game(5, 2, 5)))
>>> x, o = found.sums
>>> x["completing"].item(), found.line[0]["rest"].item()  # X completes its line on one cell: 2
(1, 2)
>>> found.threat[1, 5]["fours"].item(), found.threat[1, 5]["answers"].item()  # O makes one four on 5, the answer is 8
(1, 8)
"""

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.jit.compiler import kernel, kernel_part

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

ADD, REMOVE = np.int64(1), np.int64(-1)  # the steps of `put`


def record(*names: str) -> np.dtype[Any]:
    """Return the type of a record of whole numbers."""
    return np.dtype([(name, np.int64) for name in names])


_LINE = record("rest", "first", "step")
_THREAT = record("completes", "fours", "answers", "squares", "place", "listed")  # the last two: a list of the fours
_SUMS = record("score", "open", "completing", "completing_sum", "fours", "doubles")


class Counters(NamedTuple):
    """The tables of a game, and the counters of a position. Side 0 is X, side 1 is O."""

    k: int
    through: Ints  # [cell, i] the lines through the cell, -1 behind the last
    line_score: Ints  # [stones] the score of a line with so many stones of one side
    line_gain: Ints  # [stones] what one stone more adds
    keys: Words  # [side, cell] random words
    stone: Ints  # [cell] 0 where it is free, else 1 + the side
    held: Ints  # [line, side]
    line: Any  # [line] _LINE
    gain: Ints  # [cell, side]
    threat: Any  # [side, cell] _THREAT
    sums: Any  # [side] _SUMS
    key: Words  # [0] the random words of all stones together


def counters_of(position: Position) -> Counters:
    """Return the counters of a position.

    >>> from noughts.core.notation import parse_position
    >>> x, o = counters_of(parse_position("XX./OO./...")).sums
    >>> x["completing"].item(), x["completing_sum"].item()  # X has one winning cell: 2
    (1, 2)
    """
    counters = empty_counters(position.game)
    set_position(counters, position)
    return counters


def empty_counters(game: Game) -> Counters:
    """Return counters for `set_position`."""
    line, through = _geometry(game)
    scores = _line_scores(game.k)
    return Counters(
        k=game.k,
        through=through,
        line_score=np.array(scores, np.int64),
        line_gain=np.array([*(after - before for before, after in pairwise(scores[:-1])), 0, 0], np.int64),
        keys=np.random.default_rng(game.cells).integers(1 << 64, size=(2, game.cells), dtype=np.uint64),
        stone=np.zeros(game.cells, np.int64),
        held=np.zeros((len(line), 2), np.int64),
        line=line.copy(),
        gain=np.zeros((game.cells, 2), np.int64),
        threat=np.zeros((2, game.cells), _THREAT),
        sums=np.zeros(2, _SUMS),
        key=np.zeros(1, np.uint64),
    )


def set_position(c: Counters, position: Position) -> None:
    """Make these the counters of a position of their game: no line may be complete."""
    cells = range(position.game.cells)
    stones = np.array([(position.x >> cell & 1) + 2 * (position.o >> cell & 1) for cell in cells], np.int64)
    for counters in (c.stone, c.held, c.gain, c.threat, c.sums, c.key):
        counters[...] = 0
    fill(c, stones)


def _line_scores(k: int) -> list[int]:
    """Return the score of a line with 0, 1, ..., k stones of one side alone: a quarter for each stone that is missing.

    >>> _line_scores(5)
    [0, 5, 18, 67, 260, 0]
    """
    return [0, *(stones + 1024 // 4 ** (k - stones) for stones in range(1, k)), 0]


@lru_cache(maxsize=16)
def _geometry(game: Game) -> tuple[npt.NDArray[Any], Ints]:
    """Return the lines without stones, and the lines through each cell."""
    line = np.zeros(len(game.lines), _LINE)
    lists: list[list[int]] = [[] for _ in range(game.cells)]
    for index, cells in enumerate(game.lines):
        line[index] = sum(cells), cells[0], cells[1] - cells[0] if game.k > 1 else 1
        for cell in cells:
            lists[cell].append(index)
    through = np.full((game.cells, max(map(len, lists)) + 1), -1, np.int64)
    for row, some in zip(through, lists, strict=True):
        row[: len(some)] = some
    for table in (line, through):
        table.setflags(write=False)
    return line, through


@kernel
def fill(c: Counters, stones: Ints) -> None:
    """Count the lines of an empty board, then put the stones on it; all counters are 0 before."""
    k = c.k
    for i in range(len(c.line)):
        line = c.line[i]
        line.rest = k * line.first + line.step * (k * (k - 1) // 2)
        for side in range(2):
            c.sums[side].open += 1
            for j in range(k):
                c.gain[line.first + j * line.step, side] += c.line_gain[0]
            if k == 1:
                _completes(c, side, line.first, ADD)
            elif k == 2:
                _fours(c, side, line.first, line.first + line.step, ADD)
    for cell in range(len(stones)):
        if stones[cell]:
            put(c, stones[cell] - 1, cell, ADD)


@kernel
def put(c: Counters, side: int, cell: int, step: Any) -> None:
    """Put a stone on a free cell (step ADD), or take it back (step REMOVE)."""
    other, k, i = 1 - side, c.k, 0
    c.key[0] ^= c.keys[side, cell]
    c.stone[cell] = side + 1  # until all lines are updated, also where it is taken back
    while c.through[cell, i] >= 0:
        at = c.through[cell, i]
        i += 1
        line, own, theirs = c.line[at], c.held[at, side], c.held[at, other]
        c.held[at, side] = own + step
        line.rest -= step * cell
        if step < 0:
            own -= 1  # the stones besides this one
        if theirs and own:
            continue  # it belongs to no side, with this stone or without
        rest = line.rest - (cell if step < 0 else 0)  # the sum of its other free cells
        more = less = 0
        if theirs == 0:
            c.sums[side].score += step * (c.line_score[own + 1] - c.line_score[own])
            more = step * (c.line_gain[own + 1] - c.line_gain[own])
            if own == k - 3:
                one = line.first
                while c.stone[one]:
                    one += line.step
                _fours(c, side, one, rest - one, step)
            elif own == k - 2:
                _fours(c, side, cell, rest, -step)
                _completes(c, side, rest, step)
            elif own == k - 1:
                _completes(c, side, cell, -step)
        if own == 0:  # the first stone closes the line to the other side
            c.sums[other].open -= step
            c.sums[other].score -= step * c.line_score[theirs]
            less = -step * c.line_gain[theirs]
            if theirs == k - 2:
                _fours(c, other, cell, rest, -step)
            elif theirs == k - 1:
                _completes(c, other, cell, -step)
        one = line.first
        for _ in range(k):
            c.gain[one, side] += more
            c.gain[one, other] += less
            one += line.step
    if step < 0:
        c.stone[cell] = 0


@kernel_part
def _completes(c: Counters, side: int, cell: int, step: Any) -> None:
    """Add (or remove) a line that the cell completes."""
    threat, sums = c.threat[side, cell], c.sums[side]
    before = threat.completes
    threat.completes = before + step
    if before == 0 or before + step == 0:
        sums.completing += step
        sums.completing_sum += step * cell


@kernel_part
def _fours(c: Counters, side: int, one: int, two: int, step: Any) -> None:
    """Add (or remove) a line in which these two cells are free."""
    _four(c, side, one, two, step)
    _four(c, side, two, one, step)


@kernel_part
def _four(c: Counters, side: int, cell: int, answer: int, step: Any) -> None:
    threat, sums = c.threat[side, cell], c.sums[side]
    sums.doubles -= _is_double(c, side, cell)
    threat.fours += step
    threat.answers += step * answer
    threat.squares += step * answer * answer
    sums.doubles += _is_double(c, side, cell)
    if step > 0 and threat.fours == 1:
        threat.place = sums.fours
        c.threat[side, sums.fours].listed = cell
        sums.fours += 1
    elif threat.fours == 0:
        sums.fours -= 1
        last, place = c.threat[side, sums.fours].listed, threat.place
        c.threat[side, place].listed = last
        c.threat[side, last].place = place


@kernel_part
def _is_double(c: Counters, side: int, cell: int) -> Any:
    """Return 1 if the fours that a stone makes have different answers, else 0."""
    threat = c.threat[side, cell]
    return 1 if threat.fours * threat.squares > threat.answers * threat.answers else 0


@kernel
def first_double(c: Counters, side: int) -> Any:
    """Return the lowest cell whose stone makes a double four, or -1."""
    found = -1
    for i in range(c.sums[side].fours):
        cell = c.threat[side, i].listed
        if (found < 0 or cell < found) and _is_double(c, side, cell):
            found = cell
    return found


@kernel
def lowest_completing(c: Counters, side: int) -> Any:
    """Return the lowest cell that completes a line, or -1."""
    if c.sums[side].completing:
        for cell in range(len(c.stone)):
            if c.threat[side, cell].completes:
                return cell
    return -1
