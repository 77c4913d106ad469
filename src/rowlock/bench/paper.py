"""Paper: how long a page takes, fonts and file included."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock import Sheet, draw_sheet
from rowlock.bench.figure import Figure, best_rate
from rowlock.draw.paper import PrintJob, draw_pages
from rowlock.draw.pdf import write_pdf
from rowlock.variants import load_variant

GOAL = 100.0  # milliseconds


def milliseconds(name: str, order: PrintJob) -> float:
    """Processor time of a PDF file with one page, the best of several."""
    variant = load_variant(name)

    def page() -> int:
        pages = draw_pages([variant], order)
        write_pdf(pages, "", "en")
        return len(pages)

    return 1000 / best_rate(page)


def svg_milliseconds(name: str) -> float:
    """The yardstick: the same sheet once as SVG, with the standard library alone."""
    variant = load_variant(name)

    def sheet() -> int:
        return bool(draw_sheet(variant, Sheet()).svg())

    return 1000 / best_rate(sheet)


def figures() -> Iterator[Figure]:
    for name, up in (("classic", 1), ("bonus_b", 2), ("mixx_a", 4)):
        value, svg = milliseconds(name, PrintJob(up=up)), svg_milliseconds(name)
        yield Figure(
            f"a page of {name}, {up} up",
            value,
            "ms",
            value / svg,
            "one sheet as SVG",
            floor=GOAL,
            less_is_better=True,
        )
