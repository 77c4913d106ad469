"""Every sheet in every language on every paper: whole, readable, and nothing but vectors."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from rowlock.draw.paper import PrintJob, draw_pages, sheet_pdf
from rowlock.draw.paper.pad_foot import most_crosses
from rowlock.draw.paper.print_job import EDGE
from rowlock.draw.shapes import Text
from rowlock.draw.texts import draw_texts
from rowlock.languages import LANGUAGES
from rowlock.variants.variant import LETTERS, ROWS
from tests.paper.looking import Printed, overlap, sheets_on, true_box, variants

ORDERS = [
    PrintJob(paper=paper, up=up, large=large)
    for paper in ("a4", "letter")
    for up, large in ((1, False), (2, False), (4, False), (1, True))
]
ALL = list(product(variants(), LANGUAGES, ORDERS))
SAMPLE = ALL[:: len(ALL) // 28 + 1]  # a step that goes through everything

sample = pytest.mark.parametrize(("name", "language", "order"), SAMPLE)


def printed(name: str, language: str, order: PrintJob) -> Printed:
    return Printed(sheet_pdf([variants()[name]], order, language))


def texts_keep_to_themselves(name: str, language: str, order: PrintJob) -> None:
    """No text leaves its sheet or touches another one, measured with the font that is printed."""
    [page] = draw_pages([variants()[name]], order, language)
    places = [place.inset(EDGE) for place in order.places()]
    texts = [shape for shape in page.shapes if isinstance(shape, Text) and shape.text]
    boxes = [true_box(text) for text in texts]
    outside = [
        text.text
        for text, box in zip(texts, boxes, strict=True)
        if not any(place.holds(box, 0.01) for place in places)
    ]
    assert outside == []
    first = [pair for pair in zip(texts, boxes, strict=True) if places[0].holds(pair[1], 0.01)]
    touching = [
        (one[0].text, other[0].text)
        for one, other in combinations(first, 2)
        if overlap(one[1], other[1])
    ]
    assert touching == []


def numbers_are_printed(page: Printed, name: str, language: str, order: PrintJob) -> None:
    """What can be read in a cell of the PDF is its number, and its letter on a mixed sheet."""
    variant = variants()[name]
    assert page.is_vector_only()
    sheets = sheets_on(variant, order, language)
    assert len(sheets) == order.up
    for sheet in sheets:
        for cell in variant.cells:
            wanted = [LETTERS[cell.colour]] if variant.mixed_colours else []
            found = page.words(sheet.at(sheet.grid.cell(cell)).inset(-0.1))
            assert found == [*wanted, str(cell.number)], cell.name
        for row in ROWS:
            head = page.words(sheet.at(sheet.grid.head(row)))
            name_of_row = draw_texts(language).row(variant, row)
            assert " ".join(head).startswith(f"{LETTERS[row]} {name_of_row}")
        scale = page.words(sheet.at(sheet.grid.scale_line()))
        crosses = range(1, most_crosses(variant) + 1)
        assert {f"{n}×" for n in crosses} <= set(scale)
        assert {str(n * (n + 1) // 2) for n in crosses} <= set(scale)


def rows_are_told_apart_in_grey(page: Printed, name: str, language: str, order: PrintJob) -> None:
    """Sign, letter and hatch make any two rows look different without their colours."""
    sheet = sheets_on(variants()[name], order, language)[0]
    for part in (sheet.grid.head, sheet.grid.lock):
        pictures = list(page.grey([sheet.at(part(row)) for row in ROWS]))
        for one, other in combinations(pictures, 2):
            high, wide = np.minimum(one.shape, other.shape)
            difference = np.abs(one[:high, :wide] - other[:high, :wide]).mean()
            assert difference > 0.12  # two prints of one row: below 0.1


@sample
def test_texts_keep_to_themselves(name: str, language: str, order: PrintJob) -> None:
    texts_keep_to_themselves(name, language, order)


@sample
def test_numbers_are_printed(name: str, language: str, order: PrintJob) -> None:
    numbers_are_printed(printed(name, language, order), name, language, order)


@pytest.mark.parametrize("name", ["classic", "mixx_a"])
def test_rows_are_told_apart_in_grey(name: str) -> None:
    order = PrintJob(up=4)
    rows_are_told_apart_in_grey(printed(name, "de", order), name, "de", order)


@pytest.mark.long
@pytest.mark.parametrize("name", variants())
def test_all_of_them(name: str) -> None:
    for language, order in product(LANGUAGES, ORDERS):
        texts_keep_to_themselves(name, language, order)
        page = printed(name, language, order)
        numbers_are_printed(page, name, language, order)
        rows_are_told_apart_in_grey(page, name, language, order)
