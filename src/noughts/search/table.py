"""What the search remembers of positions: two places for each key, one for the deepest, one for the latest.

    key | score | depth | move | bound

A score holds for the position itself: a win in d plies from there is WIN - d, wherever it stands in the tree.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import njit

Entries = npt.NDArray[Any]

WIN = 1_000_000
PROVED = WIN - 10_000  # from here on a score is a proof: every reply of the loser's has been answered
SEEN = 500_000  # a win as far as looked: the loser had replies that were left out
LOWER, EXACT, UPPER = 1, 2, 3

_ENTRY = np.dtype(
    [("key", np.uint64), ("score", np.int32), ("move", np.int16), ("depth", np.int8), ("bound", np.int8)], align=True
)


def new_memory(entries: int) -> Entries:
    """Return an empty memory; the number of entries is a power of two."""
    return np.zeros(entries, _ENTRY)


@njit(nogil=True)
def recall(memory: Entries, key: np.uint64) -> Any:
    """Return where the position stands, or -1."""
    at = np.int64(key >> np.uint64(1)) & (len(memory) - 2)
    for i in range(at, at + 2):
        if memory[i].key == key and memory[i].bound:
            return i
    return -1


@njit(nogil=True)
def remember(memory: Entries, key: np.uint64, score: int, move: int, depth: int, bound: int) -> None:
    """Write a position down, in the place of a shallower one or of the latest; a proof is not given up for less."""
    at = np.int64(key >> np.uint64(1)) & (len(memory) - 2)
    proved, there = abs(score) >= PROVED, memory[at]
    if there.key != key:
        better = abs(there.score) >= PROVED or (depth < there.depth and not proved)
        if better or memory[at + 1].key == key:
            at = at + 1
    entry = memory[at]
    if abs(entry.score) >= PROVED and not proved:
        return
    entry.key = key
    entry.score = score
    entry.move = move
    entry.depth = depth
    entry.bound = bound
