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
"""Members of one table, with those who left their game; who left before its start does not count,
or a stranger could close a lobby by coming and going."""


def check_room_for_member(table: Table) -> None:
    if sum(not member.left_early for member in table.members.values()) >= MOST_MEMBERS:
        raise Illegal("table_full", "too many people have come and gone at this table")


def has_entries_left(table: Table, member: int | None) -> bool:
    return member is None or table.spent.get(member, 0) < MOST_ENTRIES


def check_entry_limit(table: Table, member: int | None, entries: Entries) -> None:
    if has_entries_left(table, member):
        return
    if not all(is_needed(table, entry) for entry in entries):
        raise Illegal("too_many_changes", "you have changed too much at this table")


def is_needed(table: Table, entry: log_entries.LogEntry) -> bool:
    """Whether the game waits for this."""
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
                | log_entries.HostIs
                | log_entries.CoverSet,
            )


def is_extra(entry: log_entries.LogEntry) -> bool:
    """Whether this holds texts of people and no game needs it."""
    match entry:
        case log_entries.SeatsAre(left=left):
            return left is None
        case _:
            return isinstance(
                entry,
                log_entries.LineSaid
                | log_entries.OptionsAre
                | log_entries.MemberCame
                | log_entries.SeatRequested,
            )
