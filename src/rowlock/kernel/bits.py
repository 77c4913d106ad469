"""Counting bits: one machine instruction each in compiled code, `int` methods otherwise.

`count(mask)` is the number of crosses of a row, `length(mask)` the position right of its last
cross, `lowest(bit)` the position of its lowest bit. Masks are never negative; `lowest` of 0 is
not asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from rowlock.kernel.jit import JIT

count: Callable[[Any], int]
length: Callable[[Any], int]
lowest: Callable[[Any], int]
i64: Callable[[Any], int]
"""To a signed integer of 64 bits; to a plain `int` in the interpreter."""
u64: Callable[[Any], int]
"""To an unsigned one; to a plain `int` in the interpreter, so that nothing ever overflows."""

if JIT:
    from numba.core import types
    from numba.extending import intrinsic

    i64, u64 = cast(Any, np.int64), cast(Any, np.uint64)

    @intrinsic
    def count(typing: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), code

    @intrinsic
    def length(typing: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            whole = context.get_constant(types.int64, 64)
            zero_is_fine = context.get_constant(types.boolean, 0)
            return builder.sub(whole, builder.ctlz(args[0], zero_is_fine))

        return types.int64(types.int64), code

    @intrinsic
    def lowest(typing: Any, bit: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zero_is_wrong = context.get_constant(types.boolean, 1)
            return builder.cttz(args[0], zero_is_wrong)

        return types.int64(types.int64), code

else:
    i64 = u64 = int

    def count(mask: Any) -> int:
        return int(mask).bit_count()

    def length(mask: Any) -> int:
        return int(mask).bit_length()

    def lowest(bit: Any) -> int:
        return (int(bit) & -int(bit)).bit_length() - 1
