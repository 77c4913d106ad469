"""Draws a row: band with head and texture, cells, lock."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.cells import RADIUS, draw_badge, draw_cell, draw_label
from rowlock.draw.colours import NEUTRAL, SHADES, WHITE, Shades, mixed
from rowlock.draw.facts import RowFacts
from rowlock.draw.grid import HEAD, Grid
from rowlock.draw.marks import cross, padlock, texture
from rowlock.draw.outlines import sign
from rowlock.draw.shapes import Circle, Rect, Shape
from rowlock.draw.text import level, width_of
from rowlock.variants.variant import LETTERS

BAND_RADIUS = 2.6


def draw_row(grid: Grid, facts: RowFacts) -> Iterator[Shape]:
    mixes = grid.variant.mixed_colours
    shades = NEUTRAL if mixes else SHADES[facts.row]
    own = SHADES[facts.row]
    # On a neutral band, the colour of the row is shown in a lighter shade.
    light = mixed(own.band, WHITE, 0.45) if mixes else shades.on
    yield grid.band(facts.row).rect(BAND_RADIUS, fill=shades.band)
    yield from _head(grid, facts, shades, light)
    yield texture(facts.row, grid.lock(facts.row).inset(0.3), mixed(light, shades.band, 0.2))
    for cell in facts.cells:
        if not cell.legal:
            yield from draw_cell(grid, cell)
    yield from _lock(grid, facts, shades, light)


def draw_legal_cells(grid: Grid, facts: RowFacts) -> Iterator[Shape]:
    """Legal cells and labels, to be drawn after all rows because they overlap their neighbours."""
    legal = [cell for cell in facts.cells if cell.legal]
    for cell in legal:
        yield from draw_cell(grid, cell)
    for cell in legal:
        yield from draw_badge(grid, cell)
    for cell in facts.cells:
        if cell.note and cell.note.label:
            yield from draw_label(grid, cell, cell.note.label)


def _head(grid: Grid, facts: RowFacts, shades: Shades, light: str) -> Iterator[Shape]:
    """Sign, letter, name, a dot for every cross needed to close the row, and the row's score."""
    box = grid.head(facts.row)
    k = box.height / HEAD  # large print has larger heads
    y = box.middle_y + 0.1
    yield sign(facts.row, box.x + 4 * k, y, 3.9 * k, light)
    yield Rect(box.x + 7.1 * k, y - 1.9 * k, 3.8 * k, 3.8 * k, 0.9 * k, fill=light)
    yield level(box.x + 9 * k, y - 0.25 * k, LETTERS[facts.row], 3.5 * k, shades.band)
    name = grid.words.row(grid.variant, facts.row)
    yield level(box.x + 12.4 * k, y, name, 3.6 * k, shades.on, anchor="start")
    start = box.x + 14 * k + max(width_of(name, 3.6 * k), 15 * k)
    if grid.blank:
        words = grid.words("needed", n=facts.needed) if facts.needed else ""
    else:
        yield from _dots(start, y, facts, shades.on)
        start += facts.needed * 2.5
        words = f"{facts.counted}× = {facts.points}"
    yield level(box.right - 3 * k, y, words, 3.6 * k, shades.on, anchor="end")
    end = box.right - 4.5 * k - width_of(words, 3.6 * k)
    free = Box(start, box.y + 0.8, end - start, box.height - 1.6)
    yield texture(facts.row, free, mixed(light, shades.band, 0.2))


def _dots(x: float, y: float, facts: RowFacts, ink: str) -> Iterator[Shape]:
    for dot in range(facts.needed):
        fill = ink if dot < facts.crosses else None
        yield Circle(x + dot * 2.5, y, 0.8, fill=fill, stroke=ink, line=0.35)


def _lock(grid: Grid, facts: RowFacts, shades: Shades, light: str) -> Iterator[Shape]:
    """The lock: open, shut, or shut and crossed, in which case it looks like a cross."""
    own = SHADES[facts.row]
    box = grid.lock(facts.row)
    inner = box.inset(0.7)
    if facts.locked:
        yield box.rect(RADIUS, fill=own.crossed)
        yield from padlock(inner, facts.row, own.number, own.crossed, shut=True)
        size = min(box.width, box.height) + 0.8
        middle = Box(box.middle_x - size / 2, box.middle_y - size / 2, size, size)
        yield cross(middle, facts.row * 3 + 1)
    else:
        yield from padlock(inner, facts.row, light, shades.band, shut=facts.shut)
