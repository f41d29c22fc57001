"""The transposition table: two places for each key, one for the deepest search, one for the latest.

    key | score | depth | move | bound

A score counts from the position itself: a win in d plies is WIN - d, at every ply of the tree.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel
from noughts.search.finding import DECIDED

Entries = npt.NDArray[Any]

LOWER, EXACT, UPPER = np.int64(1), np.int64(2), np.int64(3)

_ENTRY = np.dtype(
    [("key", np.uint64), ("score", np.int32), ("move", np.int16), ("depth", np.int8), ("bound", np.int8)], align=True
)


def record(*names: str) -> np.dtype[Any]:
    """Return the type of a record of whole numbers."""
    return np.dtype([(name, np.int64) for name in names])


def new_table(entries: int) -> Entries:
    """Return an empty table; the number of entries is a power of two."""
    return np.zeros(entries, _ENTRY)


@kernel
def place_of(table: Entries, key: np.uint64) -> Any:
    """Return the index of the first of the two places of a key."""
    return np.int64(key >> np.uint64(1)) & (len(table) - 2)


@kernel
def probe(table: Entries, key: np.uint64) -> Any:
    """Return the index of the position's entry, or -1."""
    at = place_of(table, key)
    for i in range(at, at + 2):
        entry = table[np.uint64(i)]
        if entry.key == key and entry.bound:
            return i
    return -1


@kernel
def is_proof(score: Any, bound: Any) -> Any:
    """Return whether a result proves a win or a loss: a win that is an upper bound, or a loss that is a lower one, says
    only that none is nearer.

    >>> from noughts.search.finding import WIN
    >>> bool(is_proof(WIN - 5, LOWER)), bool(is_proof(WIN - 5, UPPER)), bool(is_proof(5 - WIN, LOWER))
    (True, False, False)
    """
    return (score >= DECIDED and bound != UPPER) or (score <= -DECIDED and bound != LOWER)


@kernel
def store(table: Entries, key: np.uint64, score: int, move: int, depth: int, bound: Any) -> None:
    """Store a result, in the place of a shallower one or of the latest; an estimate never replaces a proof."""
    at = place_of(table, key)
    proved, there = is_proof(score, bound), table[at]
    if there.key != key:
        better = is_proof(there.score, there.bound) or (depth < there.depth and not proved)
        if better or table[at + 1].key == key:
            at = at + 1
    entry = table[at]
    if is_proof(entry.score, entry.bound) and not proved:
        return
    entry.key = key
    entry.score = score
    entry.move = move
    entry.depth = depth
    entry.bound = bound
