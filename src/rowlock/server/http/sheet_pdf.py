"""Empty sheets as PDF, drawn on request."""

from __future__ import annotations

import functools

import msgspec

from rowlock.draw.paper.print_job import PrintJob
from rowlock.errors import Illegal, Unreadable
from rowlock.languages import LANGUAGES
from rowlock.variants import Variant

MOST_PAGES = 10
"""Page limit of one PDF."""


def print_job_of(**wishes: str) -> PrintJob:
    """The print job that a query string describes."""
    try:
        order = msgspec.convert({k: v for k, v in wishes.items() if v}, PrintJob, strict=False)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, Unreadable):  # refused by PrintJob itself, with its own code
            raise error.__cause__ from None
        raise Unreadable("malformed", str(error)) from None
    if order.pages > MOST_PAGES:
        raise Unreadable("bad_options", f"at most {MOST_PAGES} pages are made at once")
    return order


@functools.lru_cache(maxsize=64)
def printed_pdf(variant: Variant, order: PrintJob, language: str) -> bytes:
    """The sheets of a print job."""
    from rowlock.draw.paper import sheet_pdf

    if language not in LANGUAGES:
        raise Illegal("not_found", "there is no such language")
    return sheet_pdf([variant], order, language)
