"""The tables of each seat's sheet: `t` in kernel functions that concern the whole table.

If all seats have one sheet, `t` is the flat array of its tables (`variant_tables.py`). Otherwise it
has one line per seat: a two-dimensional array, in the interpreter a tuple of lines. `seat_tables`
returns a seat's line. It is chosen by the type of `t` when Numba compiles, so machine code for one
sheet contains nothing of this.

Functions that concern one sheet get that sheet's tables. What all sheets of a table share, such as
the sides of the dice, is read from seat 0 (`variants/together.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from rowlock.kernel.jit import JIT, FlatArray
from rowlock.kernel.variant_tables import FIRST_SEAT, Ints, compile_variant
from rowlock.variants.together import are_equal
from rowlock.variants.variant import Variant

seat_tables: Callable[[FlatArray, int], FlatArray]
"""Returns the tables of a seat's sheet."""
lines_in: Callable[[FlatArray], int]
"""Returns the number of lines: 1 if all seats have one sheet, otherwise the number of seats."""

if JIT:
    from rowlock.kernel import numba_rules

    seat_tables = cast(Any, numba_rules.seat_tables)
    lines_in = cast(Any, numba_rules.lines_in)
else:

    def seat_tables(t: FlatArray, seat: int) -> FlatArray:
        return cast(FlatArray, t[seat]) if isinstance(t, tuple) else t

    def lines_in(t: FlatArray) -> int:
        return len(t) if isinstance(t, tuple) else 1


def compile_variants(variants: Sequence[Variant]) -> Ints:
    """The tables of the seats' sheets: one flat array if they are equal, otherwise a line each.

    >>> from rowlock.variants.together import for_seats
    >>> compile_variants(for_seats("double_a, double_b", 2)).ndim
    2
    """
    return _compiled(tuple(variants))


@lru_cache
def _compiled(variants: tuple[Variant, ...]) -> Ints:
    if are_equal(variants):
        return compile_variant(variants[0]).flat
    lines: Ints = np.stack([compile_variant(variant).flat for variant in variants])
    for line, variant in zip(lines, variants, strict=True):
        line[FIRST_SEAT] = variants.index(variant)
    lines.flags.writeable = False
    return lines
