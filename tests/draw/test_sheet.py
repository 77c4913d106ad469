"""What is special about some sheets: mixed colours, large print, boxes, symbols, luck, doubles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rowlock import Drawing, Sheet, Unreadable, Variant, draw_sheet, load_variant, parse_sheet
from rowlock.draw.box import Box
from rowlock.draw.cells import draw_cell
from rowlock.draw.colours import INK, PEN, SHADES
from rowlock.draw.facts import Note, read_sheet
from rowlock.draw.grid import Grid
from rowlock.draw.outlines import SYMBOLS, symbol
from rowlock.draw.shapes import Path, Rect, Shape, Text
from rowlock.draw.texts import draw_texts
from rowlock.languages import LANGUAGES
from rowlock.variants.load import from_text
from rowlock.variants.variant import LETTERS
from tests.draw.bounds import bounds
from tests.draw.looking import (
    full_sheet,
    has_sign,
    outline_shape,
    place_of,
    some_sheets,
    texts,
    texts_in,
)


def test_cells_of_mixed_rows_tell_their_colour_by_sign_and_letter() -> None:
    variant = load_variant("mixx_a")
    drawing = draw_sheet(variant, Sheet())
    for cell in variant.cells:
        place = place_of(variant, cell)
        assert LETTERS[cell.colour] in texts_in(drawing, place)
        assert has_sign(drawing, cell.colour, place)


def test_large_print_is_larger() -> None:
    usual, large = (
        draw_sheet(load_variant("classic"), Sheet()),
        draw_sheet(load_variant("xl"), Sheet()),
    )
    assert large.width > 1.3 * usual.width
    assert number_size(large) > 1.5 * number_size(usual)


def number_size(drawing: Drawing) -> float:
    found = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    return max(text.size for text in found if text.text == "12")


def test_a_sheet_without_a_name_has_no_line_for_it() -> None:
    classic = load_variant("classic")
    named = draw_sheet(classic, Sheet(), name="Ann")
    assert "Ann" in texts(named)
    assert named.height > draw_sheet(classic, Sheet()).height


def test_a_legal_cell_has_a_ring_of_ink() -> None:
    classic = load_variant("classic")
    sheet = parse_sheet(classic, "r2,3 y- g- b- x0")
    drawing = draw_sheet(classic, sheet, legal=["-", "r9", "+y4", "?g"])
    assert ringed(drawing, classic) == {"r9", "y4"}


def test_a_lucky_cell_has_a_dashed_ring() -> None:
    longo = load_variant("longo")
    drawing = draw_sheet(longo, Sheet(), lucky=(6, 11), legal=["r6", "*y2", "*r6"])
    assert ringed(drawing, longo) == {"r6", "y2"}
    assert sum(isinstance(shape, Rect) and shape.dash > 0 for shape in drawing.shapes) == 1
    assert "6 · 11" in texts(drawing)


def ringed(drawing: Drawing, variant: Variant) -> set[str]:
    rings = [
        bounds(shape)
        for shape in drawing.shapes
        if isinstance(shape, Rect) and shape.stroke == INK and shape.line == 0.7
    ]
    cells = {cell.name: place_of(variant, cell) for cell in variant.cells}
    return {name for name, place in cells.items() if any(ring.holds(place) for ring in rings)}


def test_a_legal_cell_that_is_not_on_the_sheet_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        draw_sheet(load_variant("classic"), Sheet(), legal=["r14"])
    assert caught.value.code == "unknown_cell"


def test_a_closed_row_is_hatched_where_it_is_open() -> None:
    classic = load_variant("classic")
    sheet = parse_sheet(classic, "r2,4 y- g- b- x0")
    open_cells = [cell for cell in classic.rows[0] if cell.position > 2]
    drawing = draw_sheet(classic, sheet, closed=1)
    hatched = [cell.name for cell in classic.cells if has_hatch(drawing, place_of(classic, cell))]
    assert hatched == [cell.name for cell in open_cells]
    assert "Red: 2 and 4 crossed, closed, 3 points." in drawing.description


def has_hatch(drawing: Drawing, box: Box) -> bool:
    paths = [shape for shape in drawing.shapes if isinstance(shape, Path)]
    strokes = [path for path in paths if path.stroke and path.stroke != PEN]
    return any(box.holds(bounds(path), 0.2) for path in strokes)


def test_boxes_of_bonus_a_have_a_frame_and_its_bar_a_square_each() -> None:
    variant = load_variant("bonus_a")
    drawing = draw_sheet(variant, Sheet())
    frames = [bounds(s) for s in drawing.shapes if isinstance(s, Rect) and s.stroke == INK]
    framed = {
        cell.name
        for cell in variant.cells
        if any(place_of(variant, cell).holds(frame, 0.01) for frame in frames)
    }
    assert framed == variant.boxed
    letters = texts_in(drawing, Grid(variant).bar())
    assert letters == [LETTERS[row] for row in variant.bar]


def test_symbols_of_bonus_b_stand_in_their_cells_and_on_the_strip() -> None:
    variant = load_variant("bonus_b")
    drawing = draw_sheet(variant, Sheet())
    shapes = {outline_shape(symbol(name, 0, 0, 24, INK)): name for name in SYMBOLS}
    for bonus in variant.bonuses:
        for cell in bonus.cells:
            assert symbols_in(drawing, place_of(variant, cell), shapes) == [bonus.symbol]
    strip = symbols_in(drawing, Grid(variant).strip(), shapes)
    assert strip == [bonus.symbol for bonus in variant.bonuses]


def symbols_in(
    drawing: Drawing, box: Box, shapes: dict[tuple[tuple[str, ...], float], str]
) -> list[str]:
    paths = [shape for shape in drawing.shapes if isinstance(shape, Path) and shape.fill == INK]
    inside = [path for path in paths if box.holds(bounds(path))]
    return [shapes[outline_shape(path)] for path in inside if outline_shape(path) in shapes]


def test_an_earned_bonus_counts_in_the_words() -> None:
    variant = load_variant("bonus_b")
    sheet = parse_sheet(variant, "r6 y- g- b12,11,4 x0")
    drawing = draw_sheet(variant, sheet)
    assert "Bonuses earned: octagon." in drawing.description
    assert "+13" in texts(drawing)


def test_the_bottom_line_has_room_for_all_that_a_sheet_can_have() -> None:
    text = (
        'extends = "longo"\n[penalty]\npoints = 100\nends_at = 9\n'
        '[[bonus]]\nsymbol = "star"\ncells = "r2"\neffect = "points"\npoints = 100\n'
    )
    variant = from_text(text)
    sheet = replace(full_sheet(variant), penalties=9)
    drawing = draw_sheet(variant, sheet, lucky=(10, 13))
    foot = Grid(variant).foot()
    boxes = [bounds(shape) for shape in drawing.shapes if isinstance(shape, Rect)]
    boxes = [box for box in boxes if foot.holds(box, 0.5)]
    lucky = [s for s in drawing.shapes if isinstance(s, Text) and s.text == "10 · 13"]
    places = sorted([*boxes, *map(bounds, lucky)], key=lambda box: box.x)
    assert len(places) == 9 + 1 + 4 + 2 + 1
    assert all(a.right <= b.x for a, b in pairwise(places))


def test_a_double_cell_has_two_boxes_and_takes_two_crosses() -> None:
    classic = load_variant("classic")
    sheet = parse_sheet(classic, "r3 y- g- b- x0")
    facts = read_sheet(classic, sheet).rows[0].cells[1]
    open_facts = read_sheet(classic, Sheet()).rows[0].cells[1]
    grid = Grid(classic)
    assert pen_strokes(draw_cell(grid, facts)) == 1
    assert pen_strokes(draw_cell(grid, replace(facts, double=True))) == 2
    boxes = [
        shape
        for shape in draw_cell(grid, replace(open_facts, double=True))
        if isinstance(shape, Rect) and shape.stroke == SHADES[0].number
    ]
    assert len(boxes) == 2


def pen_strokes(shapes: Iterable[Shape]) -> int:
    return sum(isinstance(shape, Path) and shape.stroke == PEN for shape in shapes)


def test_the_same_sheet_is_the_same_picture() -> None:
    variant = load_variant("bonus_a")
    sheet, _ = some_sheets(variant, seed=5)[0]
    assert draw_sheet(variant, sheet) == draw_sheet(variant, sheet)


def test_no_shape_is_transparent_or_named() -> None:
    """Colours are plain, so that every pen has them."""
    variant = load_variant("mixx_a")
    for shape in draw_sheet(variant, full_sheet(variant)).shapes:
        for colour in (getattr(shape, "fill", None), getattr(shape, "stroke", None)):
            assert colour is None or re.fullmatch("#[0-9a-f]{6}", colour)


def test_a_note_labels_a_cell_and_gives_it_another_shade() -> None:
    classic = load_variant("classic")
    notes = {"r9": Note("−0.8"), "y4": Note(shade="#ffd84a")}
    drawing = draw_sheet(classic, Sheet(), notes=notes, legal=["r9"])
    assert "−0.8" in texts_in(drawing, place_of(classic, classic.cell["r9"]))
    place = place_of(classic, classic.cell["y4"])
    shaded = [s for s in drawing.shapes if isinstance(s, Rect) and s.fill == "#ffd84a"]
    assert [place.holds(bounds(shape), 0.01) for shape in shaded] == [True]


def test_a_note_on_a_cell_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unreadable, match="there is no cell r14 on this sheet"):
        draw_sheet(load_variant("classic"), Sheet(), notes={"r14": Note("0")})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["mixx_a", "bonus_b"])
def test_a_sheet_in_every_language_stays_on_its_page(name: str, language: str) -> None:
    variant = load_variant(name)
    drawing = draw_sheet(variant, full_sheet(variant), name="Ann", language=language)
    page = Box(0, 0, drawing.width, drawing.height)
    assert all(page.holds(bounds(shape), 0.001) for shape in drawing.shapes)
    assert draw_texts(language).row(variant, 0) in texts(drawing)
