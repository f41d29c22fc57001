"""Instructions of the processor for compiled code: the lowest bit of a word, a load ahead of time."""

from typing import Any

from noughts.jit.compiler import get_item_pointer, get_or_insert_function, intrinsic, ir, make_array, types


def _lowest_bit(_context: Any, _word: Any) -> Any:
    """Return the place of the lowest bit of a word that is set; 64 where none is."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


lowest_bit: Any = intrinsic(_lowest_bit)


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
