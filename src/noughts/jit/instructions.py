"""Instructions of the processor for compiled code: the bits of a word, its eight bytes, a load ahead of time.

    least_bytes    03 fe 00 7f ...  and  01 02 00 80 ...  ->  01 fe 00 80 ...

>>> from noughts.jit.compiler import njit
>>> hex(njit(cache=False)(lambda a, b: least_bytes(a, b))(0x03FE007F, 0x01020001))
'0x1fe0001'
"""

from collections.abc import Callable
from typing import Any, Final

from noughts.jit.compiler import (
    get_item_pointer,
    get_or_insert_function,
    has_instruction,
    intrinsic,
    ir,
    make_array,
    types,
)

BYTES: Final = 8  # of a word
HAS_EXTRACT: Final = has_instruction("bmi2")

_WORD: Final = ir.IntType(64)
_BYTES: Final = ir.VectorType(ir.IntType(8), BYTES)
_NEVER = ir.Constant(ir.IntType(1), 0)  # an instruction is never undefined: of 0 it returns 64
_LAST = ir.Constant(_WORD, 63)


def _instruction(write: Callable[..., Any], *arguments: Any) -> Any:
    """Return a function of one word or two, whose code is written by a builder."""

    def code(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return write(builder, *words)

    def of_one(_context: Any, _word: Any) -> Any:
        return types.int64(*arguments), code

    def of_two(_context: Any, _word: Any, _other: Any) -> Any:
        return types.int64(*arguments), code

    return intrinsic(of_one if len(arguments) == 1 else of_two)


def _least(builder: Any, *words: Any) -> Any:
    a, b = (builder.bitcast(word, _BYTES) for word in words)
    return builder.bitcast(builder.select(builder.icmp_signed("<", a, b), a, b), _WORD)


def _extract(builder: Any, *words: Any) -> Any:
    function = ir.FunctionType(_WORD, [_WORD, _WORD])
    return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), function), words)


# The place of the lowest bit of a word that is set, 64 where none is; that of the highest one; how many are set.
lowest_bit = _instruction(lambda builder, word: builder.cttz(word, _NEVER), types.int64)
highest_bit = _instruction(lambda builder, word: builder.sub(_LAST, builder.ctlz(word, _NEVER)), types.int64)
bits = _instruction(lambda builder, word: builder.ctpop(word), types.uint64)
# The lesser of each two signed bytes of two words; a word with each byte negated, -128 stays as it is.
least_bytes = _instruction(_least, types.int64, types.int64)
negated_bytes = _instruction(
    lambda builder, word: builder.bitcast(builder.neg(builder.bitcast(word, _BYTES)), _WORD), types.int64
)
# The bits of a word at the places of the bits of another one, closed up; only if HAS_EXTRACT.
extracted = _instruction(_extract, types.int64, types.int64)


def _fetch(_context: Any, array: Any, _index: Any) -> Any:
    """Begin to load an item of an array into the processor's cache; nothing waits for it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        items = make_array(array)(context, builder, arguments[0])  # type: ignore[no-untyped-call]
        item = get_item_pointer(context, builder, array, items, [arguments[1]])  # type: ignore[no-untyped-call]
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [item.type, word, word, word])
        prefetch = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
        builder.call(prefetch, [item, word(0), word(3), word(1)])  # to read, keep it in all caches, data
        return context.get_dummy_value()

    return types.none(array, types.int64), code


fetch: Any = intrinsic(_fetch)
