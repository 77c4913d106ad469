"""The end of a game of the day in the terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.daily.judge import Judged
from rowlock.review.report import PHASES, amount, exam_line
from rowlock.review.shapes import Review

LISTED = 5
"""How many of the costliest choices are named."""


class DayReport(Judged, frozen=True, kw_only=True):
    """What `rowlock daily --json` prints."""

    exact_score: int | None
    """What the exact policy makes of the same dice, once nobody can play the day any more."""
    share: str
    review: Review


def day_report(found: DayReport) -> Iterator[str]:
    """What cost most, the sum, and the lines to share."""
    seat = found.review.seats[0]
    yield f"{seat.decisions} choices gave {amount(seat.loss, found.unit)} away."
    for place in seat.costliest[:LISTED]:
        each = found.review.decisions[place]
        yield (
            f"  turn {each.turn}, {PHASES[each.phase]}: {each.chosen} gave "
            f"{amount(each.loss, found.unit)} away; best {each.moves[0].move}"
        )
    if found.exact:
        yield exam_line(found.expected, seat)
    else:
        luck = amount(found.luck, found.unit, sign=True)
        yield f"Luck of the dice: {luck}. No exact table knows this game: figures are approximate."
    if found.exact_score is not None:
        yield f"With these dice the exact policy scores {found.exact_score}."
    yield ""
    yield from found.share.splitlines()
