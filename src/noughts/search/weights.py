"""What cells and threats are worth to the search: fitted by `make train`, or by a formula."""

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.search.line_shapes import CLASSES, COMPLETED, DOUBLES, FOURS, LACKING, OPEN, Ints
from noughts.search.patterns import MULTISETS, RANKS, multiset_numbers

FILE = Path(__file__).with_name("weights.json")

_THREAT = (15, 40, 150, 150)  # what an open three, a four, an open four, a line add in the order of moves
_MOST_ORDER = 2000


@dataclass(frozen=True, eq=False)
class PatternWeights:
    """Arrays by multiset of classes. They are equal only to themselves, so that tables can be kept for them."""

    mover: Ints  # what the pattern of a free cell is worth to the side to move, if it is its own
    waiter: Ints  # to the other side
    own: Ints  # in the order of moves: to the side to move
    theirs: Ints  # to the other side
    threats_mover: Ints  # [rank] of the first cell of a rank, and of a second one
    threats_waiter: Ints
    tempo: int  # to be the side to move


_tried: dict[int, PatternWeights] = {}  # of a fit that goes on


def weights_of(k: int) -> PatternWeights:
    """Return the weights for k in a row."""
    return _tried[k] if k in _tried else _shipped(k)


@cache
def _shipped(k: int) -> PatternWeights:
    fitted = json.loads(FILE.read_text()) if FILE.exists() else {}
    return from_numbers(k, fitted[str(k)]) if str(k) in fitted else formula(k)


def try_out(k: int, weights: PatternWeights | None) -> None:
    """Use these weights in this process, or those of the file again, for boards that are made from now on."""
    _tried.pop(k, None)
    if weights is not None:
        _tried[k] = weights


def from_numbers(k: int, numbers: dict[str, Any]) -> PatternWeights:
    """Return the weights of an entry of the file; the order of moves follows the formula."""
    names = ("mover", "waiter", "threats_mover", "threats_waiter")
    arrays = {name: np.array(numbers[name], np.int64) for name in names}
    return replace(formula(k), **arrays, tempo=int(numbers["tempo"]))


@cache
def formula(k: int) -> PatternWeights:
    """Return the weights without a fit: a quarter for each stone that is missing; the free cells of a line share it."""
    scores = [stones + 1024 / 4 ** (k - stones) if stones else 0 for stones in range(k + 1)]
    line, order = np.zeros(CLASSES), np.zeros(CLASSES)
    for number, (lacking, lines) in enumerate(LACKING):
        stones = max(0, k - 1 - lacking)
        if lines:
            line[number] = lines * scores[stones] / (k - stones) * 3
            order[number] = lines * min(150, max(1, round((scores[stones + 1] - scores[stones]) / 3)))
    for first, more in zip((OPEN, FOURS, DOUBLES, COMPLETED), np.diff([0, *_THREAT]), strict=True):
        order[first:] += more
    sums, orders = (table[np.array(MULTISETS)].sum(axis=1) for table in (line, order))
    mover, waiter, own, theirs = (
        np.rint(some * times).astype(np.int64) for some, times in ((sums, 1.5), (sums, 1), (orders, 2.5), (orders, 1))
    )
    threats = np.zeros((RANKS, 2), np.int64)
    return PatternWeights(
        mover, waiter, np.minimum(own, _MOST_ORDER), np.minimum(theirs, _MOST_ORDER), threats, threats, 0
    )


@cache
def worth_table(weights: PatternWeights) -> Ints:
    """Return what each pattern is worth: to the side to move, and to the other 32 bits higher, both signed."""
    worth = (weights.mover + (weights.waiter << 32))[multiset_numbers()]
    worth.setflags(write=False)
    return worth


@cache
def order_table(weights: PatternWeights) -> npt.NDArray[np.int16]:
    """Return the part of each pattern in the order of moves: [0 own, 1 theirs; pattern]. 0 where no line is open."""
    order = np.stack((weights.own, weights.theirs))[:, multiset_numbers()].astype(np.int16)
    order.setflags(write=False)
    return order
