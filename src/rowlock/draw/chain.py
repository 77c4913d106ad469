"""Connected: draws the lines between chained cells (CC-01)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.cells import ring
from rowlock.draw.colours import INK, PAPER
from rowlock.draw.grid import CAP, Grid
from rowlock.draw.shapes import LineShape, Shape
from rowlock.variants.variant import Cell


def draw_chain(grid: Grid) -> Iterator[Shape]:
    """Lines from ring to ring, with a light edge where they cross a band."""
    for one, other in grid.variant.chain:
        line = _between(_inner(grid, one), _inner(grid, other))
        yield LineShape(*line, PAPER, 1.5)
        yield LineShape(*line, INK, 0.7)


def _inner(grid: Grid, cell: Cell) -> Box:
    box = grid.cell(cell)
    cap = CAP if grid.variant.mixed_colours else 0.0
    return Box(box.x, box.y + cap, box.width, box.height - cap)


def _between(one: Box, other: Box) -> tuple[float, float, float, float]:
    """The straight line from the ring of one box to that of the other."""
    wide, high = other.middle_x - one.middle_x, other.middle_y - one.middle_y
    far = (wide**2 + high**2) ** 0.5
    x, y = wide / far, high / far
    start, end = ring(one), ring(other)
    return (
        one.middle_x + x * start,
        one.middle_y + y * start,
        other.middle_x - x * end,
        other.middle_y - y * end,
    )
