"""A position as plain data: what `replay --json` prints."""

from __future__ import annotations

from rowlock.notation.summary import RowSummary, summary
from tests.notation.texts import final, record

DOUBLE = record("1. 12 2111 | r3 +r4 | g3", "2. 55 1111 | r10 | b10", variant="double_b")


def test_a_crossed_double_cell_is_listed_once_and_counts_twice() -> None:
    """S-05: Ann's 3, 4, 10 are four crosses, 10 points; Ben's blue 10 two, his green 3 one."""
    found = summary(final(DOUBLE))
    ann, ben = found.players
    assert ann.rows[0] == RowSummary(row="red", crosses=[3, 4, 10], locked=False, points=10)
    assert ben.rows[2] == RowSummary(row="green", crosses=[3], locked=False, points=1)
    assert ben.rows[3] == RowSummary(row="blue", crosses=[10], locked=False, points=3)
    assert [(player.bonus, player.total) for player in found.players] == [(0, 10), (0, 4)]
