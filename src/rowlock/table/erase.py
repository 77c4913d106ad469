"""Erases the names and the chat of a member from a log.

The number of entries and the game stay the same. Names that replace erased ones cannot be chosen by
players (`names.py`), and differ from all others in the log, because a game in which two players
have the same name cannot be folded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from rowlock.table import log_entries
from rowlock.table.names import erased_name


def erased_log(entries: Sequence[log_entries.LogEntry], member: int) -> list[log_entries.LogEntry]:
    """The entries without the names and the chat of a member."""
    own = {seat.name for entry in entries for seat in _seats(entry) if seat.member == member}
    others = {
        seat.name for entry in entries for seat in _seats(entry) if not _theirs(seat, member, own)
    }
    before: tuple[log_entries.SeatState, ...] = ()
    clean: list[log_entries.LogEntry] = []
    for entry in entries:
        match entry:
            case log_entries.SeatsAre(left=left) if left is not None and left < len(before):
                nameless = _nameless(entry.seats, member, own, others)
                gone = _theirs(before[left], member, own)
                name = erased_name(left, others) if gone else entry.left_name
                clean.append(replace(entry, seats=nameless, left_name=name))
            case log_entries.SeatsAre(seats=seats) | log_entries.GameBegun(seats=seats):
                clean.append(replace(entry, seats=_nameless(seats, member, own, others)))
            case log_entries.ListFixed(members=members) if member in members:
                clean.append(replace(entry, salt=""))
            case log_entries.LineSaid(member=speaker) if speaker == member:
                clean.append(replace(entry, text=""))
            case log_entries.SeatRequested(member=asker) if asker == member:
                clean.append(replace(entry, name=erased_name(member, others)))
            case log_entries.AnswersPrepared(who=who) if who == member:
                clean.append(replace(entry, answers=()))
            case _:
                clean.append(entry)
        before = _seats(entry) or before
    return clean


def _seats(entry: log_entries.LogEntry) -> tuple[log_entries.SeatState, ...]:
    return entry.seats if isinstance(entry, log_entries.SeatsAre | log_entries.GameBegun) else ()


def _theirs(seat: log_entries.SeatState, member: int, own: Collection[str]) -> bool:
    """Whether a seat is the member's, or has a bot with the name that the member left behind."""
    return seat.member == member or (seat.kind == "bot" and seat.name in own)


def _nameless(
    seats: Iterable[log_entries.SeatState],
    member: int,
    own: Collection[str],
    others: Collection[str],
) -> tuple[log_entries.SeatState, ...]:
    return tuple(
        replace(seat, name=erased_name(number, others)) if _theirs(seat, member, own) else seat
        for number, seat in enumerate(seats)
    )
