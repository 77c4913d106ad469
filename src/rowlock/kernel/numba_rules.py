"""Registers the functions of `core/rules.py` with Numba.

`mask.bit_count()` and `mask.bit_length()` compile to one machine instruction each, and compiled
code can call the rules themselves, with the same function bodies that plain Python runs. Importing
this module requires Numba. Masks are never negative.

`seat_tables` compiles to nothing if all seats have one sheet.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, overload_method, register_jitable
from numba.np import arrayobj

from rowlock.core import rules

RULES = (
    rules.after_cross,
    rules.bonus_points,
    rules.count,
    rules.counted,
    rules.ending,
    rules.fewest,
    rules.has_neighbour,
    rules.contains,
    rules.may_cross,
    rules.may_swap,
    rules.next_cell,
    rules.out_of_play,
    rules.owes_penalty,
    rules.first_free_place,
    rules.row_points,
    rules.steps_crossed,
    rules.crossed_bits,
)


@intrinsic
def _count(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def _length(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = context.get_constant(types.int64, 64)
        zero_is_defined = context.get_constant(types.boolean, 0)
        return builder.sub(whole, builder.ctlz(args[0], zero_is_defined))

    return types.int64(types.int64), code


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    """The index of the lowest set bit; `bits` must not be 0."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero_is_undefined = context.get_constant(types.boolean, 1)
        return builder.cttz(args[0], zero_is_undefined)

    return types.int64(types.int64), code


_arrays: Any = arrayobj  # Numba has no types
_building: Any = cgutils


@intrinsic
def seat_tables(typing: Any, t: Any, seat: Any) -> Any:
    """The tables of a seat's sheet: `t` itself if all seats share a sheet, otherwise the seat's
    line of `t` (a view, not a copy).
    """
    line = t if t.ndim == 1 else types.Array(t.dtype, 1, "C", readonly=not t.mutable)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if t.ndim == 1:
            return args[0]
        table = _arrays.make_array(t)(context, builder, args[0])
        length = _building.unpack_tuple(builder, table.shape, 2)[1]
        indices = args[1], context.get_constant(types.intp, 0)
        found = _arrays.make_array(line)(context, builder)
        _arrays.populate_array(
            found,
            data=_building.get_item_pointer(context, builder, t, table, indices),
            shape=[length],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=table.itemsize,
            meminfo=table.meminfo,
            parent=table.parent,
        )
        return found._getvalue()

    return line(t, types.intp), code


@intrinsic
def lines_in(typing: Any, t: Any) -> Any:
    """The number of lines of tables (`seat_tables.py`); a constant if there is one."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if t.ndim == 1:
            return context.get_constant(types.int64, 1)
        table = _arrays.make_array(t)(context, builder, args[0])
        return _building.unpack_tuple(builder, table.shape, 2)[0]

    return types.int64(t), code


_count_bits: Any = _count  # Numba's intrinsics take other arguments than their signature
_bits_length: Any = _length
_method: Any = overload_method


def _bit_count(mask: Any) -> Any:
    def code(mask: Any) -> Any:
        return _count_bits(mask)

    return code


def _bit_length(mask: Any) -> Any:
    def code(mask: Any) -> Any:
        return _bits_length(mask)

    return code


_method(types.Integer, "bit_count", inline="always")(_bit_count)
_method(types.Integer, "bit_length", inline="always")(_bit_length)


_compilable: Any = register_jitable(forceinline=True, _nrt=False)
for _rule in RULES:
    _compilable(_rule)
