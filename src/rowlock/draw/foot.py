"""Draws what is below the rows: bar, swap fields, symbols, penalties, lucky numbers, totals."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box, columns
from rowlock.draw.captions import bonus_words
from rowlock.draw.colours import EARNED, INK, INK_2, NEUTRAL, PAPER, SHADES
from rowlock.draw.facts import BonusFacts, SheetFacts
from rowlock.draw.grid import Grid
from rowlock.draw.marks import cross
from rowlock.draw.outlines import HORSESHOE, TICK, sign, stroked, symbol
from rowlock.draw.shapes import Rect, Shape
from rowlock.draw.swaps import draw_swaps
from rowlock.draw.text import level, size_to_fit, width_of
from rowlock.draw.texts import minus
from rowlock.variants.variant import LETTERS, ROWS

LUCKY = 28.0  # width of the lucky numbers
PLAIN = 11.0  # width of a box for penalties or bonus
ROW = 13.0  # width of a box for the points of a row
SUM = 17 + 5.2 + len(ROWS) * ROW  # width of the sum without the plain boxes


def draw_foot(grid: Grid, facts: SheetFacts) -> Iterator[Shape]:
    yield from draw_extras(grid, facts)
    yield from _bottom_line(grid, grid.foot(), facts)


def draw_extras(grid: Grid, facts: SheetFacts) -> Iterator[Shape]:
    """The parts below the rows of a sheet that the classic sheet does not have."""
    if facts.bar:
        yield from _bar(grid.bar(), facts)
    if facts.swaps:
        yield from draw_swaps(grid.bar(), facts.swaps)
    if facts.bonuses:
        yield from _strip(grid, grid.strip(), facts.bonuses)


def _bar(box: Box, facts: SheetFacts) -> Iterator[Shape]:
    """One square per box, in the order in which they are struck (BA-02)."""
    places = columns(box, len(facts.bar), 1.0)
    for number, (place, (row, struck)) in enumerate(zip(places, facts.bar, strict=True)):
        shades = SHADES[row]
        fill, ink = (shades.crossed, shades.number) if struck else (shades.band, shades.on)
        yield place.rect(1.3, fill=fill)
        size = min(4.2, place.width * 0.4)
        yield sign(row, place.middle_x - size * 0.5, place.middle_y, size, ink)
        yield level(place.middle_x + size * 0.65, place.middle_y - 0.3, LETTERS[row], size, ink)
        if struck:
            yield cross(place.inset(-0.2), number * 3)


def _strip(grid: Grid, box: Box, bonuses: tuple[BonusFacts, ...]) -> Iterator[Shape]:
    """The symbols, each marked as earned when all its cells are crossed (BB-01)."""
    for place, facts in zip(columns(box, len(bonuses), 1.4), bonuses, strict=True):
        fill, line = (EARNED, 0.7) if facts.earned else (None, 0.4)
        yield place.inset(line / 2).rect(1.4, fill=fill, stroke=INK, line=line)
        y = place.middle_y
        yield symbol(facts.bonus.symbol, place.x + 4, y, 4.2, INK)
        words = bonus_words(grid.words, grid.variant, facts.bonus)
        size = size_to_fit(words, 3.3, place.width - 14)
        yield level(place.x + 7.4, y, words, size, INK, anchor="start")
        if grid.blank:
            yield Rect(place.right - 5.2, y - 1.9, 3.8, 3.8, 0.8, stroke=INK, line=0.35)
        elif facts.earned:
            yield stroked(TICK, place.right - 6.2, y - 2.4, 0.2, INK, line=0.7)
        else:
            count = f"{facts.crossed}/{len(facts.bonus.cells)}"
            yield level(place.right - 1.8, y, count, 3.3, INK_2, anchor="end", bold=False)


def _bottom_line(grid: Grid, box: Box, facts: SheetFacts) -> Iterator[Shape]:
    """Penalties and lucky numbers share the space left of the sum; many boxes are made smaller."""
    count, sums = facts.penalty_boxes, SUM + PLAIN * (2 if facts.score.bonus else 1)
    free = box.width - sums - (LUCKY if facts.lucky else 2)
    word = grid.words.page("penalties")
    wide = width_of(word, 3.6) + 0.6
    label = wide if (free - wide) / count > 5 else 0.5
    pitch = min(7.2, (free - label) / count)
    if label == wide:
        yield level(box.x + 0.6, box.middle_y, word, 3.6, INK_2, anchor="start")
    yield from _penalties(Box(box.x + label, box.y, pitch, box.height), facts)
    if facts.lucky:
        yield from _lucky(box.x + label + count * pitch + 3, box.middle_y, facts.lucky)
    yield from _sum(grid, box, facts)


def _penalties(first: Box, facts: SheetFacts) -> Iterator[Shape]:
    size = first.width - 1.2
    for number in range(facts.penalty_boxes):
        place = Box(first.x + number * first.width, first.middle_y - size / 2, size, size)
        yield place.rect(1.1, stroke=INK_2, line=0.4)
        if number < facts.penalties:
            yield cross(place.inset(-0.6), number * 3 + 2)


def _lucky(x: float, y: float, pair: tuple[int, int]) -> Iterator[Shape]:
    """Longo: the two lucky numbers of the sheet (L-03)."""
    yield stroked(HORSESHOE, x, y - 2.6, 5.2 / 24, INK, line=0.55)
    yield level(x + 6.8, y, f"{pair[0]} · {pair[1]}", 4.4, INK, anchor="start")


def _sum(grid: Grid, box: Box, facts: SheetFacts) -> Iterator[Shape]:
    """The points of rows, bonus, penalties and the total, from right to left."""
    y, points = box.middle_y, facts.score
    total = Box(box.right - 17, y - 4.2, 17, 8.4)
    yield total.rect(1.9, fill=INK)
    yield level(total.middle_x, y, minus(points.total), 5.6, PAPER)
    yield level(total.x - 2.6, y, "=", 4, INK)
    x = total.x - 5.2
    for words in [minus(-points.penalties), *([f"+{points.bonus}"] if points.bonus else [])]:
        x -= PLAIN
        place = Box(x, y - 3.4, PLAIN - 0.8, 6.8)
        yield place.inset(0.2).rect(1.5, stroke=INK_2, line=0.4)
        yield level(place.middle_x, y, words, 3.9, INK)
    for row in reversed(ROWS):
        x -= ROW
        place = Box(x, y - 3.4, ROW - 0.8, 6.8)
        yield from _row_points(grid, place, row, points.rows[row])


def _row_points(grid: Grid, place: Box, row: int, points: int) -> Iterator[Shape]:
    mixes = grid.variant.mixed_colours
    shades = NEUTRAL if mixes else SHADES[row]
    yield place.rect(1.5, fill=shades.band)
    if not mixes:  # points of a mixed row have no colour (M-01)
        yield sign(row, place.x + 2.6, place.middle_y, 2.9, shades.on)
    middle = place.middle_x if mixes else place.x + 8
    yield level(middle, place.middle_y, str(points), 3.9, shades.on)
