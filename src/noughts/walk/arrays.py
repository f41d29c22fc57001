"""All positions of one ply as NumPy arrays: for strategies that decide batches.

The positions of a ply are in ascending order. A stone on one cell, added to all of them, keeps that order; so the next
ply is a merge of as many sorted runs as there are cells. They are merged range by range: a position has many children,
and most of them are the same as others.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, winner_by_line
from noughts.errors import GameError, LimitExceeded, NoughtsError, StrategyError
from noughts.players.player import OWN_FAULTS, Player, decides_batches, in_one_line
from noughts.walk import bigints
from noughts.walk.bigints import Column
from noughts.walk.counted_positions import Group, Indices, joined, merged
from noughts.walk.frontier import (
    Decided,
    Forfeits,
    Mover,
    PlyFaults,
    PositionFrontier,
    Progress,
    Record,
    Step,
    denominators,
    moves_in,
)
from noughts.walk.rows import Bools, Bytes, PositionSet, RowLayout, Rows

_BLOCK = 1 << 16  # positions decided at a time
_FEW = 1 << 9  # the same where they are decided one by one, so that progress is reported often
_RANGE = 1 << 20  # positions whose children are merged at a time, each once for each cell, about
_SAMPLES = 8  # for each cell, to divide a ply into such ranges

Counts = npt.NDArray[np.uint16]


class PlyMoves:
    """The moves from the positions of a ply. `sizes`: how many each position has. `different`: these numbers, once."""

    def __init__(self, cells: int, positions: int) -> None:
        self._bits = np.zeros((cells, -(-positions // 8)), np.uint8)
        self.sizes = np.zeros(positions, np.uint16)
        self.different = set[int]()

    def put(self, start: int, packed: Bytes, sizes: Counts) -> None:
        """Keep the moves of a block of positions: packed (cells, block / 8), and how many (block,)."""
        self._bits[:, start // 8 : start // 8 + packed.shape[1]] = packed
        self.sizes[start : start + len(sizes)] = sizes
        self.different.update(np.bincount(sizes).nonzero()[0].tolist())

    def on(self, cell: int, part: slice) -> Indices:
        """Return which positions of a part have the move to a cell."""
        first = part.start // 8
        bits = np.unpackbits(self._bits[cell, first : -(-part.stop // 8)], count=part.stop - 8 * first)
        which: Indices = bits[part.start - 8 * first :].view(np.bool_).nonzero()[0] + part.start
        return which


class _Decisions(Sequence[Decided]):
    """The decisions in a block of positions, each decoded from its bits on access."""

    def __init__(self, layout: RowLayout, rows: Rows, packed: Bytes) -> None:
        self.layout, self.rows, self.packed = layout, rows, packed

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        x, o = self.layout.boards(self.rows[i])
        moves = (self.packed[:, i >> 3] >> (7 - (i & 7)) & 1).nonzero()[0]
        return x, o, tuple(moves.tolist())


class ArrayFrontier:
    """A frontier as arrays: the probability that a position is reached is its weight over the `denominator`."""

    def __init__(self, layout: RowLayout, group: Group, denominator: int) -> None:
        self.layout, self.group, self.denominator = layout, group, denominator

    @classmethod
    def empty(cls, game: Game) -> Self:
        """Return a frontier without a position."""
        layout = RowLayout(game)
        return cls(layout, Group.empty(layout), 1)

    @classmethod
    def of(cls, game: Game, frontier: PositionFrontier) -> Self:
        """Return the same positions as arrays."""
        layout = RowLayout(game)
        games, weights = zip(*frontier.layer.values(), strict=True)
        group = merged(layout.rows(frontier.layer), bigints.column(games), bigints.column(weights))
        return cls(layout, group, frontier.denominator)

    def __len__(self) -> int:
        return len(self.group)

    def __iter__(self) -> Iterator[Position]:
        return map(self.layout.position, self.group.rows)

    def reached(self) -> PositionSet:
        """Return the positions, without their columns."""
        return PositionSet(self.layout, self.group.rows)

    def joined(self, positions: Collection[Position], openings: int) -> Self:
        """Return the frontier with positions that begin at this ply."""
        if not positions:
            return self
        # The first opening brings the factor into the denominator, later ones find it there.
        scale = 1 if self.denominator % openings == 0 else openings
        denominator = self.denominator * scale
        weights = bigints.times(self.group.weights, np.array([scale], np.uint64))
        begun = Group(
            self.layout.rows(positions),
            bigints.constant(1, len(positions)),
            bigints.constant(denominator // openings, len(positions)),
        )
        both = joined([Group(self.group.rows, self.group.games, weights), begun])
        return type(self)(self.layout, merged(both.rows, both.games, both.weights), denominator)

    def advance(
        self, side: Side, mover: Mover, progress: Progress, record: Record, forfeits: Forfeits
    ) -> tuple[Step, Self]:
        """Return the results of the next ply and its frontier; `side` moves. See `walk`."""
        step, faults = Step(), PlyFaults(forfeits) if forfeits else None
        moves = self._decided(side, mover, progress, record, step, faults)
        step.ties = mover is not None and (max(moves.different) > 1 or bool(step.failing))
        factor = math.lcm(*filter(None, moves.different), *denominators(step))
        below, denominator = [Group.empty(self.layout)], self.denominator * factor
        for parts in self._ranges(side):
            children = self._children(side, parts, moves, factor, step)
            below.append(self._settled(side, step, children, denominator))
            progress(len(self), step.positions)
        return step, type(self)(self.layout, joined(below), denominator)

    def _decided(
        self, side: Side, mover: Mover, progress: Progress, record: Record, step: Step, faults: PlyFaults | None
    ) -> PlyMoves:
        """The moves from all positions of the ply, block by block."""
        moves, failed = PlyMoves(self.layout.game.cells, len(self)), (0, Fraction(0))
        for block in self._blocks(_size(mover, self.layout.game)):
            packed, sizes = self._moves(side, mover, self.group.rows[block], faults, step)
            moves.put(block.start, packed, sizes)
            progress(block.stop, 0)
            if mover is not None:
                record(_Decisions(self.layout, self.group.rows[block], packed))
            if faults and not sizes.all():
                failed = _plus(failed, self.group.take(block).take(sizes == 0), self.denominator)
        for at in range(len(self)) if step.failing else ():
            if (chance := step.failing.get(self.layout.boards(self.group.rows[at]))) is not None:
                games, share = _plus((0, Fraction(0)), self.group.take(slice(at, at + 1)), self.denominator)
                failed = failed[0] + games, failed[1] + share * chance
        if faults:
            step.failed, step.faults = failed, faults
        return moves

    def _moves(
        self, side: Side, mover: Mover, rows: Rows, faults: PlyFaults | None, step: Step
    ) -> tuple[Bytes, Counts]:
        """The moves from a block of positions: packed (cells, block / 8), and how many (block,)."""
        if mover is None:
            x, o = self.layout.stones(rows)
            moves: Bools = self.layout.playable(x, o)
        elif decides_batches(mover, self.layout.game) and faults is None:
            moves = _decided(mover, self.layout, rows, side)
        else:
            moves = self._lenient(side, mover, rows, faults, step)
        return np.packbits(moves.T, axis=1), moves.sum(axis=1, dtype=np.uint16)

    def _lenient(self, side: Side, mover: Player, rows: Rows, faults: PlyFaults | None, step: Step) -> Bools:
        """The moves, one position at a time if there is no batch form or it fails; no moves where that fails too."""
        if decides_batches(mover, self.layout.game):
            try:
                return _decided(mover, self.layout, rows, side)
            except NoughtsError:
                pass  # `decide` says what is wrong, and where
        moves = np.zeros((len(rows), self.layout.game.cells), np.bool_)
        positions = [self.layout.position(row) for row in rows]
        for i, (_, named) in enumerate(moves_in(mover, positions, faults, step)):
            moves[i, list(named)] = True
        return moves

    def _blocks(self, size: int = 0) -> Iterator[slice]:
        size = size or _BLOCK
        return (slice(start, min(start + size, len(self))) for start in range(0, len(self), size))

    def _ranges(self, side: Side) -> Iterator[list[slice]]:
        """Divide the moves of the ply: for each cell the positions from which it leads to the next range of children.

        A child's row spells the number of its parent's and the bit of the cell. A sample of the children tells where
        ranges of equal size end.
        """
        bits = [self.layout.key(row) for row in self.layout.cells[side]]
        each = _SAMPLES * len(bits)
        sample = sorted(self.layout.key(row) + bit for row in self.group.rows[:: _RANGE // each] for bit in bits)
        starts = [0] * len(bits)
        for bound in sample[each::each]:
            stops = [
                self.layout.place(bound - bit, self.group.rows, start) for bit, start in zip(bits, starts, strict=True)
            ]
            yield [slice(*part) for part in zip(starts, stops, strict=True)]
            starts = stops
        yield [slice(start, len(self)) for start in starts]

    def _children(self, side: Side, parts: list[slice], moves: PlyMoves, factor: int, step: Step) -> Group:
        """The positions after the moves to each cell from its part of the positions."""
        runs, sizes, cells = [], [], []
        for cell, part in enumerate(parts):
            if len(which := moves.on(cell, part)):
                runs.append(self.group.take(which))
                sizes.append(moves.sizes[which])
                cells.append(np.full(len(which), cell))
        if not runs:
            return Group.empty(self.layout)
        parents, cell_of = joined(runs), np.concatenate(cells)
        weights = self._weights(parents, np.concatenate(sizes), cell_of, factor, step)
        return merged(parents.rows | self.layout.cells[side][cell_of], parents.games, weights)

    def _weights(self, parents: Group, sizes: Counts, cells: Indices, factor: int, step: Step) -> Column:
        """The weights that positions give to one move each, among `sizes` moves that are equally likely or not."""
        if step.unequal:
            chances = [step.unequal.get(self.layout.boards(row)) for row in parents.rows]
            shares = [
                factor // size if unequal is None else int(factor * unequal[cell])
                for unequal, size, cell in zip(chances, sizes.tolist(), cells.tolist(), strict=True)
            ]
            return bigints.products(parents.weights, bigints.column(shares))
        if (sizes == factor).all():
            return parents.weights
        if factor < 1 << 32:
            return bigints.times(parents.weights, np.uint64(factor) // sizes)
        return bigints.products(parents.weights, bigints.column([factor // size for size in sizes.tolist()]))

    def _settled(self, side: Side, step: Step, children: Group, denominator: int) -> Group:
        """Count the games that end with some children; return the others."""
        step.positions += len(children)
        if not len(children):
            return children
        first = self.layout.position(children.rows[0])  # all of a ply have as many stones
        if first.boards(side)[0].bit_count() < self.layout.game.k:  # no line yet: there may be thousands to look at
            return children
        won = self.layout.has_line(children.rows, side)
        if won.any() and step.won is None:  # the rows are in ascending order of (O's stones, X's stones)
            step.won = self.layout.position(children.rows[won.argmax()])
        full = first.empty == 0
        for winner, which in ((winner_by_line(self.layout.game, side), won), (None, ~won & full)):
            if which.any():
                so_far = step.ended.get(winner, (0, Fraction(0)))
                step.ended[winner] = _plus(so_far, children.take(which), denominator)
        return children.take(~won & (not full))


def _plus(so_far: tuple[int, Fraction], group: Group, denominator: int) -> tuple[int, Fraction]:
    """Add a group's games and its probability."""
    games, chance = so_far
    return games + bigints.total(group.games), chance + Fraction(bigints.total(group.weights), denominator)


def _size(mover: Mover, game: Game) -> int:
    """How many positions are decided at a time."""
    return _BLOCK if mover is None or decides_batches(mover, game) else _FEW


def decided_in_a_batch(strategy: Player, game: Game, decisions: Sequence[Decided]) -> list[tuple[Move, ...]]:
    """Return the strategy's moves in the positions of some decisions, which have the same side to move."""
    positions = [Position.from_boards(game, x, o) for x, o, _ in decisions]
    layout = RowLayout(game)
    moves = _decided(strategy, layout, layout.rows(positions), positions[0].side)
    return [tuple(which.nonzero()[0].tolist()) for which in moves]


def _decided(strategy: Player, layout: RowLayout, rows: Rows, side: Side) -> Bools:
    """The moves of a strategy in a block of positions, (block, cells), checked against the contract."""
    x, o = layout.stones(rows)
    own, theirs = (x, o) if side is Side.X else (o, x)
    try:
        moves = strategy.decide_batch(layout.game, own, theirs)
    except (GameError, StrategyError, LimitExceeded):
        raise
    except OWN_FAULTS as error:
        raise StrategyError(f"strategy {strategy.name!r}: decide_batch raised {in_one_line(error)}") from error
    _check(strategy, layout, rows, layout.playable(x, o), moves)
    return moves


def _check(strategy: Player, layout: RowLayout, rows: Rows, free: Bools, moves: Bools) -> None:
    dtype, shape = getattr(moves, "dtype", type(moves).__name__), getattr(moves, "shape", "")
    if shape != free.shape or dtype != np.bool_:
        raise StrategyError(
            f"strategy {strategy.name!r}: decide_batch returned {f'{dtype} {shape}'.strip()}, "
            f"expected bool {free.shape}"
        )
    if (bad := (moves > free).any(axis=1) | ~moves.any(axis=1)).any():
        position = layout.position(rows[bad.argmax()])
        raise StrategyError(
            f"strategy {strategy.name!r}: decide_batch names no move or one that is not legal at {str(position)!r}"
        )
