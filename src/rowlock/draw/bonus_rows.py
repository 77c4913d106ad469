"""Big Points: draws the bonus rows between red and yellow and between green and blue (BP-01)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.cells import draw_label
from rowlock.draw.colours import INK, NEUTRAL, PAPER, SHADES, WHITE, mixed
from rowlock.draw.facts import CellFacts, SheetFacts
from rowlock.draw.grid import Grid
from rowlock.draw.marks import cross
from rowlock.draw.outlines import sign
from rowlock.draw.shapes import Circle, LineShape, Shape
from rowlock.draw.text import level

SIGN = 2.9


def draw_bonus_rows(grid: Grid, facts: SheetFacts) -> Iterator[Shape]:
    """The cells, and at the right end the signs of the two rows for which they count."""
    for k, cells in enumerate(facts.bonus_rows):
        for cell in cells:
            yield from _cell(grid, cell)
        box = grid.bonus_row(k)
        for n, row in enumerate((2 * k, 2 * k + 1)):
            x = box.right - 5 + (n - 1) * (SIGN + 0.8)
            yield sign(row, x, box.middle_y, SIGN, SHADES[row].number)


def _cell(grid: Grid, facts: CellFacts) -> Iterator[Shape]:
    box = grid.cell(facts.cell)
    radius = box.width / 2
    paper = facts.note.shade if facts.note and facts.note.shade else WHITE
    line = 0.9 if facts.legal else 0.4
    ink = mixed(INK, PAPER, 0.5) if facts.state == "skipped" else INK
    edge = INK if facts.legal else NEUTRAL.band
    yield Circle(box.middle_x, box.middle_y, radius - line / 2, fill=paper, stroke=edge, line=line)
    size = min(grid.number_size, radius)
    yield level(box.middle_x, box.middle_y, str(facts.cell.number), size, ink)
    if facts.state == "crossed":
        yield cross(box.inset(0.4), facts.cell.row * 5 + facts.cell.position * 3)
    elif facts.state == "skipped":
        yield _slash(box, ink)
    if facts.note and facts.note.label:
        yield from draw_label(grid, facts, facts.note.label)


def _slash(box: Box, ink: str) -> LineShape:
    far = box.width * 0.3
    x, y = box.middle_x, box.middle_y
    return LineShape(x - far, y + far, x + far, y - far, ink, 0.35)
