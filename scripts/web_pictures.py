"""Draw the pictures that others show of the page, into web/public.

preview.png     beside a link in a chat: a sheet with a few crosses, and six dice. One for all
                links, in English like the name; kept, so that no link makes the server draw
icon-full.png   for systems that cut icons into a shape of their own: felt to the edges
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rowlock import draw_sheet, load_variant, parse_sheet
from rowlock.draw.colours import FELT, FELT_LINE, ON_FELT, SHADES
from rowlock.draw.dice import CUBE, draw_die
from rowlock.draw.drawing import Drawing
from rowlock.draw.shapes import (
    Curve,
    LineShape,
    LineTo,
    MoveTo,
    Rect,
    Shape,
    Text,
    placed,
)
from rowlock.draw.shapes import Path as Outline

PUBLIC = Path(__file__).parents[1] / "web/public"
WIDTH, HEIGHT = 240.0, 126.0
"""In millimetres; with five dots in each it has the size that chats ask for, 1200 x 630."""
DOTS = 5
SHEET = "r2,3,5,6,8 y4,5,7,9 g12,10,9,8 b11,9,8,6,5 x1"
ROLL = ((3, None), (4, None), (5, 0), (2, 1), (6, 2), (1, 3))


def logo(x: float, y: float, size: float) -> Iterator[Shape]:
    """The lock made of four rows, as on the page."""
    scale = size / 56
    shackle = (MoveTo(13, 25), LineTo(13, 15), Curve(13, 0.5, 35, 0.5, 35, 15), LineTo(35, 25))
    yield placed(Outline(shackle, stroke=ON_FELT, line=5), x, y, scale)
    for row, shades in enumerate(SHADES):
        bar = Rect(0, 24 + 8.2 * row, 48, 7, 3, fill=shades.band)
        yield placed(bar, x, y, scale)
    for gap in (12, 24, 36):
        yield placed(LineShape(gap, 24.8, gap, 56, FELT, 1.5), x, y, scale)


def icon() -> Drawing:
    """512 x 512 dots; what counts lies within the middle four fifths, which every shape shows."""
    felt = Rect(0, 0, 512, 512, fill=FELT)
    return Drawing((felt, *logo(256 - 24 * 5, 256 - 28 * 5, 280)), 512, 512, "Rowlock", "A lock")


def preview() -> Drawing:
    classic = load_variant("classic")
    sheet = draw_sheet(classic, parse_sheet(classic, SHEET))
    scale = 0.86 * WIDTH / sheet.width
    left, top = 0.07 * WIDTH, 32.0
    shapes: list[Shape] = [Rect(0, 0, WIDTH, HEIGHT, fill=FELT), *logo(left, 7, 19)]
    shapes.append(Text(left + 22, 23.5, "Rowlock", 17, ON_FELT))
    for number, (value, colour) in enumerate(ROLL):
        x = left + 0.86 * WIDTH - (len(ROLL) - number) * 17.5 + 2.5
        shapes += draw_die(x, 9, 15, value, colour=colour, sides=CUBE, numeral=False)
    shapes.append(LineShape(left, 29.5, WIDTH - left, 29.5, FELT_LINE, 0.4))
    shapes += [placed(shape, left, top, scale) for shape in sheet.shapes]
    return Drawing(tuple(shapes), WIDTH, HEIGHT, "Rowlock", sheet.description)


if __name__ == "__main__":
    (PUBLIC / "preview.png").write_bytes(preview().png(DOTS))
    (PUBLIC / "icon-full.png").write_bytes(icon().png(1))
