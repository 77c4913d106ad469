"""Limits of log entries per member and of members per table.

A game needs a few hundred entries per player. A member over the limit may still do what the game
waits for: roll, and give the first answer to a question. So a member can neither fill the log nor
stop the game.
"""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.table import log_entries
from rowlock.table.commands.outcome import Entries
from rowlock.table.state import Table

MOST_ENTRIES = 1000
"""Maximum number of entries caused by one member."""
MOST_MEMBERS = 50
"""Maximum number of members of a table, including those who left during the game. Those who left
before its start do not count, otherwise a stranger could block a lobby by joining and leaving."""


def check_room_for_member(table: Table) -> None:
    if sum(not member.left_early for member in table.members.values()) >= MOST_MEMBERS:
        raise Illegal("table_full", "too many people have joined and left this table")


def has_entries_left(table: Table, member: int | None) -> bool:
    return member is None or table.spent.get(member, 0) < MOST_ENTRIES


def check_entry_limit(table: Table, member: int | None, entries: Entries) -> None:
    if has_entries_left(table, member):
        return
    if not all(is_needed(table, entry) for entry in entries):
        raise Illegal("too_many_changes", "too many changes from you at this table")


def is_needed(table: Table, entry: log_entries.LogEntry) -> bool:
    """Whether the game waits for this entry."""
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
    """Whether the entry contains texts of players and the game does not need it."""
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
