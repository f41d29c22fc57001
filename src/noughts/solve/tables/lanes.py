"""What the processor does in one instruction: eight bytes at once, bits closed up.

    least_bytes    03 fe 00 7f ...  and  01 02 00 80 ...  ->  01 fe 00 80 ...

>>> hex(least_bytes(0x03FE007F, 0x01020001))
'0x1fe0001'
>>> hex(negated_bytes(0x01FF00))
'0xff0100'
"""

from typing import Any, Final

from noughts.jit.compiler import has_instruction, intrinsic, ir, njit, types

LANES: Final = 8  # bytes of a word
HAS_EXTRACT: Final = has_instruction("bmi2")

_WORD: Final = ir.IntType(64)
_BYTES: Final = ir.VectorType(ir.IntType(8), LANES)


@intrinsic
def _least(_context: Any, a: Any, b: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        left, right = (builder.bitcast(word, _BYTES) for word in args)
        least = builder.select(builder.icmp_signed("<", left, right), left, right)
        return builder.bitcast(least, _WORD)

    return types.int64(types.int64, types.int64), code


@intrinsic
def _negated(_context: Any, a: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitcast(builder.neg(builder.bitcast(args[0], _BYTES)), _WORD)

    return types.int64(types.int64), code


@intrinsic
def _extracted(_context: Any, members: Any, among: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        function = ir.FunctionType(_WORD, [_WORD, _WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), function), args)

    return types.int64(types.int64, types.int64), code


@njit(nogil=True)
def least_bytes(a: int, b: int) -> int:
    """Return the lesser of each two signed bytes of two words."""
    return _least(a, b)  # type: ignore[call-arg]


@njit(nogil=True)
def negated_bytes(word: int) -> int:
    """Return a word with each signed byte negated; -128 stays as it is."""
    return _negated(word)  # type: ignore[call-arg]


@njit(nogil=True)
def extracted(members: int, among: int) -> int:
    """Return the bits of `members` at the places of `among`, closed up. To be called only if HAS_EXTRACT."""
    return _extracted(members, among)  # type: ignore[call-arg]
