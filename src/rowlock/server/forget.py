"""A log without the traces of one member: their names and what they said.

The same number of entries stays, and the same game: only names and words go. Names that stand for
an erased one cannot be chosen by anybody (`names.py`), and are told apart from all others in the
log, because a game with two players of one name could not be folded any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from rowlock.server import entries as log
from rowlock.server.names import erased_name


def forgotten(entries: Sequence[log.LogEntry], member: int) -> list[log.LogEntry]:
    """The entries without the names and the words of a member."""
    own = {seat.name for entry in entries for seat in _seats(entry) if seat.member == member}
    others = {
        seat.name for entry in entries for seat in _seats(entry) if not _theirs(seat, member, own)
    }
    before: tuple[log.SeatState, ...] = ()
    clean: list[log.LogEntry] = []
    for entry in entries:
        match entry:
            case log.SeatsAre(left=left) if left is not None and left < len(before):
                nameless = _nameless(entry.seats, member, own, others)
                gone = _theirs(before[left], member, own)
                name = erased_name(left, others) if gone else entry.left_name
                clean.append(replace(entry, seats=nameless, left_name=name))
            case log.SeatsAre(seats=seats) | log.GameBegun(seats=seats):
                clean.append(replace(entry, seats=_nameless(seats, member, own, others)))
            case log.LineSaid(member=speaker) if speaker == member:
                clean.append(replace(entry, text=""))
            case _:
                clean.append(entry)
        before = _seats(entry) or before
    return clean


def _seats(entry: log.LogEntry) -> tuple[log.SeatState, ...]:
    return entry.seats if isinstance(entry, log.SeatsAre | log.GameBegun) else ()


def _theirs(seat: log.SeatState, member: int, own: Collection[str]) -> bool:
    """A seat of the member, or one where a bot plays on under the name they left behind."""
    return seat.member == member or (seat.kind == "bot" and seat.name in own)


def _nameless(
    seats: Iterable[log.SeatState], member: int, own: Collection[str], others: Collection[str]
) -> tuple[log.SeatState, ...]:
    return tuple(
        replace(seat, name=erased_name(number, others)) if _theirs(seat, member, own) else seat
        for number, seat in enumerate(seats)
    )
