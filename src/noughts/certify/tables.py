"""The check of a table by the rules alone: every score from those of the positions that its moves lead to.

    X to move, ply 4        score of the table: win in 1 ply
    X O .
    O X .     moves of X:   c1 c2 a3 b3 c3      the last completes a line: the score must be that of a win in 1 ply
    . . .

Where all scores are checked they follow from one another, from the full boards up to the empty one, so the table is
true; a sample finds a fault that is frequent. The module shares nothing with the code that fills tables.

Read it in this order: `boards` (many boards at a time), `tablefile` (what is in the file), and this module.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from noughts.certify.boards import Boards, Ints, free_cells, spread, subsets
from noughts.certify.tablefile import Scores, TableFile, columns, open_table, placed
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import TableError

SAMPLE: Final = 100_000  # scores
_BATCH: Final = 1 << 16  # boards that are worked on together
_WORST: Final = -127  # less than every score but that of no position
_AHEAD: Final = 2  # tasks that wait for each worker: memory is bounded by them
_NO_POSITION: Final = "no position"

Progress = Callable[[int, int, int], None]  # receives the scores that are done, all of them, and the ply


@dataclass(frozen=True)
class TableFault:
    """A score that is not the one that its position has by the rules: `stated` and `true`, in words."""

    position: Position
    stated: str
    true: str

    def __str__(self) -> str:
        return f"at {str(self.position)!r} the table says {self.stated}, its moves say {self.true}"


@dataclass(frozen=True)
class TableCheck:
    """What a check found: `value` is what the table says of the empty board, None if that is impossible.

    `seed` is None if all scores were checked. Then `plies` has, ply by ply, the numbers of positions that are not over
    and won, drawn and lost for the side to move.
    """

    game: Game
    version: int
    value: Value | None
    scores: int
    checked: int
    seed: int | None
    fault: TableFault | None = None
    plies: tuple[tuple[int, ...], ...] = ()


def check_table(
    path: Path,
    sample: int | None = SAMPLE,
    seed: int | None = None,
    progress: Progress = lambda done, total, ply: None,
    workers: int = 1,
) -> TableCheck:
    """Return the findings about the table in a file: of a random sample of its scores, or with None of all of them.

    It stops at the first fault, from the full board upwards. Without a `seed` one is drawn. A sample that is not
    smaller than the table is a check of all. `workers` are threads; the findings are the same with any number. Raises
    TableError if the file is damaged, or no table.
    """
    return _Check(path, open_table(path), progress).run(sample, seed, workers)


class _FaultFound(Exception):
    """Ends a check."""

    def __init__(self, fault: TableFault) -> None:
        self.fault = fault


@dataclass(frozen=True)
class _Batch:
    """Positions of one ply, of any shape: their boards, the scores of the table, and those that the rules give."""

    ply: int
    own: Ints
    theirs: Ints
    stated: Scores
    true: Scores


_Task = Callable[[], _Batch]


def _in_order(tasks: Iterator[_Task], workers: int) -> Iterator[_Batch]:
    """Yield the results of tasks, in their order; some threads work ahead."""
    with ThreadPoolExecutor(workers) as pool:
        waiting = deque(pool.submit(task) for task in islice(tasks, _AHEAD * workers))
        while waiting:
            yield waiting.popleft().result()
            waiting += [pool.submit(task) for task in islice(tasks, 1)]


class _Check:
    """One run over one file. `done` of `total` scores are compared; `plies` has their numbers by result."""

    def __init__(self, path: Path, file: TableFile, progress: Progress) -> None:
        self.name, self.file, self.game, self.boards = repr(str(path)), file, file.game, Boards(file.game)
        self.sizes = [len(self._rows(ply)) * columns(self.game, ply) for ply in range(self.game.cells + 1)]
        self.done, self.total, self.progress = 0, sum(self.sizes), progress
        self.plies = np.zeros((len(self.sizes), 3), np.int64)

    def run(self, sample: int | None, seed: int | None, workers: int) -> TableCheck:
        """Return the findings; see check_table."""
        self._check_rows()
        if sample is None or sample >= self.total:
            tasks, seed = self._all(), None
        else:
            seed = secrets.randbits(32) if seed is None else seed
            tasks = self._drawn(sample, np.random.default_rng(seed))
        fault = None
        try:
            for batch in _in_order(tasks, workers):
                self._compare(batch, whole=seed is None)
        except _FaultFound as found:
            fault = found.fault
        stated = int(self.file.layers[0].take(np.zeros(1, np.int64))[0])
        plies = () if fault or seed is not None else tuple(map(tuple, self.plies.tolist()))
        value = self._value(stated, 0)
        return TableCheck(self.game, self.file.version, value, sum(self.sizes), self.done, seed, fault, plies)

    def _check_rows(self) -> None:
        """Raise TableError unless the lists of rows are those of the game."""
        for stones, rows in enumerate(self.file.rows):
            self.progress(0, self.total, 0)
            follows = self._has_all_after(self.file.rows[stones - 1], rows) if stones else len(rows) == 1
            if not (follows and self._are_rows(rows, stones)):
                raise TableError(f"{self.name}: list of rows {stones} is not that of {self.game}")

    def _are_rows(self, rows: Ints, stones: int) -> bool:
        """Return whether a list has rows of so many stones only, each once, in ascending order."""
        for first in range(0, len(rows), _BATCH):
            some = rows[first : first + _BATCH + 1]  # with the first of the next batch, for the order
            least, _ = self.boards.least(some & self.game.full)
            right = (least == some) & (np.bitwise_count(some) == stones) & ~self.boards.holds_line(some)
            if not right.all() or (np.diff(some) <= 0).any():
                return False
        return True

    def _has_all_after(self, before: Ints, rows: Ints) -> bool:
        """Return whether a list has each set without a line that has one stone more than one of `before`."""
        for first in range(0, len(before), _BATCH):
            some = before[first : first + _BATCH]
            for cell in range(self.game.cells):
                larger = some[some >> cell & 1 == 0] | 1 << cell
                least, _ = self.boards.least(larger[~self.boards.holds_line(larger)])
                places = np.searchsorted(rows, least)
                if (places == len(rows)).any() or (rows[places] != least).any():
                    return False
        return True

    def _all(self) -> Iterator[_Task]:
        """Yield tasks that make all positions, from the full board on: some rows at a time, with all columns."""
        for ply in range(self.game.cells, -1, -1):
            self.file.layers[ply].check(lambda ply=ply: self.progress(self.done, self.total, ply))  # type: ignore[misc]
            if self.sizes[ply]:
                columns = _Columns.of(self.game, ply)
                step = max(1, _BATCH // max(len(columns.sets), len(columns.larger)))
                for first in range(0, len(self._rows(ply)), step):
                    yield partial(self._in_rows, ply, columns, first, self._rows(ply)[first : first + step])

    def _in_rows(self, ply: int, columns: "_Columns", first: int, rows: Ints) -> _Batch:
        """Return all positions of some rows. A child is looked up once for all positions of its row."""
        sets, larger, children = columns
        free = free_cells(rows, self.game.cells, self.game.cells - placed(ply))[:, None]
        own, after = spread(sets, free), spread(larger, free)
        worth = -self._scores(ply + 1, np.broadcast_to(rows[:, None], after.shape), after)
        best = np.full(own.shape, _WORST if len(children) else 0, np.int8)
        for child in children:
            np.maximum(best, worth.take(child, axis=1), out=best)
        stated = self.file.layers[ply].take(np.arange(first * len(sets), first * len(sets) + own.size))
        return self._batch(ply, own, np.broadcast_to(rows[:, None], own.shape), stated.reshape(own.shape), best)

    def _drawn(self, sample: int, rng: np.random.Generator) -> Iterator[_Task]:
        """Yield tasks that make random positions, each score with the same chance, and the empty board."""
        shares = rng.multinomial(sample, np.array(self.sizes) / self.total)
        shares[0] = 1
        self.total = int(shares.sum())
        for ply in range(self.game.cells, -1, -1):
            moves = self.game.cells - ply
            step = max(1, _BATCH // max(1, moves))
            sets = subsets(self.game.cells - placed(ply), ply // 2) if shares[ply] else None
            for first in range(0, int(shares[ply]), step):
                numbers = rng.integers(self.sizes[ply], size=min(step, int(shares[ply]) - first))
                assert sets is not None
                yield partial(self._at, ply, sets, numbers)

    def _at(self, ply: int, sets: Ints, numbers: Ints) -> _Batch:
        """Return the positions of the scores with these numbers."""
        rows, columns = np.divmod(numbers, len(sets))
        theirs = self._rows(ply)[rows]
        own = spread(sets[columns], free_cells(theirs, self.game.cells, self.game.cells - placed(ply)))
        after = own[:, None] | free_cells(own | theirs, self.game.cells, self.game.cells - ply)
        worth = -self._scores(ply + 1, np.broadcast_to(theirs[:, None], after.shape), after)
        best = worth.max(axis=1, initial=_WORST) if ply < self.game.cells else np.zeros(len(own), np.int8)
        return self._batch(ply, own, theirs, self.file.layers[ply].take(numbers), best)

    def _batch(self, ply: int, own: Ints, theirs: Ints, stated: Scores, best: Scores) -> _Batch:
        """Return a batch; where own holds a line there is no position."""
        return _Batch(ply, own, theirs, stated, np.where(self.boards.holds_line(own), self.file.no_position, best))

    def _scores(self, ply: int, own: Ints, theirs: Ints) -> Scores:
        """Return the scores of positions; where theirs holds a line, the side to move has lost. Raises _FaultFound."""
        scores = np.full(own.shape, -1 if self.file.bits == 2 else ply - self.game.cells - 1, np.int8)
        goes_on = ~self.boards.holds_line(theirs)
        own, theirs = own[goes_on], theirs[goes_on]
        if own.size:
            least, symmetries = self.boards.least(theirs)
            rows = np.searchsorted(self._rows(ply), least)
            places = self.boards.column(self.boards.image(own, symmetries), self.game.full ^ least)
            found = self.file.layers[ply].take(rows * columns(self.game, ply) + places)
            if (missing := found == self.file.no_position).any():
                i = int(missing.argmax())
                position = self._position(ply, int(own[i]), int(theirs[i]))
                raise _FaultFound(TableFault(position, _NO_POSITION, "it is one"))
            scores[goes_on] = found
        return scores

    def _compare(self, batch: _Batch, whole: bool) -> None:
        """Raise _FaultFound at the first score of the table that is not the true one; else count them."""
        if (wrong := batch.stated != batch.true).any():
            i = int(wrong.argmax())
            position = self._position(batch.ply, int(batch.own.flat[i]), int(batch.theirs.flat[i]))
            stated, true = (self._in_words(int(scores.flat[i]), batch.ply) for scores in (batch.stated, batch.true))
            raise _FaultFound(TableFault(position, stated, true))
        if whole:
            kinds = batch.stated > 0, batch.stated == 0, (batch.stated < 0) & (batch.stated > self.file.no_position)
            weights = self.boards.orbits(batch.theirs[:, 0])
            self.plies[batch.ply] += [int(weights @ kind.sum(axis=1)) for kind in kinds]
        self.done += batch.stated.size
        self.progress(self.done, self.total, batch.ply)

    def _rows(self, ply: int) -> Ints:
        return self.file.rows[placed(ply)]

    def _position(self, ply: int, own: int, theirs: int) -> Position:
        x, o = (theirs, own) if ply % 2 else (own, theirs)
        return Position.from_boards(self.game, x, o)

    def _in_words(self, score: int, ply: int) -> str:
        if score == self.file.no_position:
            return _NO_POSITION
        value = self._value(score, ply)
        return f"the score {score}, which no position can have" if value is None else str(value)

    def _value(self, score: int, ply: int) -> Value | None:
        """Return what a score stands for; None if no position after so many moves can have it."""
        if self.file.bits == 2:
            return Value(score, None if score else self.game.cells - ply) if abs(score) < 2 else None
        value = from_score(score, self.game.cells, ply)
        distance = value.distance or 0
        return value if score == 0 or (distance > 0 and distance % 2 == (score > 0)) else None


class _Columns(NamedTuple):
    """The sets of the side to move, and those with one stone more; row i of `children`: where the i-th move leads."""

    sets: Ints
    larger: Ints
    children: Ints

    @classmethod
    def of(cls, game: Game, ply: int) -> "_Columns":
        """Return the columns of a layer."""
        free = game.cells - placed(ply)
        sets, larger = subsets(free, ply // 2), subsets(free, ply // 2 + 1)
        children = np.searchsorted(larger, sets[:, None] | free_cells(sets, free, game.cells - ply))
        return cls(sets, larger, np.ascontiguousarray(children.T))
