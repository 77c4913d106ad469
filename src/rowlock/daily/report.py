"""Reports a finished game of the day in the terminal or as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.daily.judge import DayEvaluation
from rowlock.languages.texts import Texts
from rowlock.reviews.format import NOTHING_LOST, amount, exact_sum
from rowlock.reviews.model import Review

LISTED = 5
"""Maximum number of costly choices listed."""


class DayReport(DayEvaluation, frozen=True, kw_only=True):
    """The output of `rowlock daily --json`."""

    exact_score: int | None
    """The exact policy's score with the same dice; None until the day is over everywhere."""
    share: str
    review: Review


def day_report(found: DayReport, texts: Texts) -> Iterator[str]:
    """Yield the costliest choices, the sum, and the lines to share."""
    seat, decisions = found.review.seats[0], found.review.decisions
    own = [each for each in decisions if each.seat == seat.seat and each.own]
    yield texts(
        "daily_count",
        costly=sum(each.loss >= NOTHING_LOST for each in own),
        count=seat.decisions,
        amount=amount(texts, seat.loss, found.unit),
    )
    for place in seat.costliest[:LISTED]:
        each = decisions[place]
        if each.loss >= NOTHING_LOST:
            said = texts(
                "daily_choice",
                turn=each.turn,
                phase=texts(f"phase_{each.phase}"),
                chosen=texts.move(each.chosen),
                loss=amount(texts, each.loss, found.unit),
                best=texts.move(each.moves[0].move),
            )
            yield f"  {said}"
    if found.exact:
        yield exact_sum(texts, found.expected, seat)
    else:
        luck = amount(texts, found.luck, found.unit, sign=True)
        yield texts("daily_approximate", luck=luck)
    if found.exact_score is not None:
        yield texts("daily_same", score=found.exact_score)
    yield ""
    yield from found.share.splitlines()
