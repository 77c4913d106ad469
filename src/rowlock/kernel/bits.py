"""Bit operations that work both in compiled code and in the interpreter.

`lowest(bits)` is the index of the lowest set bit; `bits` must not be 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from rowlock.kernel.jit import JIT

lowest: Callable[[Any], int]
i64: Callable[[Any], int]
"""Convert to a signed 64-bit integer; in the interpreter to a plain `int`."""
u64: Callable[[Any], int]
"""Convert to an unsigned 64-bit integer; in the interpreter to an `int`, which cannot overflow."""

if JIT:
    from rowlock.kernel import numba_rules

    i64, u64 = cast(Any, np.int64), cast(Any, np.uint64)
    lowest = cast(Any, numba_rules.lowest)
else:
    i64 = u64 = int

    def lowest(bits: Any) -> int:
        return (int(bits) & -int(bits)).bit_length() - 1
