"""Draws the foot of an empty sheet: points per number of crosses, penalties, boxes for the sum."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core import rules
from rowlock.draw.box import Box
from rowlock.draw.colours import INK, INK_2, LINE, NEUTRAL, SHADE, SHADES, WHITE
from rowlock.draw.facts import SheetFacts
from rowlock.draw.outlines import sign
from rowlock.draw.paper.pad_grid import PadGrid
from rowlock.draw.shapes import LineShape, Rect, Shape
from rowlock.draw.text import level, size_to_fit, width_of
from rowlock.variants.variant import ROWS, Variant

BOX = 7.4  # size of a penalty box, if there is room
MAX_SHARE = 0.42  # share of the width that penalties may take


def most_crosses(variant: Variant) -> int:
    """The maximum number of crosses in a row that score, including lock and one last cell
    (DA-05)."""
    limit = max(_most_in_row(variant, row) for row in ROWS)
    return rules.counted(limit, variant.most_counted)


def _most_in_row(variant: Variant, row: int) -> int:
    last = [cell.bits.bit_count() for cell in variant.rows[row][-variant.lock_cells :]]
    beside = len(variant.bonus_rows[row // 2]) if variant.bonus_rows else 0
    return variant.places[row] + 1 - (sum(last) - max(last)) + beside


def draw_pad_foot(grid: PadGrid, facts: SheetFacts) -> Iterator[Shape]:
    box = grid.scale_line()
    wide = _penalties_width(grid, facts, box)
    yield from _scale(grid, Box(box.x, box.y, box.width - wide - 4, box.height))
    yield from _penalties(grid, facts, Box(box.right - wide, box.y, wide, box.height))
    yield from _sum(grid, grid.sum_line())


def _scale(grid: PadGrid, box: Box) -> Iterator[Shape]:
    """The table of points by number of crosses, in two lines (C-14)."""
    count = most_crosses(grid.variant)
    width = min(box.width / count, 11 * grid.growth)
    half = box.height / 2
    yield Rect(box.x, box.y, width * count, half, 1.2, fill=SHADE)
    for column in range(count):
        crosses = column + 1
        x = box.x + (column + 0.5) * width
        points = str(rules.row_points(crosses))
        size = size_to_fit("136", 4.0 * grid.growth, width - 1)
        yield level(x, box.y + half / 2, f"{crosses}×", size * 0.8, INK_2, bold=False)
        yield level(x, box.y + half * 1.5, points, size, INK)
        if column:
            edge = box.x + column * width
            yield LineShape(edge, box.y + half + 0.8, edge, box.bottom - 0.6, LINE, 0.25)


def _penalty_words(grid: PadGrid) -> str:
    each = grid.words("minus_each", n=grid.variant.penalty_points)
    return f"{grid.words.page('penalties')} · {each}"


def _penalties_width(grid: PadGrid, facts: SheetFacts, box: Box) -> float:
    boxes = facts.penalty_boxes * BOX * grid.growth
    words = width_of(_penalty_words(grid), 2.9 * grid.growth, bold=False)
    return min(max(boxes, words), box.width * MAX_SHARE)


def _penalties(grid: PadGrid, facts: SheetFacts, box: Box) -> Iterator[Shape]:
    """A line of text with the boxes below it."""
    text, words = _penalty_words(grid), 3.4 * grid.growth
    size = size_to_fit(text, 2.9 * grid.growth, box.width, bold=False)
    yield level(box.right, box.y + words * 0.34, text, size, INK_2, anchor="end", bold=False)
    pitch = min(BOX * grid.growth, box.width / facts.penalty_boxes)
    side = min(pitch - 0.9, box.height - words)
    for number in range(facts.penalty_boxes):
        square = Box(box.right - number * pitch - side, box.bottom - side, side, side)
        yield square.inset(0.2).rect(1.1, stroke=INK, line=0.4)


def _sum(grid: PadGrid, box: Box) -> Iterator[Shape]:
    """Boxes to write in: row points, bonus, penalties, total."""
    plain = ["penalties", "total"]
    if {"double_fewest", "points", "free_penalties"} & grid.variant.features:
        plain.insert(0, "end.bonus")
    if grid.variant.steps:
        plain.insert(0, "end.steps")
    between = 5.0
    count = len(ROWS) + len(plain)
    unit = (box.width - between * (count - 1)) / (count + 0.35)  # the total is wider
    places = [
        Box(box.x + n * (unit + between), box.y, unit * (1.35 if n == count - 1 else 1), box.height)
        for n in range(count)
    ]
    for row in ROWS:
        yield from _row_box(grid, places[row], row)
    for place, key in zip(places[len(ROWS) :], plain, strict=True):
        line = 0.8 if key == "total" else 0.4
        yield place.inset(line / 2).rect(1.6, stroke=INK, line=line)
        yield from _tag(grid, place, grid.words.page(key))
    signs = "+" * (count - 3) + "−="
    for place, mark in zip(places, signs, strict=False):
        yield level(place.right + between / 2, box.middle_y, mark, 4.4, INK)


def _tag(grid: PadGrid, place: Box, text: str) -> Iterator[Shape]:
    """A small label in the upper left corner of a box."""
    size = size_to_fit(text, 2.0 * grid.growth, place.width - 2.4, bold=False)
    yield level(
        place.x + 1.2, place.y + 1.8 * grid.growth, text, size, INK_2, anchor="start", bold=False
    )


def _row_box(grid: PadGrid, place: Box, row: int) -> Iterator[Shape]:
    mixes = grid.variant.mixed_colours
    shades = NEUTRAL if mixes else SHADES[row]
    yield place.rect(1.6, fill=shades.band)
    tag = place.height * 0.66
    inner = Box(place.x + tag, place.y + 0.5, place.width - tag - 0.5, place.height - 1)
    yield inner.rect(1.2, fill=WHITE)
    x, y = place.x + tag / 2 + 0.1, place.middle_y
    if mixes:  # points of a mixed row have no colour (M-01)
        yield level(x, y, str(row + 1), tag * 0.66, shades.on)
    else:
        yield sign(row, x, y, tag * 0.66, shades.on)
