"""How long a log can become: nobody fills it alone, and nobody stops the game by trying.

A game needs a few hundred entries of each player. Whoever has caused many more than that may still
do what the game waits for: roll, and answer what is asked for the first time.
"""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.table import log_entries
from rowlock.table.commands.outcome import Entries
from rowlock.table.state import Table

MOST_ENTRIES = 1000
"""Of one member."""
MOST_MEMBERS = 50
"""Who ever had a key to one table."""


def has_entries_left(table: Table, member: int | None) -> bool:
    return member is None or table.spent.get(member, 0) < MOST_ENTRIES


def check_entry_limit(table: Table, member: int | None, entries: Entries) -> None:
    if has_entries_left(table, member):
        return
    if not all(_needed(table, entry) for entry in entries):
        raise Illegal("too_many_changes", "you have changed too much at this table")


def _needed(table: Table, entry: log_entries.LogEntry) -> bool:
    match entry:
        case log_entries.SeatAnswered(seat=seat):
            return seat in table.owing
        case log_entries.SeatsAre(left=left):
            return left is not None
        case _:
            return isinstance(
                entry,
                log_entries.DiceRolled
                | log_entries.GameBegun
                | log_entries.MemberGone
                | log_entries.HostIs,
            )
