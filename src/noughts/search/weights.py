"""What the estimate of the search is made of, and its order of moves: fitted by `make train`, or by a formula."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from noughts.search.line_shapes import CLASSES, COMPLETED, DOUBLES, FOURS, LACKING, OPEN, Ints
from noughts.search.patterns import MULTISETS, RANKS, multiset_numbers

FILE = Path(__file__).with_name("weights.npz")

SUMS = 8  # of a side: what its cells are worth to it if it is to move, and if it is not; the others are for the network
UNIT = 1000  # of estimates and sums: 1 logit
FRACTION = 8  # bits after the point, in the weights of the network

_THREAT = (15, 40, 150, 150)  # what an open three, a four, an open four, a line add in the order of moves
_MOST_ORDER = 2000


@dataclass(frozen=True, eq=False)
class PatternWeights:
    """Arrays by multiset of classes, and a network. They are equal only to themselves: tables can be kept for them."""

    sums: Ints  # [multiset, SUMS] what the pattern of a free cell adds to the sums of a side: see `evaluate`
    own: Ints  # in the order of moves: to the side to move
    theirs: Ints  # to the other side
    threats_mover: Ints  # [rank] of the first cell of a rank, and of a second one
    threats_waiter: Ints
    tempo: Ints  # [] to be the side to move
    hidden: Ints  # [sum of the side to move, then of the other; unit] the network
    bias: Ints  # [unit]
    out: Ints  # [unit]


Arrays = Mapping[str, Ints]  # the fitted ones of `PatternWeights`, by their names


@cache
def weights_of(k: int) -> PatternWeights:
    """Return the weights for k in a row."""
    return replace(formula(k), **read().get(k, {}))  # the order of moves, and what else has no fit, is the formula's


def read() -> dict[int, Arrays]:
    """Return the fitted weights of the file, by k."""
    fitted: dict[int, dict[str, Ints]] = {}
    with np.load(FILE) as file:
        for name, array in file.items():  # such as 5.sums
            k, _, part = name.partition(".")
            fitted.setdefault(int(k), {})[part] = array.astype(np.int64)
    return {k: fitted[k] for k in sorted(fitted)}


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
        sums=np.pad(np.stack((mover, waiter), axis=1), ((0, 0), (0, SUMS - 2))),
        own=np.minimum(own, _MOST_ORDER),
        theirs=np.minimum(theirs, _MOST_ORDER),
        threats_mover=threats,
        threats_waiter=threats,
        tempo=np.zeros((), np.int64),
        hidden=np.zeros((2 * SUMS, 0), np.int64),
        bias=np.zeros(0, np.int64),
        out=np.zeros(0, np.int64),
    )


@cache
def worth_table(weights: PatternWeights) -> Ints:
    """Return what each multiset adds to the sums: [multiset, word], two signed numbers in a word."""
    worth = weights.sums[:, ::2] + (weights.sums[:, 1::2] << 32)
    worth.setflags(write=False)
    return worth


@cache
def order_table(weights: PatternWeights) -> npt.NDArray[np.int16]:
    """Return the part of each pattern in the order of moves: [0 own, 1 theirs; pattern]. 0 where no line is open."""
    order = np.stack((weights.own, weights.theirs))[:, multiset_numbers()].astype(np.int16)
    order.setflags(write=False)
    return order
