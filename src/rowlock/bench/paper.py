"""Benchmark of paper: time per page, including fonts and file."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock import Sheet, draw_sheet
from rowlock.bench.figure import Figure, best_rate
from rowlock.draw.paper import PrintJob, draw_pages
from rowlock.draw.pdf import write_pdf
from rowlock.variants import load_variant

GOAL = 100.0  # milliseconds


def milliseconds(name: str, order: PrintJob) -> float:
    """Processor time of a PDF file with one page, in milliseconds; the best of several runs."""
    variant = load_variant(name)

    def page() -> int:
        pages = draw_pages([variant], order)
        write_pdf(pages, "", "en")
        return len(pages)

    return 1000 / best_rate(page)


def svg_milliseconds(name: str) -> float:
    """The yardstick: milliseconds for the same sheet as SVG, which needs only the standard
    library."""
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
