"""Single machine instructions on 64-bit words, for kernels.

>>> popcount(Word(0b101100))  # ctz is 2, msb is 5
3
"""

from typing import Any

import numpy as np

from noughts.jit.compiler import intrinsic, kernel, kernel_part, types

Word = np.uint64
ONE = Word(1)


@intrinsic
def _ones(_context: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@intrinsic
def _zeros_below(_context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), code


@intrinsic
def _zeros_above(_context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), code


@kernel(forceinline=True)
def popcount(word: Word) -> int:
    """Return the number of bits that are set."""
    return _ones(word)  # type: ignore[call-arg]


@kernel_part(forceinline=True)
def ctz(word: Word) -> int:
    """Return the index of the lowest bit that is set, in a word that is not 0."""
    return _zeros_below(word)  # type: ignore[call-arg]


@kernel_part(forceinline=True)
def msb(word: Word) -> int:
    """Return the index of the highest bit that is set, in a word that is not 0."""
    return 63 - _zeros_above(word)  # type: ignore[call-arg]


@kernel_part(forceinline=True)
def bit(index: int) -> Word:
    """Return the word in which only this bit is set."""
    return ONE << Word(index)


@kernel_part(forceinline=True)
def number(word: Word) -> int:
    """Return a word as a signed number: in Numba a word and a signed number give a float."""
    return np.int64(word)  # type: ignore[return-value]
