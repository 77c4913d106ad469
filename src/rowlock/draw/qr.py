"""A QR code as one outline, by segno (the extra `print`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import segno

from rowlock.draw.box import Box
from rowlock.draw.colours import INK, WHITE
from rowlock.draw.shapes import Close, Move, Part, Path, Shape, To

QUIET = 2  # modules left white around it; the paper gives the rest


def draw_code(address: str, box: Box) -> Iterator[Shape]:
    """The code of an address, as a square in the box."""
    rows = [list(row) for row in segno.make_qr(address, error="m").matrix]
    side = min(box.width, box.height) / (len(rows) + 2 * QUIET)
    yield box.rect(fill=WHITE)
    yield Path(tuple(_parts(rows, box.x + QUIET * side, box.y + QUIET * side, side)), fill=INK)


def _parts(rows: list[list[int]], x: float, y: float, side: float) -> Iterator[Part]:
    """A rectangle for every run of dark modules."""
    for number, row in enumerate(rows):
        top, bottom = y + number * side, y + (number + 1) * side
        column = 0
        for dark, run in groupby(row):
            wide = len(list(run))
            left, right = x + column * side, x + (column + wide) * side
            if dark:
                yield Move(left, top)
                yield To(right, top)
                yield To(right, bottom)
                yield To(left, bottom)
                yield Close()
            column += wide
