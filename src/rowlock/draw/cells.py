"""Draws a cell in all states: open, crossed, skipped, closed; legal cells are highlighted.

No state is shown by colour alone: a crossed cell has its cross, a skipped one a slash, a cell of a
closed row is hatched, a legal one has a ring and a bar at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.colours import ACTION, INK, PAPER, SHADES, WHITE, Shades, mixed
from rowlock.draw.facts import CellFacts
from rowlock.draw.grid import CAP, Grid
from rowlock.draw.marks import cross, hatch
from rowlock.draw.outlines import HORSESHOE, KEYHOLE, SWAP, filled, sign, stroked, symbol
from rowlock.draw.shapes import (
    Circle,
    LineShape,
    Rect,
    Shape,
)
from rowlock.draw.text import fitted, level, width_of
from rowlock.variants.variant import LETTERS

RADIUS = 1.3


def draw_cell(grid: Grid, facts: CellFacts) -> Iterator[Shape]:
    """The shapes of one cell. Draw legal cells after their neighbours, because they are larger."""
    shades = SHADES[facts.cell.colour]
    box = grid.cell(facts.cell)
    paper = _paper(facts, shades)
    if facts.legal:
        yield from _raised(box, facts, paper)
    else:
        yield box.rect(RADIUS, fill=paper)
    inner = box
    if grid.variant.mixed_colours:
        yield from _cap(box, facts, shades)
        inner = Box(box.x, box.y + CAP, box.width, box.height - CAP)
    if facts.state == "closed":
        yield hatch(inner.inset(0.2), mixed(shades.number, paper, 0.28))
    if facts.boxed:
        yield from _frame(inner)
    if facts.step:
        yield inner.inset(0.5).rect(RADIUS - 0.4, stroke=INK, line=1.0)
    if facts.chained:
        yield Circle(inner.middle_x, inner.middle_y, ring(inner), stroke=INK, line=0.6)
    yield from _print(grid, inner, facts, shades, paper)
    if facts.state == "skipped":
        faded = mixed(shades.number, paper, 0.5)
        high, wide = inner.height * 0.36, inner.height * 0.3
        x, y = inner.middle_x, inner.middle_y
        yield LineShape(x - wide, y + high, x + wide, y - high, faded, 0.35)
    if facts.state == "crossed" and not facts.double:
        above = Box(inner.x, inner.y, inner.width, inner.height * (0.64 if facts.second else 1))
        yield cross(_cross_box(above), _place(facts))


def ring(box: Box) -> float:
    """Radius of the ring of a chained cell."""
    return min(box.width, box.height) / 2 - 0.5


def _paper(facts: CellFacts, shades: Shades) -> str:
    if facts.note and facts.note.shade:
        return facts.note.shade
    if facts.legal:
        return WHITE
    return shades.crossed if facts.state == "crossed" else shades.tint


def _place(facts: CellFacts) -> int:
    """Index of the hand-drawn cross, chosen as on the page so that neighbours differ."""
    return facts.cell.row * 5 + facts.cell.position * 3


def _cross_box(box: Box) -> Box:
    """A box slightly larger than the cell, as crosses by hand are."""
    size = min(box.width + 1.2, box.height + 0.8)
    return Box(box.middle_x - size / 2, box.middle_y - size / 2, size, size)


def _raised(box: Box, facts: CellFacts, paper: str) -> Iterator[Shape]:
    """White halo and ink ring; dashed if a lucky number or swap offers the cell."""
    yield box.inset(-1.05).rect(RADIUS + 1, fill=WHITE)
    dash = 0.0 if facts.legal == "legal" else 1.0
    yield box.inset(-0.35).rect(RADIUS + 0.3, fill=paper, stroke=INK, line=0.7, dash=dash)
    if facts.legal == "legal" and not (facts.double or facts.second):
        yield Rect(box.middle_x - 1.4, box.bottom - 1.4, 2.8, 0.7, 0.35, fill=INK)


_BADGES = {"lucky": HORSESHOE, "swap": SWAP}


def draw_badge(grid: Grid, facts: CellFacts) -> Iterator[Shape]:
    """The badge of a cell offered by a lucky number or swap; it also covers neighbouring cells."""
    if facts.legal not in _BADGES:
        return
    box = grid.cell(facts.cell)
    x, y = box.right - 0.9, box.y + 0.9
    yield Circle(x, y, 2.1, fill=INK)
    yield stroked(_BADGES[facts.legal], x - 1.5, y - 1.5, 3 / 24, ACTION, line=0.3)


def draw_label(grid: Grid, facts: CellFacts, label: str) -> Iterator[Shape]:
    """A tag with a few letters at the bottom of a cell, for example the cost of a cross there."""
    box = grid.cell(facts.cell)
    text = fitted(label, 2.5, box.width)
    width = min(width_of(text, 2.5) + 1.4, box.width + 0.6)
    tag = Box(box.middle_x - width / 2, box.bottom - 2.5, width, 3.5)
    yield tag.rect(1.2, fill=PAPER, stroke=INK, line=0.3)
    yield level(tag.middle_x, tag.middle_y, text, 2.5, INK)


def _cap(box: Box, facts: CellFacts, shades: Shades) -> Iterator[Shape]:
    """Mixed rows: a cap with the cell's colour, sign and letter."""
    faded = facts.state in ("skipped", "closed")
    fill = mixed(shades.band, shades.tint, 0.6) if faded else shades.band
    yield Rect(box.x, box.y, box.width, CAP, RADIUS, fill=fill)
    yield Rect(
        box.x, box.y + CAP / 2, box.width, CAP / 2, fill=fill
    )  # square corners at the bottom
    y = box.y + CAP / 2
    yield sign(facts.cell.colour, box.middle_x - 1.5, y, 2.9, shades.on)
    yield level(box.middle_x + 1.8, y - 0.2, LETTERS[facts.cell.colour], 2.9, shades.on)


def _frame(box: Box) -> Iterator[Shape]:
    """Bonus A: the double frame of a boxed cell."""
    yield box.inset(0.35).rect(RADIUS - 0.3, stroke=INK, line=0.7)
    yield box.inset(1.25).rect(RADIUS - 0.6, stroke=INK, line=0.4)


def _print(grid: Grid, box: Box, facts: CellFacts, shades: Shades, paper: str) -> Iterator[Shape]:
    """The number and everything else printed on the cell."""
    share = {"open": 1.0, "crossed": 0.85, "skipped": 0.5, "closed": 0.7}[facts.state]
    ink = mixed(shades.number, paper, share)
    size = grid.number_size
    x, y = box.middle_x, box.middle_y
    if facts.double:
        y = box.y + box.height * 0.29
        size *= 0.92
        yield from draw_double(box, facts, shades, ink)
    elif facts.symbol:
        y += 2.0
        size *= 0.92
        yield symbol(facts.symbol, x, box.y + 2.9, 3.6, INK)
    if facts.second:
        y = box.y + box.height * 0.32
        size *= 0.92
        yield from draw_second(box, facts, ink)
    if facts.double and facts.symbol:
        yield symbol(facts.symbol, box.x + 2.1, y, 2.6, INK)
    yield level(x, y, str(facts.cell.number), size, ink)
    if facts.closes:
        hole = 0.15 * min(1, 6 / size)  # a large number leaves less room
        x, y = box.right - 0.8 - 10 * hole, box.y + 6 * hole
        yield filled(KEYHOLE, x, y, hole, mixed(shades.number, paper, 0.7))


def draw_second(box: Box, facts: CellFacts, ink: str) -> Iterator[Shape]:
    """The second box below the number (DA-01)."""
    size = min(box.height * 0.32, box.width - 2.2)
    small = Box(box.middle_x - size / 2, box.bottom - size - 0.8, size, size)
    yield small.rect(0.7, fill=WHITE, stroke=ink, line=0.4)
    if facts.crossed_twice:
        yield cross(small.inset(-0.7), _place(facts) + 3)


def draw_double(box: Box, facts: CellFacts, shades: Shades, ink: str) -> Iterator[Shape]:
    """A double cell: two boxes below the number, one per cross (DB-01)."""
    size = min(box.height * 0.32, (box.width - 2.2) / 2)
    y = box.bottom - size - 1
    for side in (0, 1):
        x = box.middle_x - size - 0.5 + side * (size + 1)
        small = Box(x, y, size, size)
        yield small.rect(0.7, fill=WHITE, stroke=ink, line=0.4)
        if facts.state == "crossed":
            yield cross(small.inset(-0.9), _place(facts) + side * 3)
