"""Vector sums in compiled code, for the layers of the network.

Layers `f` (a line from an index on) and weights `w` (lines of a table) have single precision; `v`
is the joint position, followed by the indexes of its active units.

Unsigned indexes need no check for negative ones, so these loops are vectorized. With more than
eight lines in one loop the compiler does not vectorize.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rowlock.bots.compiled.floats import f32, fused
from rowlock.bots.compiled.joint_position import V_UNITS
from rowlock.kernel.bits import i64, lowest, u64
from rowlock.kernel.jit import FlatArray, noinline

BLOCK = 8
"""Units whose lines are added in one loop."""
LANES = 4
"""Parallel sums in the last layer; its number of units is a multiple of it."""


@noinline
def copy_line(f: Any, to: int, w: Any, at: int, size: int) -> None:
    start = u64(at)
    target = u64(to)
    for k in range(size):
        f[target + u64(k)] = w[start + u64(k)]


@noinline
def add_line(f: Any, to: int, w: Any, at: int, size: int) -> None:
    start = u64(at)
    target = u64(to)
    for k in range(size):
        f[target + u64(k)] += w[start + u64(k)]


@noinline
def add_scaled(f: Any, to: int, w: Any, at: int, size: int, factor: float) -> None:
    start = u64(at)
    target = u64(to)
    scale = f32(factor)
    for k in range(size):
        f[target + u64(k)] = fused(scale, w[start + u64(k)], f[target + u64(k)])


class Lines(NamedTuple):
    """The lines of a sheet in the first layer, as indexes into the weights."""

    row0: int
    row1: int
    row2: int
    row3: int
    penalties: int
    points: int
    points_factor: Any
    near: int
    near_factor: Any


@noinline
def add_lines(f: Any, to: int, old: int, w: Any, lines: Lines, size: int) -> None:
    """Write to `to` the line at `old` plus the lines of a sheet."""
    target, source = u64(to), u64(old)
    a1, a2, a3, a4 = u64(lines.row0), u64(lines.row1), u64(lines.row2), u64(lines.row3)
    a5, a6, a7 = u64(lines.penalties), u64(lines.points), u64(lines.near)
    x, y = lines.points_factor, lines.near_factor
    for k in range(size):
        i = u64(k)
        scaled = fused(x, w[a6 + i], fused(y, w[a7 + i], f[source + i]))
        f[target + i] = scaled + (w[a1 + i] + w[a2 + i] + (w[a3 + i] + w[a4 + i] + w[a5 + i]))


@noinline
def add_units(
    f: Any, to: int, w: Any, at: int, v: FlatArray, k: int, factors: int, size: int
) -> None:
    """Add eight lines of a table, those of the units in `v[k]`, each with a factor."""
    target = u64(to)
    a1, a2 = u64(at + v[k] * size), u64(at + v[k + 1] * size)
    a3, a4 = u64(at + v[k + 2] * size), u64(at + v[k + 3] * size)
    a5, a6 = u64(at + v[k + 4] * size), u64(at + v[k + 5] * size)
    a7, a8 = u64(at + v[k + 6] * size), u64(at + v[k + 7] * size)
    x1, x2, x3, x4 = f[factors], f[factors + 1], f[factors + 2], f[factors + 3]
    x5, x6, x7, x8 = f[factors + 4], f[factors + 5], f[factors + 6], f[factors + 7]
    for k in range(size):
        i = u64(k)
        one = fused(x1, w[a1 + i], fused(x2, w[a2 + i], f[target + i]))
        two = fused(x3, w[a3 + i], x4 * w[a4 + i])
        three = fused(x5, w[a5 + i], x6 * w[a6 + i])
        four = fused(x7, w[a7 + i], x8 * w[a8 + i])
        f[target + i] = one + two + (three + four)


@noinline
def note_units(f: Any, first: int, factors: int, v: FlatArray, size: int) -> int:
    """List the active units and their outputs, padded to whole blocks."""
    units = 0
    start = u64(first)
    for base in range(0, size, 64):
        # First a bit mask, which avoids unpredictable branches.
        bits = u64(0)
        for k in range(min(64, size - base)):
            bits |= u64(f[start + u64(base + k)] > 0) << u64(k)
        while bits:
            k = base + lowest(i64(bits))
            bits &= bits - u64(1)
            v[V_UNITS + units] = k
            f[factors + units] = f[first + k]
            units += 1
    for k in range(units, units + BLOCK):
        v[V_UNITS + k] = 0
        f[factors + k] = f32(0)
    return units


@noinline
def times_positive(f: Any, at: int, w: Any, one: int, two: int, size: int) -> tuple[Any, Any]:
    """The dot products of the positive numbers with two lines, in parallel sums."""
    a = b = c = d = f32(0)
    p = q = r = s = f32(0)
    x, y, z = u64(at), u64(one), u64(two)
    for k in range(0, size, LANES):
        i = u64(k)
        e, g = max(f[x + i], f32(0)), max(f[x + i + u64(1)], f32(0))
        h, j = max(f[x + i + u64(2)], f32(0)), max(f[x + i + u64(3)], f32(0))
        a, p = fused(e, w[y + i], a), fused(e, w[z + i], p)
        b, q = fused(g, w[y + i + u64(1)], b), fused(g, w[z + i + u64(1)], q)
        c, r = fused(h, w[y + i + u64(2)], c), fused(h, w[z + i + u64(2)], r)
        d, s = fused(j, w[y + i + u64(3)], d), fused(j, w[z + i + u64(3)], s)
    return a + b + (c + d), p + q + (r + s)
