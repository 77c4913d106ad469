"""Draws an empty sheet to write on."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.sheet import Sheet
from rowlock.draw.bonus_rows import draw_bonus_rows
from rowlock.draw.box import Box
from rowlock.draw.chain import draw_chain
from rowlock.draw.colours import INK, INK_2
from rowlock.draw.facts import SheetFacts, read_sheet
from rowlock.draw.foot import draw_extras
from rowlock.draw.grid import WIDTH
from rowlock.draw.outlines import HORSESHOE, stroked
from rowlock.draw.paper.pad_foot import draw_pad_foot
from rowlock.draw.paper.pad_grid import PadGrid
from rowlock.draw.rows import draw_row
from rowlock.draw.shapes import LineShape, Shape, placed
from rowlock.draw.text import fitted, level, width_of
from rowlock.draw.texts import DrawTexts
from rowlock.variants.variant import ROWS, LuckyPair, Variant

ROOM, ROOM_LARGE = 3.5, 9.0  # maximum growth of a cell in millimetres


class Fitted(Struct, frozen=True):
    """A layout scaled by `scale`, then moved to (x, y)."""

    grid: PadGrid
    x: float
    y: float
    scale: float

    def at(self, box: Box) -> Box:
        """The position of a box of the layout on the page."""
        x, y = self.x + box.x * self.scale, self.y + box.y * self.scale
        return Box(x, y, box.width * self.scale, box.height * self.scale)


def fit(
    variant: Variant, words: DrawTexts, place: Box, *, large: bool = False, has_code: bool = False
) -> Fitted:
    """Fit a sheet into a place, as large as possible and centred; spare height goes to the
    cells."""
    grid = PadGrid(variant, words=words, large=large, has_code=has_code)
    scale = min(place.width / WIDTH, place.height / grid.height)
    spare = place.height / scale - grid.height
    grid = replace(grid, room=min(spare / len(ROWS), ROOM_LARGE if large else ROOM))
    x = place.middle_x - WIDTH * scale / 2
    return Fitted(grid, x, place.middle_y - grid.height * scale / 2, scale)


def draw_pad(
    fitted: Fitted, *, lucky: LuckyPair | None = None, address: str | None = None
) -> Iterator[Shape]:
    """An empty sheet, optionally with lucky numbers and a QR code."""
    facts = read_sheet(fitted.grid.variant, Sheet(), lucky=lucky)
    for shape in _pad(fitted.grid, facts, address):
        yield placed(shape, fitted.x, fitted.y, fitted.scale)


def _pad(grid: PadGrid, facts: SheetFacts, address: str | None) -> Iterator[Shape]:
    yield from _title(grid, facts)
    for row in facts.rows:
        yield from draw_row(grid, row)
    yield from draw_chain(grid)
    yield from draw_bonus_rows(grid, facts)
    yield from draw_extras(grid, facts)
    yield from draw_pad_foot(grid, facts)
    if address is not None:
        from rowlock.draw.qr import draw_code  # the extra `print`

        yield from draw_code(address, grid.code())


def _title(grid: PadGrid, facts: SheetFacts) -> Iterator[Shape]:
    """The name of the sheet, a line for the player's name (large print: and the date), lucky
    numbers."""
    box, size = grid.title(), 7.0 if grid.large else 5.2
    name = fitted(grid.words.sheet(grid.variant), size, box.width * 0.4)
    yield level(box.x + 0.6, box.middle_y, name, size, INK, anchor="start")
    left = box.x + width_of(name, size) + 5
    right = box.right - 0.6
    if facts.lucky:
        right -= yield from _lucky(right, box.middle_y, size, facts.lucky)
    lines = ["name", "date"] if grid.large else ["name"]
    shares = [0.62, 0.38] if grid.large else [1.0]
    free = right - left
    for word, share in zip(lines, shares, strict=True):
        yield from _line(Box(left, box.y, free * share - 2, box.height), grid.words(word), size)
        left += free * share


def _line(box: Box, word: str, size: float) -> Iterator[Shape]:
    """A word followed by a line to write on."""
    small = size * 0.66
    y = box.middle_y + size * 0.36  # baseline of the title
    yield level(box.x, y - small * 0.36, word, small, INK_2, anchor="start", bold=False)
    yield LineShape(box.x + width_of(word, small, bold=False) + 1, y, box.right, y, INK_2, 0.25)


def _lucky(right: float, y: float, size: float, pair: LuckyPair) -> Generator[Shape, None, float]:
    """Longo: draws the two lucky numbers of the sheet (L-03) and returns their width."""
    text = f"{pair[0]} · {pair[1]}"
    wide = width_of(text, size)
    yield level(right, y, text, size, INK, anchor="end")
    yield stroked(
        HORSESHOE, right - wide - size * 1.3, y - size * 0.6, size * 1.15 / 24, INK, line=0.6
    )
    return wide + size * 1.3 + 3
