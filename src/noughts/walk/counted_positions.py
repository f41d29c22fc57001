"""Distinct positions with their numbers of games and their weights."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from noughts.walk import bigints
from noughts.walk.bigints import Column
from noughts.walk.rows import Bools, RowLayout, Rows

Indices = npt.NDArray[np.intp]


@dataclass
class Group:
    """Distinct positions, rows (positions, words) in ascending order, with the columns `games` and `weights`."""

    rows: Rows
    games: Column
    weights: Column

    @classmethod
    def empty(cls, layout: RowLayout) -> "Group":
        """Return a group without a position."""
        none = bigints.constant(1, 0)
        return cls(np.zeros((0, layout.words), np.uint64), none, none)

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, which: Bools | Indices | slice) -> "Group":
        """Return some of the positions; `which` is (positions,), or their indices."""
        return Group(self.rows[which], self.games[:, which], self.weights[:, which])


def merged(rows: Rows, games: Column, weights: Column) -> Group:
    """Return the positions in some rows, in order: equal rows are merged, and their integers are added up."""
    # With one word the rows are runs that are sorted already, and a stable sort merges them.
    order = np.argsort(rows[:, 0], kind="stable") if rows.shape[1] == 1 else np.lexsort(rows.T)
    rows = rows[order]
    first = np.ones(len(rows), np.bool_)
    first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    starts = first.nonzero()[0]
    return Group(rows[starts], bigints.grouped(games, order, starts), bigints.grouped(weights, order, starts))


def joined(groups: list[Group]) -> Group:
    """Return all positions of several groups, one group after the other."""
    if len(groups) == 1:
        return groups[0]
    rows = np.concatenate([group.rows for group in groups])
    games = bigints.joined([group.games for group in groups])
    return Group(rows, games, bigints.joined([group.weights for group in groups]))
