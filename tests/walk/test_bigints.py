"""Exact columns against Python's own integers."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from noughts.walk import bigints

FACTORS = st.lists(st.integers(1, 2**32 - 1), min_size=1, max_size=6)


@given(st.lists(FACTORS, min_size=1, max_size=5), st.integers(1, 40))
def test_products_and_sums(rounds: list[list[int]], size: int) -> None:
    column, expected = bigints.constant(1, size), [1] * size
    for factors in rounds:
        row = [factors[index % len(factors)] for index in range(size)]
        column = bigints.times(column, np.array(row, np.uint64))
        expected = [value * factor for value, factor in zip(expected, row, strict=True)]
    assert bigints.total(column) == sum(expected)
    order = np.arange(size)[::-1].copy()
    starts = np.unique([0, size // 3, size // 2])
    grouped = bigints.grouped(column, order, starts)
    bounds = [*starts.tolist(), size]
    sums = [sum(expected[::-1][a:b]) for a, b in pairwise(bounds)]
    assert [bigints.total(grouped[:, [index]]) for index in range(len(starts))] == sums
    assert grouped.max() < 2**32


def test_joined_columns_of_different_size() -> None:
    large = bigints.times(
        bigints.times(bigints.constant(1, 2), np.full(2, 2**31, np.uint64)), np.full(2, 2**31, np.uint64)
    )
    both = bigints.joined([bigints.constant(1, 3), large])
    assert both.shape == (2, 5)
    assert bigints.total(both) == 3 + 2 * 2**62
