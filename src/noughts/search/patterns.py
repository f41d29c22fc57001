"""Patterns: the classes of the four shapes of a cell to one side, four bits each; and the threats that they are.

The order of the directions does not matter, so what holds of a pattern holds of a multiset of four classes; there are
2,380. The rank of a pattern is the threat that a stone on the cell makes:

    COMPLETES    a line is complete
    DOUBLE       two cells then complete a line: an open four, or two fours
    FOUR_THREE   a four and an open three
    FOUR         one cell then completes a line
    THREES       two open threes
    THREE        an open three
"""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from noughts.search.line_shapes import CLASSES, COMPLETED, DOUBLES, FOURS, OPEN

BITS = 4  # of a class in a pattern
NONE, THREE, THREES, FOUR, FOUR_THREE, DOUBLE, COMPLETES = (np.int64(rank) for rank in range(7))
RANKS = 7
MULTISETS = tuple(combinations_with_replacement(range(CLASSES), 4))


@cache
def multiset_numbers() -> npt.NDArray[np.int16]:
    """Return [pattern]: the number of the multiset of its classes; 0, of no class, for any other number."""
    numbers = np.zeros((CLASSES,) * 4, np.int16)  # [class, class, class, class], in ascending order
    for number, four in enumerate(MULTISETS):
        numbers[four] = number
    patterns = np.arange(1 << 4 * BITS)
    classes = np.sort(np.stack([patterns >> i * BITS & (1 << BITS) - 1 for i in range(4)]), axis=0)  # [i, pattern]
    numbers = np.where(classes[3] < CLASSES, numbers[tuple(np.minimum(classes, CLASSES - 1))], 0).astype(np.int16)
    numbers.setflags(write=False)
    return numbers


def _rank(classes: tuple[int, ...]) -> int:
    fours, threes = sum(each >= FOURS for each in classes), any(OPEN <= each < FOURS for each in classes)
    if classes[-1] == COMPLETED:
        return int(COMPLETES)
    if classes[-1] == DOUBLES or fours > 1:  # two cells complete a line, in one direction or in two
        return int(DOUBLE)
    if fours:
        return int(FOUR_THREE if threes else FOUR)
    return int(THREES if classes[-2] >= OPEN else THREE if threes else NONE)


@cache
def rank_table() -> npt.NDArray[np.uint8]:
    """Return [pattern]: its rank."""
    ranks = np.array([_rank(four) for four in MULTISETS], np.uint8)[multiset_numbers()]
    ranks.setflags(write=False)
    return ranks
