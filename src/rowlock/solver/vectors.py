"""Vector operations on four numbers, for the sweep.

A sheet has one value per number of penalties. Four of them are adjacent in memory and form a
*group*; all steps except the last treat them alike. Numba does not vectorise this by itself, so the
operations are emitted here as LLVM instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]  # it brings no types along
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rowlock.solver.sheet_arrays import LANES

_NUMBER = ir.DoubleType()
_GROUP = ir.VectorType(_NUMBER, LANES)
_INT = ir.IntType(32)
_BYTE = ir.IntType(8)

Emitted = tuple[Any, Callable[..., Any]]


@intrinsic
def _count_bits(context: Any, mask: Any) -> Emitted:
    """Number of set bits of a mask."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), emit


@intrinsic
def _fill(context: Any, into: Any, at: Any, value: Any) -> Emitted:
    """into[at : at + 4] = value"""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        into, at, value = args
        target = _group(context, builder, signature.args[0], into, at)
        builder.store(_four_times(builder, value), target, align=8)
        return context.get_dummy_value()

    return types.void(into, types.uintp, types.float64), emit


@intrinsic
def _copy(context: Any, into: Any, at: Any, source: Any, start: Any) -> Emitted:
    """into[at : at + 4] = source[start : start + 4]"""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        into, at, source, start = args
        group = builder.load(_group(context, builder, signature.args[2], source, start), align=8)
        builder.store(group, _group(context, builder, signature.args[0], into, at), align=8)
        return context.get_dummy_value()

    return types.void(into, types.uintp, source, types.uintp), emit


@intrinsic
def _raise_to(context: Any, into: Any, at: Any, source: Any, start: Any, gain: Any) -> Emitted:
    """into[at : at + 4] = max(into[at : at + 4], source[start : start + 4] + gain)"""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        into, at, source, start, gain = args
        target = _group(context, builder, signature.args[0], into, at)
        old = builder.load(target, align=8)
        raised = builder.load(_group(context, builder, signature.args[2], source, start), align=8)
        new = builder.fadd(raised, _four_times(builder, gain))
        higher = builder.select(builder.fcmp_ordered(">", new, old), new, old)
        builder.store(higher, target, align=8)
        return context.get_dummy_value()

    return types.void(into, types.uintp, source, types.uintp, types.float64), emit


@intrinsic
def _prefetch(context: Any, source: Any, start: Any) -> Emitted:
    """Prefetch source[start], which will be read soon."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), _BYTE.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer(), _INT, _INT, _INT])
        insert: Any = cgutils.get_or_insert_function
        call = insert(builder.module, kind, "llvm.prefetch.p0")
        builder.call(
            call, [address, _INT(0), _INT(3), _INT(1)]
        )  # for reading, high locality, data cache
        return context.get_dummy_value()

    return types.void(source, types.uintp), emit


# The operations as compiled code calls them, with readable types.
Call = Callable[..., Any]
count_bits: Call = cast(Any, _count_bits)
fill: Call = cast(Any, _fill)
copy: Call = cast(Any, _copy)
raise_to: Call = cast(Any, _raise_to)
prefetch: Call = cast(Any, _prefetch)


def _group(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """The address of the group that begins at an index of a one-dimensional array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _GROUP.as_pointer())


def _four_times(builder: Any, value: Any) -> Any:
    nothing = ir.Constant(_GROUP, ir.Undefined)
    first = builder.insert_element(nothing, value, _INT(0))
    zeros = ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, zeros)
