"""A row: its band with head and texture, its cells, its lock."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.cells import RADIUS, draw_cell, draw_horseshoe
from rowlock.draw.colours import NEUTRAL, SHADES, WHITE, Shades, mixed
from rowlock.draw.facts import RowFacts
from rowlock.draw.grid import Grid
from rowlock.draw.marks import cross, padlock, texture
from rowlock.draw.outlines import sign
from rowlock.draw.shapes import Circle, Rect, Shape
from rowlock.draw.text import level, width_of
from rowlock.draw.words import row_name
from rowlock.variants.variant import LETTERS

BAND_RADIUS = 2.6
DOTS = 29.0  # where they begin, from the edge of the band


def draw_row(grid: Grid, facts: RowFacts) -> Iterator[Shape]:
    mixes = grid.variant.mixed_colours
    shades = NEUTRAL if mixes else SHADES[facts.row]
    own = SHADES[facts.row]
    # What tells the row's own colour: on a neutral band a lighter shade of it.
    light = mixed(own.band, WHITE, 0.45) if mixes else shades.on
    yield grid.band(facts.row).rect(BAND_RADIUS, fill=shades.band)
    yield from _head(grid, facts, shades, light)
    if not mixes:
        stroke = mixed(shades.on, shades.band, 0.2)
        yield texture(facts.row, grid.lock(facts.row).inset(0.3), stroke)
    for cell in facts.cells:
        if not cell.legal:
            yield from draw_cell(grid, cell)
    yield from _lock(grid, facts, shades, light)


def draw_legal_cells(grid: Grid, facts: RowFacts) -> Iterator[Shape]:
    """They overlap their neighbours and the row above, so they come after all rows."""
    legal = [cell for cell in facts.cells if cell.legal]
    for cell in legal:
        yield from draw_cell(grid, cell)
    for cell in legal:
        if cell.legal == "lucky":
            yield from draw_horseshoe(grid, cell)


def _head(grid: Grid, facts: RowFacts, shades: Shades, light: str) -> Iterator[Shape]:
    """Sign, letter, name, a dot for every cross that closing needs; crosses and points."""
    box = grid.head(facts.row)
    y = box.middle_y + 0.1
    yield sign(facts.row, box.x + 4, y, 3.9, light)
    yield Rect(box.x + 7.1, y - 1.9, 3.8, 3.8, 0.9, fill=light)
    yield level(box.x + 9, y - 0.25, LETTERS[facts.row], 3.5, shades.band)
    yield level(box.x + 12.4, y, row_name(grid.variant, facts.row), 3.6, shades.on, "start")
    for dot in range(facts.needed):
        fill = shades.on if dot < facts.crosses else None
        yield Circle(box.x + DOTS + dot * 2.5, y, 0.8, fill=fill, stroke=shades.on, line=0.35)
    words = f"{facts.crosses}× = {facts.points}"
    yield level(box.right - 3, y, words, 3.6, shades.on, "end")
    if not grid.variant.mixed_colours:
        start = box.x + DOTS + facts.needed * 2.5 + 1
        end = box.right - 4 - width_of(words, 3.6)
        free = Box(start, box.y + 0.8, end - start, box.height - 1.6)
        yield texture(facts.row, free, mixed(shades.on, shades.band, 0.2))


def _lock(grid: Grid, facts: RowFacts, shades: Shades, light: str) -> Iterator[Shape]:
    """Open, shut, or shut and crossed: then it counts as a cross and looks like one."""
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
