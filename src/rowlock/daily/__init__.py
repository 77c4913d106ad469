"""The game of the day: the same dice for everybody, and what was made of them.

>>> from rowlock.daily import day_of
>>> day = day_of("2026-11-21")
>>> day.variant.id, day.players
('classic', 2)

How the dice are made: `rowlock.table.day`; what it promises and what not: docs/daily.md.
"""

from rowlock.table.day import SCHEME, Day, day_of

__all__ = ["SCHEME", "Day", "day_of"]
