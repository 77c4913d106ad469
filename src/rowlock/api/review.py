"""Reviews of games: the cost of every choice, and the luck of the dice."""

from __future__ import annotations

from rowlock.notation import Record, parse_record, replay
from rowlock.reviews import review as of_record
from rowlock.reviews.bulk import table_for
from rowlock.reviews.luck import MANY_SAMPLES
from rowlock.reviews.model import Review
from rowlock.solver.table_cache import table_of


def review(record: Record | str, *, rollouts: float = 0.0) -> Review:
    """Review a recorded game, as `rowlock review` does.

    `record` is a `Record` or its text. For `rollouts` seconds costly choices are played out. Values
    are chances of winning, or points in a solo game. Needs the extra `fast`.

    >>> import rowlock
    >>> record = rowlock.read_record("examples/evening.rowlock")
    >>> report = rowlock.review(record)
    >>> report.unit, [seat.name for seat in report.seats]
    ('wins', ['Max', 'Emma', 'Laura', 'Linus'])
    >>> worst = max(report.decisions, key=lambda decision: decision.loss)
    >>> worst.turn, worst.seat, worst.chosen, worst.moves[0].move  # seats count from 1
    (23, 3, '+y5', '+g2')
    """
    if isinstance(record, str):
        record = parse_record(record)
    table = table_for(replay(record), table_of)
    return of_record(record, rollouts=rollouts, table=table, luck_samples=MANY_SAMPLES)
