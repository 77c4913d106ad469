"""X-Change: draws the strip of swap fields below the rows (X-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rowlock.core.sheet import FieldState
from rowlock.draw.box import Box, columns
from rowlock.draw.colours import INK, INK_2, PAPER, WHITE, mixed
from rowlock.draw.marks import cross
from rowlock.draw.outlines import SWAP, stroked
from rowlock.draw.shapes import LineShape, Shape
from rowlock.draw.text import level, size_to_fit
from rowlock.variants.variant import SwapField

SIGN = 5.0  # width of the arrows before the strip


def draw_swaps(box: Box, fields: Iterable[tuple[SwapField, FieldState]]) -> Iterator[Shape]:
    """Two arrows, then the fields from left to right: used ones crossed, lost ones struck out."""
    fields = tuple(fields)
    yield stroked(SWAP, box.x + 0.3, box.middle_y - 2.1, 4.2 / 24, INK, line=0.5)
    strip = Box(box.x + SIGN, box.y, box.width - SIGN, box.height)
    for number, (place, (field, state)) in enumerate(
        zip(columns(strip, len(fields), 1.0), fields, strict=True)
    ):
        ink = mixed(INK, PAPER, 0.5) if state == "lost" else INK
        yield place.inset(0.2).rect(1.3, fill=WHITE, stroke=ink, line=0.4)
        text = f"{field[0]}/{field[1]}"
        size = size_to_fit(text, 4.2, place.width - 2)
        yield level(place.middle_x, place.middle_y, text, size, ink)
        if state == "used":
            yield cross(place.inset(-0.2), number * 3)
        elif state == "lost":
            x, y, wide, high = place.middle_x, place.middle_y, place.width / 3, place.height / 3
            yield LineShape(x - wide, y + high, x + wide, y - high, INK_2, 0.35)
