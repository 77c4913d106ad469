"""A record with the findings of its review as comments, which parses again."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.notation.record import CardTurn, Record, Turn
from rowlock.reviews.model import DecisionReview, Review, Unit

LEAST: dict[Unit, float] = {"wins": 0.005, "points": 0.05}
"""Minimum loss that is written."""


def annotate(record: Record, review: Review) -> Record:
    """Write what every turn cost behind its line: `; Ann r5 -4.6%, best y2 (mistake)`.

    Comments of the record stay in front of it.

    >>> import rowlock
    >>> record = rowlock.read_record("examples/evening.rowlock")
    >>> annotated = rowlock.annotate(record, rowlock.review(record))
    >>> str(rowlock.parse_record(str(annotated))) == str(annotated)
    True
    >>> annotated.turns[0].comment.split(";")[0].strip()
    'Max r2 -4.6%, best y2 (mistake)'
    """
    costly: dict[int, list[DecisionReview]] = {}
    for decision in review.decisions:
        if decision.loss >= LEAST[review.unit]:
            costly.setdefault(decision.turn, []).append(decision)
    names = record.setup.names

    def annotated(turn: Turn | CardTurn) -> Turn | CardTurn:
        said = [_said(names, each, review.unit) for each in costly.get(turn.number, ())]
        if not said:
            return turn
        before = [turn.comment.strip()] if turn.comment and turn.comment.strip() else []
        return replace(turn, comment=" " + "; ".join(before + said))

    items = (
        annotated(item) if isinstance(item, Turn | CardTurn) else item for item in record.items
    )
    return replace(record, items=tuple(items))


def _said(names: tuple[str, ...], decision: DecisionReview, unit: Unit) -> str:
    lost = f"{-100 * decision.loss:.1f}%" if unit == "wins" else f"{-decision.loss:.2f}"
    mark = f" ({decision.mark})" if decision.mark else ""
    best = decision.moves[0].move
    return f"{names[decision.seat - 1]} {decision.chosen} {lost}, best {best}{mark}"
