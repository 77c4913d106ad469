"""Every sheet, also one that nobody has printed, empty, full or played, is drawn whole."""

from __future__ import annotations

from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from rowlock import Drawing, Sheet, Variant, draw_sheet, load_variant, score
from rowlock.core.sheet import crossed_cells, is_crossed, is_locked, row_mask, second_crosses
from rowlock.draw.box import Box
from rowlock.draw.grid import Grid
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants.load import NAMES, from_text
from rowlock.variants.variant import LETTERS, ROWS
from tests.draw.bounds import bounds
from tests.draw.looking import (
    all_crosses,
    crosses_in,
    full_sheet,
    has_sign,
    place_of,
    scaled,
    some_sheets,
    texts,
    texts_in,
)

OWN = [from_text(own_sheet(Random(seed)), "own.toml") for seed in range(12)]
VARIANTS = [*(load_variant(name) for name in NAMES), *OWN]


@cache
def sheets(variant: Variant) -> list[tuple[Sheet, int]]:
    """Empty, full, and from games."""
    return [(Sheet(), 0), (full_sheet(variant), 15), *some_sheets(variant, seed=3)]


@cache
def drawings(variant: Variant) -> list[tuple[Sheet, Drawing]]:
    return [(sheet, draw_sheet(variant, sheet, closed=shut)) for sheet, shut in sheets(variant)]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
class TestEverySheet:
    def test_is_well_formed(self, variant: Variant) -> None:
        for _, drawing in drawings(variant):
            root = ElementTree.fromstring(drawing.svg())
            assert root.tag == "{http://www.w3.org/2000/svg}svg"

    def test_stays_on_its_page(self, variant: Variant) -> None:
        legal = [cell.name for cell in variant.cells]
        for sheet, shut in sheets(variant):
            drawing = draw_sheet(variant, sheet, closed=shut, name="W" * 200, legal=legal)
            page = Box(0, 0, drawing.width, drawing.height)
            out = [shape for shape in drawing.shapes if not page.holds(bounds(shape), 0.001)]
            assert out == []

    def test_prints_every_number_once_in_its_cell(self, variant: Variant) -> None:
        for _, drawing in drawings(variant):
            for cell in variant.cells:
                printed = texts_in(drawing, place_of(variant, cell))
                assert [text for text in printed if text.isdigit()] == [str(cell.number)]

    def test_has_a_cross_in_every_crossed_cell_and_no_other(self, variant: Variant) -> None:
        for sheet, drawing in drawings(variant):
            for cell in variant.cells:
                wanted = is_crossed(sheet, cell) * (2 if cell in variant.doubles else 1)
                wanted += bool(row_mask(sheet, cell.row) & cell.second)
                assert crosses_in(drawing, place_of(variant, cell)) == wanted, cell.name

    def test_has_as_many_crosses_as_were_made(self, variant: Variant) -> None:
        for sheet, drawing in drawings(variant):
            cells = [cell for row in ROWS for cell in crossed_cells(variant, sheet, row)]
            twice = sum(cell in variant.doubles for cell in cells)
            twice += sum(len(second_crosses(variant, sheet, row)) for row in ROWS)
            locks = sum(is_locked(variant, sheet, row) for row in ROWS)
            wanted = len(cells) + twice + locks + sheet.penalties + sheet.bar.bit_count()
            assert all_crosses(drawing) == wanted

    def test_shows_points_and_total(self, variant: Variant) -> None:
        for sheet, drawing in drawings(variant):
            points = score(variant, sheet)
            words = texts(drawing)
            assert str(points.total).replace("-", "−") in words
            for row in ROWS:
                assert any(text.endswith(f"× = {points.rows[row]}") for text in words)

    def test_tells_its_rows_without_colour(self, variant: Variant) -> None:
        """By letter and sign in the head of each row, and in its lock."""
        for _, drawing in drawings(variant):
            grid = Grid(variant)
            for row in ROWS:
                head = scaled(grid.head(row), grid.scale)
                assert LETTERS[row] in texts_in(drawing, head)
                assert has_sign(drawing, row, head)
                assert has_sign(drawing, row, scaled(grid.lock(row), grid.scale))

    def test_says_in_words_what_it_shows(self, variant: Variant) -> None:
        sheet, shut = sheets(variant)[-1]
        drawing = draw_sheet(variant, sheet, closed=shut, name="Ann")
        assert drawing.title.startswith("Ann’s sheet of ")
        assert f"Penalties: {sheet.penalties} of {variant.penalties_to_end}." in drawing.description
