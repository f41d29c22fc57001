"""The instructions that compiled code asks for by name."""

import numpy as np
import pytest

pytest.importorskip("numba")

from noughts.jit.compiler import njit
from noughts.jit.instructions import fetch, lowest_bit


@njit(cache=False)
def _lowest(word: int) -> int:
    place: int = lowest_bit(np.int64(word))
    return place


@njit(cache=False)
def _sum_fetched(table: np.ndarray) -> int:
    total = 0
    for index in range(len(table)):
        fetch(table, np.int64(index))
        total += table[index]
    return total


@pytest.mark.parametrize(("word", "place"), [(1, 0), (6, 1), (1 << 62, 62), (-(1 << 63), 63), (-1, 0), (0, 64)])
def test_the_lowest_bit(word: int, place: int) -> None:
    assert _lowest(word) == place


def test_fetching_changes_nothing() -> None:
    table = np.arange(1000)
    assert _sum_fetched(table) == 499_500
    assert table.tolist() == list(range(1000))
