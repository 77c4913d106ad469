"""The pen that writes PDF draws what the one for SVG draws."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
import segno
from fontTools.ttLib import TTFont
from PIL import Image

from rowlock import Drawing, draw_table, load_variant, new_game
from rowlock.draw import pdf as pen
from rowlock.draw.paper import PrintJob, sheet_pdf
from rowlock.draw.pdf import write_pdf
from rowlock.draw.qr import QUIET
from rowlock.draw.shapes import (
    Circle,
    Close,
    Curve,
    LineShape,
    LineTo,
    MoveTo,
    Path,
    Rect,
    Shape,
    Text,
)
from scripts.fonts import WEIGHTS, cut
from tests.paper.looking import Printed, sheets_on

RED = "#ff0000"
SHAPES: list[Shape] = [
    Rect(2, 2, 10, 6, 2, fill=RED),
    Rect(2, 2, 10, 6, fill=RED, stroke="#0000ff", line=1),
    Rect(2, 2, 10, 6, 1, stroke=RED, line=1, dash=1),
    Circle(8, 8, 4, fill=RED, stroke="#00ff00", line=1),
    LineShape(3, 3, 15, 9, RED, 1.5),
    Path((MoveTo(3, 3), Curve(8, 0, 12, 14, 17, 3), LineTo(10, 12), Close()), fill=RED),
    Path((MoveTo(4, 4), LineTo(14, 4), LineTo(9, 12)), stroke=RED, line=2),
]


def picture(shape: Shape) -> npt.NDArray[np.int64]:
    page = Drawing((shape,), 20, 14, "", "")
    return np.asarray(
        pypdfium2.PdfDocument(write_pdf([page], "", "en"))[0].render(scale=4).to_pil()
    )


def svg_picture(shape: Shape) -> npt.NDArray[np.int64]:
    page = Drawing((Rect(0, 0, 20, 14, fill="#ffffff"), shape), 20, 14, "", "")
    image = Image.open(BytesIO(page.png(dots=4 * pen.POINT))).convert("RGB")
    return np.asarray(image)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_both_pens_draw_the_same(shape: Shape) -> None:
    one, other = picture(shape).astype(int), svg_picture(shape).astype(int)
    high, wide = np.minimum(one.shape[:2], other.shape[:2])
    difference = np.abs(one[:high, :wide] - other[:high, :wide])
    assert one.min() == 0  # something is drawn
    assert (difference.max(axis=2) > 128).mean() < 0.01


def test_text_stands_where_it_should_and_can_be_read() -> None:
    text = Text(10, 8, "Würfel −5", 3, "#000000", "middle")
    page = Printed(write_pdf([Drawing((text,), 20, 14, "", "")], "", "de"))
    assert page.text.get_text_range() == "Würfel −5"
    left, _, right, _ = next(iter(page.page.get_objects())).get_bounds()
    assert (left + right) / 2 == pytest.approx(10 * pen.POINT, abs=1)


def test_letters_that_the_font_lacks_spoil_nothing() -> None:
    text = Text(1, 8, "Łódź 日本", 3, "#000000")
    page = Printed(write_pdf([Drawing((text,), 40, 14, "", "")], "", "en"))
    assert page.text.get_text_range() == "?ódz ??"


def test_a_whole_table_can_be_written() -> None:
    table = draw_table(new_game("mixx_b", ["Ann", "Ben"]), language="it")
    page = Printed(write_pdf([table], table.title, "it"))
    assert page.is_vector_only()
    assert "Riga" in page.text.get_text_range() or "Rosso" in page.text.get_text_range()


def test_the_code_on_a_sheet_leads_to_its_address() -> None:
    longo = load_variant("longo")
    order = PrintJob(address="https://rowlock.example/new/real?sheet={sheet}")
    page = Printed(sheet_pdf([longo], order))
    assert page.is_vector_only()
    wanted = segno.make_qr("https://rowlock.example/new/real?sheet=longo", error="m").matrix
    [sheet] = sheets_on(longo, order, "en")
    [picture] = page.grey([sheet.at(sheet.grid.code())])
    side = picture.shape[0] / (len(wanted) + 2 * QUIET)
    places = [round((QUIET + n + 0.5) * side) for n in range(len(wanted))]
    found = [[int(picture[y, x] < 0) for x in places] for y in places]
    assert found == [list(row) for row in wanted]


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_fonts_are_cut_from_that_of_the_page(name: str) -> None:
    again = BytesIO()
    cut(WEIGHTS[name]).save(again)
    assert letters(TTFont(pen.FONTS / f"{name}.ttf")) == letters(TTFont(again))


def letters(font: TTFont) -> dict[int, tuple[tuple[int, int], list[tuple[int, int]]]]:
    """The width and the outline of every letter."""
    glyphs = font["glyf"]
    return {
        code: (font["hmtx"][name], list(glyphs[name].getCoordinates(glyphs)[0]))
        for code, name in font.getBestCmap().items()
    }
