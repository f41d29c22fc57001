"""Instructions of the processor for compiled code: the bits of a word, a load ahead of time."""

from collections.abc import Callable
from typing import Any

from noughts.jit.compiler import get_item_pointer, get_or_insert_function, intrinsic, ir, make_array, types

_NEVER = ir.Constant(ir.IntType(1), 0)  # an instruction is never undefined: of 0 it returns 64
_LAST = ir.Constant(ir.IntType(64), 63)


def _instruction(write: Callable[[Any, Any], Any], argument: Any) -> Any:
    """Return a function of a word, whose code is written by a builder."""

    def instruction(_context: Any, _word: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return write(builder, arguments[0])

        return types.int64(argument), code

    return intrinsic(instruction)


# The place of the lowest bit of a word that is set, 64 where none is; that of the highest one; how many are set.
lowest_bit = _instruction(lambda builder, word: builder.cttz(word, _NEVER), types.int64)
highest_bit = _instruction(lambda builder, word: builder.sub(_LAST, builder.ctlz(word, _NEVER)), types.int64)
bits = _instruction(lambda builder, word: builder.ctpop(word), types.uint64)


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
