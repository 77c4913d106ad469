"""Printable empty sheets, to play with real dice.

`print_job.py` describes the pages, `pad.py` draws a sheet, `rules.py` and `history.py` draw the
other pages, and `draw/pdf.py` writes the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rowlock.draw.box import Box
from rowlock.draw.colours import INK_2
from rowlock.draw.drawing import Drawing
from rowlock.draw.paper.history import draw_history
from rowlock.draw.paper.pad import draw_pad, fit
from rowlock.draw.paper.print_job import (
    EDGE,
    MOST_PAGES,
    PAPERS,
    PLACES,
    PrintJob,
)
from rowlock.draw.paper.rules import draw_rules
from rowlock.draw.shapes import LineShape, Shape, placed
from rowlock.draw.texts import DrawTexts, draw_texts
from rowlock.errors import Unreadable
from rowlock.variants.variant import LuckyPair, Variant

__all__ = ["PAPERS", "PLACES", "PrintJob", "draw_pages", "sheet_pdf"]

INSET = 9.0  # margin around rules and results
MARK = 4.0, 8.0  # distance of a cut mark's ends from the edge of the paper
CENTRE = 2.0  # length of the arms of marks in the middle
PLAIN = PrintJob()


def sheet_pdf(variants: Sequence[Variant], order: PrintJob = PLAIN, language: str = "en") -> bytes:
    """The bytes of a PDF with empty sheets. The number of pages is limited.

    >>> from rowlock import load_variant
    >>> from rowlock.draw.paper import PrintJob, sheet_pdf
    >>> sheet_pdf([load_variant("longo")], PrintJob(paper="a4", up=2, back="rules"), "de")[:5]
    b'%PDF-'
    """
    from rowlock.draw.pdf import write_pdf  # the extra `print`

    pages = draw_pages(variants, order, language)
    title = ", ".join(dict.fromkeys(draw_texts(language).sheet(variant) for variant in variants))
    return write_pdf(pages, title, language)


def draw_pages(
    variants: Sequence[Variant], order: PrintJob = PLAIN, language: str = "en"
) -> list[Drawing]:
    """The pages as drawings: front and back of each variant in turn, the page for results last."""
    sides = len(variants) * order.pages * (2 if order.back else 1) + order.score_history
    if sides > MOST_PAGES:
        message = f"{sides} pages: at most {MOST_PAGES} can be printed"
        raise Unreadable("too_many_pages", message)
    words = draw_texts(language)
    pages: list[Drawing] = []
    for variant in variants:
        for number in range(order.pages):
            pages.append(_front(variant, order, words, number))
            if order.back:
                pages.append(_back(variant, order, words, number))
    if order.score_history:
        history = tuple(draw_history(words, _inside(order)))
        pages.append(_page(order, _repeated(history, order.places()), words("scores")))
    return pages


def _front(variant: Variant, order: PrintJob, words: DrawTexts, number: int) -> Drawing:
    return _page(order, _pads(variant, order, words, number, order.places()), words.sheet(variant))


def _back(variant: Variant, order: PrintJob, words: DrawTexts, number: int) -> Drawing:
    if order.back == "sheet":
        pads = _pads(variant, order, words, number, order.backs())
        return _page(order, pads, words.sheet(variant))
    rules = tuple(draw_rules(variant, words, _inside(order)))
    return _page(order, _repeated(rules, order.backs()), words("rules"))


def _inside(order: PrintJob) -> Box:
    """The first place on the page, without its margin."""
    return order.places()[0].inset(INSET)


def _repeated(shapes: Sequence[Shape], places: Sequence[Box]) -> Iterator[Shape]:
    """Copies of the shapes of the first place for every place."""
    for place in places:
        for shape in shapes:
            yield placed(shape, place.x, place.y)


def _pads(
    variant: Variant, order: PrintJob, words: DrawTexts, number: int, places: Sequence[Box]
) -> Iterator[Shape]:
    """A sheet in every place; lucky pairs rotate over all pages, equally on both sides."""
    address = order.address and order.address.replace("{sheet}", variant.id)
    large, first = order.large or variant.large_print, order.places()[0].inset(EDGE)
    sheet = fit(variant, words, first, large=large, has_code=address is not None)
    drawn: dict[LuckyPair | None, tuple[Shape, ...]] = {}
    for slot, place in enumerate(places):
        lucky = _pair(variant, number * order.up + slot)
        if lucky not in drawn:
            drawn[lucky] = tuple(draw_pad(sheet, lucky=lucky, address=address))
        yield from _repeated(drawn[lucky], [place])


def _pair(variant: Variant, sheet: int) -> LuckyPair | None:
    pairs = variant.lucky_pairs
    return pairs[sheet % len(pairs)] if pairs else None


def _page(order: PrintJob, shapes: Iterable[Shape], title: str) -> Drawing:
    width, height = order.size
    return Drawing((*shapes, *_cut_marks(order)), width, height, title, title)


def _cut_marks(order: PrintJob) -> Iterator[Shape]:
    """Cut marks: short lines at the edges, and crosses in the middle where cuts meet."""
    rows, columns = PLACES[order.up]
    width, height = order.size
    (begin, end), x, y = MARK, width / 2, height / 2
    if rows == 2:
        yield _mark(begin, y, end, y)
        yield _mark(width - end, y, width - begin, y)
        yield _mark(x - CENTRE, y, x + CENTRE, y)
    if columns == 2:
        yield _mark(x, begin, x, end)
        yield _mark(x, height - end, x, height - begin)
        yield _mark(x, y - CENTRE, x, y + CENTRE)


def _mark(x1: float, y1: float, x2: float, y2: float) -> LineShape:
    return LineShape(x1, y1, x2, y2, INK_2, 0.2)
