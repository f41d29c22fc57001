"""Columns of exact non-negative integers of any size, for NumPy: limbs of 32 bits.

A column of N integers is an array (L, N) of uint64: entry [i, j] holds bits 32 i to 32 i + 31 of integer j. It
gets another limb when it needs one, so nothing is rounded and small numbers stay small.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.uint64]

_BITS = np.uint64(32)
_LOW = np.uint64(2**32 - 1)


def constant(value: int, size: int) -> Column:
    """Return a column of `size` equal integers.

    >>> total(constant(2**40, 3)) == 3 * 2**40
    True
    """
    limbs = [value >> shift & int(_LOW) for shift in range(0, max(1, value.bit_length()), 32)]
    return np.repeat(np.array(limbs, np.uint64)[:, np.newaxis], size, axis=1)


def column(values: Sequence[int]) -> Column:
    """Return a column of these integers.

    >>> total(column([2**70, 1])) == 2**70 + 1
    True
    """
    bits = max((value.bit_length() for value in values), default=0)
    limbs = [[value >> shift & int(_LOW) for value in values] for shift in range(0, max(1, bits), 32)]
    return np.array(limbs, np.uint64)


def times(column: Column, factors: npt.NDArray[np.uint64]) -> Column:
    """Return each integer times its factor (N,), which is below 2**32."""
    return _carry(column * factors)


def products(left: Column, right: Column) -> Column:
    """Return the products of the integers of two columns of the same length.

    >>> total(products(column([2**70, 3]), column([2**40, 5]))) == 2**110 + 15
    True
    """
    limbs = np.zeros((len(left) + len(right), left.shape[1]), np.uint64)
    for i, limb in enumerate(left):
        for j, other in enumerate(right):
            product = limb * other
            limbs[i + j] += product & _LOW
            limbs[i + j + 1] += product >> _BITS
    limbs = _carry(limbs)
    used = np.flatnonzero(limbs.any(axis=1))
    return limbs[: int(used[-1]) + 1 if len(used) else 1]


def grouped(column: Column, order: npt.NDArray[np.intp], starts: npt.NDArray[np.intp]) -> Column:
    """Return the sums of groups: the integers taken in `order`, a group beginning at each of `starts`.

    A group has fewer than 2**32 members.
    """
    return _carry(np.stack([np.add.reduceat(limb[order], starts) for limb in column]))


def joined(columns: list[Column]) -> Column:
    """Return the columns concatenated."""
    limbs = max(map(len, columns))
    return np.concatenate([np.pad(column, ((0, limbs - len(column)), (0, 0))) for column in columns], axis=1)


def total(column: Column) -> int:
    """Return the sum of all integers as a Python int.

    >>> total(times(constant(1, 3), np.array([2**31, 2**31, 5], np.uint64)))
    4294967301
    """
    halves = ((column & np.uint64(0xFFFF)), (column >> np.uint64(16)))  # so that a sum of 2**48 limbs fits
    low, high = (half.sum(axis=1, dtype=np.uint64).tolist() for half in halves)
    return sum((a + (b << 16)) << (32 * limb) for limb, (a, b) in enumerate(zip(low, high, strict=True)))


def _carry(column: Column) -> Column:
    """Carry until every limb is below 2**32."""
    carry = np.zeros(column.shape[1], np.uint64)
    for limb in column:
        np.add(limb, carry, out=limb)
        np.right_shift(limb, _BITS, out=carry)
        np.bitwise_and(limb, _LOW, out=limb)
    return np.concatenate([column, carry[np.newaxis]]) if carry.any() else column
