"""Integers in compiled code and in the interpreter.

`lowest(bits)` is the place of the lowest bit; it is not asked for 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from rowlock.kernel.jit import JIT

lowest: Callable[[Any], int]
i64: Callable[[Any], int]
"""To a signed integer of 64 bits; to a plain `int` in the interpreter."""
u64: Callable[[Any], int]
"""To an unsigned one; to a plain `int` in the interpreter, so that nothing ever overflows."""

if JIT:
    from rowlock.kernel import taught

    i64, u64 = cast(Any, np.int64), cast(Any, np.uint64)
    lowest = cast(Any, taught.lowest)
else:
    i64 = u64 = int

    def lowest(bits: Any) -> int:
        return (int(bits) & -int(bits)).bit_length() - 1
