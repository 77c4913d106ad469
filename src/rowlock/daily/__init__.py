"""Game of the day: the same dice for everyone, and the evaluation of finished games.

>>> from rowlock.daily import day_of
>>> day = day_of("2026-11-21")
>>> day.variant.id, day.players
('classic', 2)

`rowlock.table.day` derives the dice. docs/daily.md says what the game of the day guarantees.
"""

from rowlock.table.day import SCHEME, Day, day_of

__all__ = ["SCHEME", "Day", "day_of"]
