"""All positions of one ply as NumPy arrays: for strategies that decide batches.

A position is a row of 64-bit words. Stone (side, cell) is bit `side * stride + cell`, X before O; on boards of up
to 32 cells the stride is 32 and a position is one word:

    63          32 31           0
    |  O's stones |  X's stones |

The children of a block of positions are made cell by cell, so that they come as one sorted run for each cell; a
stable sort then merges the runs and brings equal positions together.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import OWN_FAULTS, BatchStrategy, Strategy, has_batch_form, in_one_line
from noughts.errors import GameError, LimitExceeded, NoughtsError, StrategyError
from noughts.walk import bigints
from noughts.walk.bigints import Column
from noughts.walk.frontier import BatchesAhead, Decided, Faults, Mover, Record, Step, Tick, denominators, moves_of

Rows = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.uint16]
_Indices = npt.NDArray[np.intp]

_BLOCK = 1 << 16  # positions decided and expanded at a time
_PART = 1 << 13  # the same where workers decide them
_JOIN = 1 << 20  # children collected before they are merged: bounds the memory, and detects a limit early


class _RowLayout:
    """The layout of a game's stones in the words of a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stride = 32 if game.cells <= 32 else 64 * -(-game.cells // 64)
        self.words = 2 * self.stride // 64
        self.lines = {side: [self.row(side, mask) for mask in game.line_masks] for side in Side}
        self.cells = {side: np.array([self.row(side, 1 << c) for c in range(game.cells)]) for side in Side}

    def row(self, side: Side, board: int) -> Rows:
        """Return a bitboard of one side, (words,)."""
        stones = board << (self.stride if side is Side.O else 0)
        return np.frombuffer(stones.to_bytes(8 * self.words, "little"), np.uint64)

    def rows(self, positions: Iterable[Position]) -> Rows:
        """Return positions as rows, (positions, words)."""
        return np.array([self.row(Side.X, position.x) | self.row(Side.O, position.o) for position in positions])

    def stones(self, rows: Rows) -> tuple[Bytes, Bytes]:
        """Return the stones of X and of O, 0 or 1, each (batch, cells).

        They are stored cell by cell: operations on the short rows of cells are fast only across the batch.
        """
        bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little").T
        cells, stride = self.game.cells, self.stride
        return np.ascontiguousarray(bits[:cells]).T, np.ascontiguousarray(bits[stride : stride + cells]).T

    def boards(self, row: Rows) -> tuple[int, int]:
        """Return the bitboards of X and of O in a row."""
        stones = int.from_bytes(row.tobytes(), "little")
        return stones & ((1 << self.stride) - 1), stones >> self.stride

    def position(self, row: Rows) -> Position:
        """Return the position in a row."""
        return Position.from_boards(self.game, *self.boards(row))

    def has_line(self, rows: Rows, side: Side) -> Bools:
        """Return in which positions the side has a line, (batch,)."""
        won = np.zeros(len(rows), np.bool_)
        for line in self.lines[side]:
            hit = np.ones(len(rows), np.bool_)
            for word in line.nonzero()[0]:
                hit &= rows[:, word] & line[word] == line[word]
            won |= hit
        return won


@dataclass
class Group:
    """Distinct positions, rows (positions, words) in ascending order, with the columns `games` and `weights`."""

    rows: Rows
    games: Column
    weights: Column

    def take(self, which: Bools) -> "Group":
        """Return some of the positions; `which` is (positions,)."""
        return Group(self.rows[which], self.games[:, which], self.weights[:, which])


class _Decisions(Sequence[Decided]):
    """The decisions in a block of positions, each decoded from its bits on access."""

    def __init__(self, layout: _RowLayout, rows: Rows, packed: Bytes) -> None:
        self.layout, self.rows, self.packed = layout, rows, packed

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        x, o = self.layout.boards(self.rows[i])
        moves = (self.packed[:, i >> 3] >> (7 - (i & 7)) & 1).nonzero()[0]
        return x, o, tuple(moves.tolist())


@dataclass(frozen=True)
class Reached:
    """Tells whether a position was reached."""

    layout: _RowLayout
    rows: Rows

    def __contains__(self, position: object) -> bool:
        assert isinstance(position, Position)
        row = self.layout.row(Side.X, position.x) | self.layout.row(Side.O, position.o)
        return bool((self.rows == row).all(axis=1).any())


class ArrayFrontier:
    """A frontier as arrays: the probability that a position is reached is its weight over the `denominator`."""

    def __init__(self, layout: _RowLayout, group: Group, denominator: int) -> None:
        self.layout, self.group, self.denominator = layout, group, denominator

    @classmethod
    def empty(cls, game: Game) -> Self:
        """Return a frontier without a position."""
        layout = _RowLayout(game)
        none = bigints.constant(1, 0)
        return cls(layout, Group(np.zeros((0, layout.words), np.uint64), none, none), 1)

    def __len__(self) -> int:
        return len(self.group.rows)

    def __iter__(self) -> Iterator[Position]:
        return map(self.layout.position, self.group.rows)

    def reached(self) -> "Reached":
        """Return the positions, without their columns."""
        return Reached(self.layout, self.group.rows)

    def joined(self, positions: Collection[Position], openings: int) -> Self:
        """Return the frontier with positions that begin at this ply."""
        if not positions:
            return self
        # The first opening brings the factor into the denominator, later ones find it there.
        scale = 1 if self.denominator % openings == 0 else openings
        denominator = self.denominator * scale
        before = replace(self.group, weights=bigints.times(self.group.weights, np.array([scale], np.uint64)))
        size, share = len(positions), denominator // openings
        begun = Group(self.layout.rows(positions), bigints.constant(1, size), bigints.constant(share, size))
        return type(self)(self.layout, _joined([before, begun]), denominator)

    def advance(self, side: Side, mover: Mover, tick: Tick, record: Record, forfeits: bool) -> tuple[Step, Self]:
        """Return the results of the next ply and its frontier; `side` moves. See `walk`."""
        step, faults = Step(), Faults() if forfeits else None
        size = _BLOCK if mover is None or not isinstance(mover, BatchesAhead) else _PART
        blocks = [slice(start, start + size) for start in range(0, len(self), size)]
        moves = []
        for block, found in zip(blocks, self._all_moves(side, mover, blocks, faults, step), strict=True):
            moves.append(found)
            tick(min(block.stop, len(self)), 0)
            if mover is not None:
                record(_Decisions(self.layout, self.group.rows[block], moves[-1][0]))
        sizes = np.concatenate([sizes for _, sizes in moves])
        different = np.bincount(sizes).nonzero()[0].tolist()
        factor = math.lcm(*filter(None, different), *denominators(step))
        shares = self._shares(sizes, factor)
        families: list[Group] = []
        for block, (packed, _) in zip(blocks, moves, strict=True):
            families.append(self._children(side, block, packed, shares, factor, step))
            if sum(len(family.rows) for family in families[1:]) > max(_JOIN, len(families[0].rows)):
                families = [_joined(families)]
            tick(len(self), len(families[0].rows))
        step.ties = mover is not None and different[-1] > 1
        if faults:
            step.failed = *self._sums(self.group.take(sizes == 0), self.denominator), faults.reason
        return step, self._settled(side, step, _joined(families), self.denominator * factor)

    def _all_moves(
        self, side: Side, mover: Mover, blocks: Sequence[slice], faults: Faults | None, step: Step
    ) -> Iterator[tuple[Bytes, Counts]]:
        """Yield the moves from each block of positions; see `_moves`."""
        if not isinstance(mover, BatchesAhead) or faults is not None or len(blocks) == 1:
            yield from (self._moves(side, mover, block, faults, step) for block in blocks)
            return
        answers = mover.batches(side, (self.group.rows[block].tobytes() for block in blocks))
        for block, answer in zip(blocks, answers, strict=True):
            packed = np.frombuffer(answer, np.uint8).reshape(self.layout.game.cells, -1)
            bits = np.unpackbits(packed, axis=1, count=len(self.group.rows[block]))
            yield packed, bits.sum(axis=0, dtype=np.uint16)

    def _moves(self, side: Side, mover: Mover, block: slice, faults: Faults | None, step: Step) -> tuple[Bytes, Counts]:
        """The moves from a block of positions: packed (cells, block / 8), and how many (block,)."""
        rows = self.group.rows[block]
        if mover is None:
            x, o = self.layout.stones(rows)
            moves: Bools = (x | o) == 0
        elif has_batch_form(mover) and faults is None:
            moves = _decided(mover, self.layout, rows, side)
        else:
            moves = self._lenient(side, mover, rows, faults, step)
        return np.packbits(moves.T, axis=1), moves.sum(axis=1, dtype=np.uint16)

    def _lenient(self, side: Side, mover: Strategy, rows: Rows, faults: Faults | None, step: Step) -> Bools:
        """The moves, one position at a time if there is no batch form or it fails; no moves where that fails too."""
        if has_batch_form(mover):
            try:
                return _decided(mover, self.layout, rows, side)
            except NoughtsError:
                pass  # `decide` says what is wrong, and where
        moves = np.zeros((len(rows), self.layout.game.cells), np.bool_)
        for i, row in enumerate(rows):
            moves[i, list(moves_of(mover, self.layout.position(row), faults, step))] = True
        return moves

    def _shares(self, sizes: Counts, factor: int) -> Column:
        """The weights that each position gives every move, if its moves are equally likely."""
        if factor < 1 << 32:
            return bigints.times(self.group.weights, np.uint64(factor) // np.maximum(sizes, 1))
        return bigints.products(self.group.weights, bigints.column([factor // max(1, size) for size in sizes.tolist()]))

    def _children(self, side: Side, block: slice, packed: Bytes, shares: Column, factor: int, step: Step) -> Group:
        rows, games = self.group.rows[block], self.group.games[:, block]
        cell, parent = np.unpackbits(packed, axis=1, count=len(rows)).view(np.bool_).nonzero()
        below = rows[parent] | self.layout.cells[side][cell]
        if not step.unequal:
            return _merged(below, games, shares[:, block], parent)
        weights = self._unequal(block, cell, parent, factor, step)
        return _merged(below, games[:, parent], weights, np.arange(len(below)))

    def _unequal(self, block: slice, cell: _Indices, parent: _Indices, factor: int, step: Step) -> Column:
        """The weights of the moves from a block of positions, in some of which the chances differ."""
        chances = [step.unequal.get(self.layout.boards(row)) for row in self.group.rows[block]]
        sizes = np.bincount(parent).tolist()
        shares = [
            factor // sizes[i] if (unequal := chances[i]) is None else int(factor * unequal[move])
            for i, move in zip(parent.tolist(), cell.tolist(), strict=True)
        ]
        return bigints.products(self.group.weights[:, block][:, parent], bigints.column(shares))

    def _settled(self, side: Side, step: Step, children: Group, denominator: int) -> Self:
        """Count the games that end with this ply; return the frontier of the others."""
        step.positions = len(children.rows)
        won = self.layout.has_line(children.rows, side)
        if won.any():  # the rows are in ascending order of (O's stones, X's stones)
            step.won = self.layout.position(children.rows[won.argmax()])
        full = len(children.rows) > 0 and self.layout.position(children.rows[0]).empty == 0  # all of a ply, or none
        for winner, which in ((side, won), (None, ~won & full)):
            if which.any():
                step.ended[winner] = self._sums(children.take(which), denominator)
        return type(self)(self.layout, children.take(~won & (not full)), denominator)

    @staticmethod
    def _sums(group: Group, denominator: int) -> tuple[int, Fraction]:
        return bigints.total(group.games), Fraction(bigints.total(group.weights), denominator)


def decided_in_a_batch(strategy: BatchStrategy, game: Game, decisions: Sequence[Decided]) -> list[tuple[Move, ...]]:
    """Return the strategy's moves in the positions of some decisions, which have the same side to move."""
    positions = [Position.from_boards(game, x, o) for x, o, _ in decisions]
    layout = _RowLayout(game)
    moves = _decided(strategy, layout, layout.rows(positions), positions[0].side)
    return [tuple(which.nonzero()[0].tolist()) for which in moves]


def decided_rows(strategy: BatchStrategy, game: Game, side: Side, rows: bytes) -> bytes:
    """Return the strategy's moves in positions that are the bytes of rows, as bits: positions within cells."""
    layout = _RowLayout(game)
    moves = _decided(strategy, layout, np.frombuffer(rows, np.uint64).reshape(-1, layout.words), side)
    return np.packbits(moves.T, axis=1).tobytes()


def _decided(strategy: BatchStrategy, layout: _RowLayout, rows: Rows, side: Side) -> Bools:
    """The moves of a strategy in a block of positions, (block, cells), checked against the contract."""
    x, o = layout.stones(rows)
    own, theirs = (x, o) if side is Side.X else (o, x)
    try:
        moves = strategy.decide_batch(layout.game, own, theirs)
    except (GameError, StrategyError, LimitExceeded):
        raise
    except OWN_FAULTS as error:
        raise StrategyError(f"strategy {strategy.name!r}: decide_batch raised {in_one_line(error)}") from error
    _check(strategy, layout, rows, (x | o) == 0, moves)
    return moves


def _check(strategy: BatchStrategy, layout: _RowLayout, rows: Rows, free: Bools, moves: Bools) -> None:
    dtype, shape = getattr(moves, "dtype", type(moves).__name__), getattr(moves, "shape", "")
    if shape != free.shape or dtype != np.bool_:
        raise StrategyError(
            f"strategy {strategy.name!r}: decide_batch returned {f'{dtype} {shape}'.strip()}, "
            f"expected bool {free.shape}"
        )
    if (bad := (moves > free).any(axis=1) | ~moves.any(axis=1)).any():
        position = layout.position(rows[bad.argmax()])
        raise StrategyError(
            f"strategy {strategy.name!r}: decide_batch names no move or a taken cell at {str(position)!r}"
        )


def _joined(groups: list[Group]) -> Group:
    """Merge the positions of several groups."""
    if len(groups) == 1:
        return groups[0]
    rows = np.concatenate([group.rows for group in groups])
    games = bigints.joined([group.games for group in groups])
    weights = bigints.joined([group.weights for group in groups])
    return _merged(rows, games, weights, np.arange(len(rows)))


def _merged(rows: Rows, games: Column, weights: Column, parent: _Indices) -> Group:
    """Merge equal rows and add up their columns; row i takes the integers at `parent[i]`."""
    # With one word the children are runs that are sorted already, and a stable sort merges them.
    order = np.argsort(rows[:, 0], kind="stable") if rows.shape[1] == 1 else np.lexsort(rows.T)
    rows = rows[order]
    first = np.ones(len(rows), np.bool_)
    first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    starts, source = first.nonzero()[0], parent[order]
    return Group(rows[starts], bigints.grouped(games, source, starts), bigints.grouped(weights, source, starts))
