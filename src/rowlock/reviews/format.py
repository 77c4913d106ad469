"""Formats figures of a review in the reader's language."""

from __future__ import annotations

from rowlock.languages.texts import Texts
from rowlock.reviews.model import SeatReview, Unit
from rowlock.simulation.stats import Z95

__all__ = ["NOTHING_LOST", "Z95", "amount", "chance", "exact_sum"]

NOTHING_LOST = 0.0005
"""A smaller loss, in points or wins, is not reported."""


def amount(texts: Texts, value: float, unit: Unit, *, sign: bool = False) -> str:
    """Format a value, a loss or luck.

    >>> amount(Texts("en"), 0.0834, "wins"), amount(Texts("de"), -1.5, "points", sign=True)
    ('8.3%', '-1,50')
    """
    plus = "+" if sign else ""
    if unit == "wins":
        return texts("percent", n=texts.figure(100 * value, f"{plus}.1f"))
    return texts.figure(value, f"{plus}.2f")


def chance(texts: Texts, value: float) -> str:
    """A probability as a whole percentage."""
    return texts("percent", n=f"{100 * value:.0f}")


def exact_sum(texts: Texts, start: float, seat: SeatReview, covered: float = 0.0) -> str:
    """The sum of a solo game: expected under perfect play, given away, luck, score.

    `covered` is what substitutes gave away while they answered for the player. Before the end of
    the game the sum leads to the total expected now.
    """
    said = texts(
        "exam_sum",
        start=texts.figure(start, ".4f"),
        lost=texts.figure(seat.loss, ".4f"),
        luck=_added(texts, seat.luck),
    )
    if covered:
        said += " " + texts("sum_covered", amount=_added(texts, -covered))
    if seat.result is None:
        now = texts.figure(start - seat.loss - covered + seat.luck, ".4f")
        return f"{said} = {texts('sum_now', amount=now)}"
    return f"{said} = {seat.result:.0f}"


def _added(texts: Texts, value: float) -> str:
    """A term of a sum, with a space between sign and number."""
    return f"{'-' if value < 0 else '+'} {texts.figure(abs(value), '.4f')}"
