"""Bits of words in compiled code."""

from typing import Any

from noughts.jit.compiler import intrinsic, ir, types


def _lowest_bit(_context: Any, _word: Any) -> Any:
    """Return the place of the lowest bit of a word that is set; 64 where none is."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


lowest_bit: Any = intrinsic(_lowest_bit)
