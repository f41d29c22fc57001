"""Line scoring of a batch of positions, by matrices.

With P the (lines, cells) 0/1 matrix, `own` and `theirs` the stones of the mover and the other as (batch, cells), and T
the table of module `lines`:

    s = T[P own, P theirs]     (batch, lines)
    c = P^T s                  (batch, cells)     a move goes to a free cell of greatest c
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Move

Stones = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]


def moves(
    game: Game,
    table: Sequence[Sequence[float]],
    ties: Literal["any", "first"],
    exceptions: Mapping[tuple[int, int], Move],
    own: Stones,
    theirs: Stones,
) -> Bools:
    """Return the moves as booleans (batch, cells): the greatest scores, or the first of them; else the exception."""
    # The batch is the last axis of the product: later operations run along it, not along short rows.
    scores: _Floats = (path_matrix(game).T @ _line_scores(game, np.array(table), own, theirs).T).T
    scores[(own | theirs) != 0] = -np.inf
    if ties == "any":
        chosen: Bools = scores == scores.max(axis=1, keepdims=True)
    else:
        chosen = np.arange(game.cells) == scores.argmax(axis=1)[:, np.newaxis]
    for (mine, other), cell in exceptions.items():
        here = (own == _unpacked(mine, game.cells)).all(axis=1) & (theirs == _unpacked(other, game.cells)).all(axis=1)
        chosen[here] = np.arange(game.cells) == cell
    return chosen


@lru_cache(maxsize=16)
def path_matrix(game: Game) -> _Floats:
    """Return P, (lines, cells): 1 where a cell lies on a line.

    >>> path_matrix(Game(3, 3, 3)).sum(axis=0)
    array([3., 2., 3., 2., 4., 2., 3., 2., 3.])
    """
    matrix = np.zeros((len(game.lines), game.cells))
    for row, line in zip(matrix, game.lines, strict=True):
        row[list(line)] = 1
    matrix.setflags(write=False)
    return matrix


def _line_scores(game: Game, table: _Floats, own: Stones, theirs: Stones) -> _Floats:
    """Return s, (batch, lines): the table's score of every line; stones are 0 or 1, (batch, cells)."""
    stones = own * np.float64(game.k + 1) + theirs
    pairs = path_matrix(game) @ stones.T  # (lines, batch): i * (k+1) + j, a line's index into the table
    return table.reshape(-1)[pairs.astype(np.intp)].T


def _unpacked(board: int, cells: int) -> Stones:
    octets = np.frombuffer(board.to_bytes((cells + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=cells, bitorder="little")
