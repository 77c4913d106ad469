"""Draws a single sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.draw.bonus_rows import draw_bonus_rows
from rowlock.draw.box import Box
from rowlock.draw.captions import sheet_title, sheet_words
from rowlock.draw.chain import draw_chain
from rowlock.draw.colours import INK, INK_2, LINE, PAPER
from rowlock.draw.drawing import Drawing
from rowlock.draw.facts import NO_NOTES, Note, SheetFacts, read_sheet
from rowlock.draw.foot import draw_foot
from rowlock.draw.grid import WIDTH, Grid
from rowlock.draw.rows import draw_legal_cells, draw_row
from rowlock.draw.shapes import Shape, placed
from rowlock.draw.text import fitted, level, width_of
from rowlock.draw.texts import draw_texts
from rowlock.variants.variant import LuckyPair, Variant


def draw_sheet(
    variant: Variant,
    sheet: Sheet,
    *,
    closed: int = 0,
    name: str | None = None,
    lucky: LuckyPair | None = None,
    legal: Iterable[Move | str] = (),
    notes: Mapping[str, Note] = NO_NOTES,
    language: str = "en",
) -> Drawing:
    """Draw a sheet with its crosses, penalties and points as if the game ended now.

    `closed` is the bit mask of rows closed for the whole table (`Game.closed`), `lucky` the lucky
    pair on Longo. `legal` are moves, or their texts, whose cells are highlighted; moves without a
    cell are ignored. `notes` are labels and colours by cell name, for example the cost of a cross
    there.

    >>> from rowlock import draw_sheet, load_variant, parse_sheet
    >>> classic = load_variant("classic")
    >>> sheet = parse_sheet(classic, "r2,3,5 y- g12,11 b- x1")
    >>> drawing = draw_sheet(classic, sheet, name="Ann", legal=["r9", "y9"])
    >>> drawing.title
    'Ann’s sheet of Qwixx, 4 points'
    """
    words = draw_texts(language)
    facts = read_sheet(variant, sheet, closed, lucky=lucky, legal=legal, notes=notes)
    grid = Grid(variant, has_name=name is not None, words=words)
    title = sheet_title(words, variant, name, facts.score)
    return Drawing(
        shapes=tuple(placed(shape, scale=grid.scale) for shape in _sheet(grid, facts, name)),
        width=WIDTH * grid.scale,
        height=grid.height * grid.scale,
        title=title,
        description=f"{title}. {sheet_words(words, variant, facts)}",
    )


def _sheet(grid: Grid, facts: SheetFacts, name: str | None) -> Iterator[Shape]:
    page = Box(0, 0, WIDTH, grid.height)
    yield page.inset(0.15).rect(4.5, fill=PAPER, stroke=LINE, line=0.3)
    if name is not None:
        yield from _name(grid, name)
    for row in facts.rows:
        yield from draw_row(grid, row)
    yield from draw_chain(grid)
    yield from draw_bonus_rows(grid, facts)
    for row in facts.rows:
        yield from draw_legal_cells(grid, row)
    yield from draw_foot(grid, facts)


def _name(grid: Grid, name: str) -> Iterator[Shape]:
    box = grid.name()
    printed = fitted(grid.variant.name, 3.6, box.width / 2, bold=False)
    free = box.width - width_of(printed, 3.6, bold=False) - 6
    yield level(box.x + 1.2, box.middle_y, fitted(name, 5.2, free), 5.2, INK, anchor="start")
    yield level(box.right - 1.2, box.middle_y, printed, 3.6, INK_2, anchor="end", bold=False)
