"""Writes PDF with fpdf2 (extra `print`), using vector shapes and text only.

fpdf2 writes the file and its fonts. Its own path functions take a millisecond per shape, and a page
has hundreds, so shapes are written directly as PDF operators:

    x y m   x y l   x1 y1 x2 y2 x y c   h     move, line, curve, close
    x y width height re                       a rectangle
    f   S   B                                 fill, stroke, both
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path as File
from typing import cast
from unicodedata import normalize

from fpdf import FPDF
from fpdf.fonts import TTFFont
from msgspec.structs import astuple

from rowlock.draw.drawing import Drawing
from rowlock.draw.shapes import (
    Circle,
    Close,
    Curve,
    LineShape,
    LineTo,
    MoveTo,
    Part,
    Path,
    Rect,
    Shape,
    Text,
)

POINT = 72 / 25.4  # points per millimetre
ROUND = 0.5523  # handle length of a quarter circle, in radii
FONTS = File(__file__).parent / "fonts"
BOLD, TEXT = "bold", "text"
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Share of a text's width that is left of its position."""
OPERATORS = {
    MoveTo: "%.2f %.2f m",
    LineTo: "%.2f %.2f l",
    Curve: "%.2f %.2f %.2f %.2f %.2f %.2f c",
    Close: "h",
}
ROUNDED = "\n".join(
    [OPERATORS[MoveTo], *(OPERATORS[part] for _ in range(4) for part in (LineTo, Curve)), "h"]
)


def write_pdf(pages: Sequence[Drawing], title: str, language: str) -> bytes:
    """The bytes of a PDF file with one page per drawing."""
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.c_margin = 0
    for font in (BOLD, TEXT):
        pdf.add_font(font, fname=FONTS / f"{font}.ttf")
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_creator("Rowlock")
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        _Page(pdf, page.height).draw(page.shapes)
    return bytes(pdf.output())


class _Page:
    def __init__(self, pdf: FPDF, height: float) -> None:
        self.pdf = pdf
        self.height = height
        self.letters: Container[int] = cast(TTFFont, pdf.fonts[BOLD]).cmap
        self.ink = ""
        self.widths: dict[tuple[str, bool], float] = {}
        """Widths by text and boldness, in millimetres per millimetre of font size."""

    def draw(self, shapes: Iterable[Shape]) -> None:
        for is_text, group in groupby(shapes, lambda shape: isinstance(shape, Text)):
            if is_text:
                for shape in group:
                    self._text(cast(Text, shape))
            else:
                lines = [line for shape in group for line in _lines(shape)]
                # Millimetres, y downwards, round ends and corners; restored at the end.
                start = f"q {POINT:.5f} 0 0 {-POINT:.5f} 0 {self.height * POINT:.3f} cm 1 J 1 j"
                self.pdf._out("\n".join([start, *lines, "Q"]))

    def _text(self, shape: Text) -> None:
        pdf = self.pdf
        pdf.set_font(BOLD if shape.bold else TEXT, size=shape.size * POINT)
        if shape.fill != self.ink:
            pdf.set_text_color(*bytes.fromhex(shape.fill[1:]))
            self.ink = shape.fill
        text = printable(shape.text, self.letters)
        left = shape.x - BEFORE[shape.anchor] * self._width(text, shape)
        pdf.text(left, shape.y, text)

    def _width(self, text: str, shape: Text) -> float:
        """Width in the current font, cached: the same texts are on every row and sheet."""
        key = text, shape.bold
        if key not in self.widths:
            self.widths[key] = self.pdf.get_string_width(text) / shape.size
        return self.widths[key] * shape.size


def _lines(shape: Shape) -> Iterator[str]:
    match shape:
        case Rect(fill=fill, stroke=stroke, line=line, dash=dash):
            yield from _painted(_outline(shape), fill, stroke, line, dash)
        case Circle(x, y, radius, fill, stroke, line):
            round_one = Rect(x - radius, y - radius, 2 * radius, 2 * radius, radius)
            yield from _painted(_outline(round_one), fill, stroke, line)
        case LineShape(x1, y1, x2, y2, pen, line):
            yield from _painted(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l", None, pen, line)
        case Path(parts, fill, stroke, line):
            yield from _painted("\n".join(map(_part, parts)), fill, stroke, line)


def _painted(
    outline: str, fill: str | None, stroke: str | None, line: float, dash: float = 0
) -> Iterator[str]:
    if fill:
        yield f"{_colour(fill)} rg"
    if stroke:
        yield f"{_colour(stroke)} RG {line:.3f} w"
    if dash:  # round ends would fill the gaps between short dashes
        yield f"0 J [{dash:.3f}] 0 d"
    yield outline
    yield "B" if fill and stroke else "f" if fill else "S" if stroke else "n"
    if dash:
        yield "1 J [] 0 d"


def _part(part: Part) -> str:
    return OPERATORS[type(part)] % astuple(part)


def _outline(rect: Rect) -> str:
    """The outline of a rectangle; each rounded corner is one curve."""
    left, top, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    r = min(rect.radius, rect.width / 2, rect.height / 2)
    if not r:
        return f"{left:.2f} {top:.2f} {rect.width:.2f} {rect.height:.2f} re"
    k = r * (1 - ROUND)
    return ROUNDED % (
        *(left + r, top, right - r, top),
        *(right - k, top, right, top + k, right, top + r),
        *(right, bottom - r, right, bottom - k, right - k, bottom, right - r, bottom),
        *(left + r, bottom, left + k, bottom, left, bottom - k, left, bottom - r),
        *(left, top + r, left, top + k, left + k, top, left + r, top),
    )


@cache
def _colour(colour: str) -> str:
    return " ".join(f"{part / 255:.3f}" for part in bytes.fromhex(colour[1:]))


def printable(text: str, letters: Container[int]) -> str:
    """The text with characters missing in a font replaced: without accents, or by a question mark.

    >>> printable("Łódź", [ord(c) for c in "ódz?"])
    '?ódz'
    """
    characters = (
        c if ord(c) in letters else normalize("NFKD", c)[0] for c in normalize("NFC", text)
    )
    return "".join(c if ord(c) in letters else "?" for c in characters)
