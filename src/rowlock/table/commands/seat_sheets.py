"""A sheet for each seat: players choose theirs before the start, and the host for all seats."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rowlock.core.game import new_game
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, own_seat, seat_at
from rowlock.table.commands.outcome import Entries
from rowlock.table.log_entries import SeatState
from rowlock.table.options import TableOptions, for_log
from rowlock.table.sheets import own_variant, variant_of, variants_of
from rowlock.table.state import Table
from rowlock.variants import NAMES
from rowlock.variants.together import check_fit


def choose_sheet(table: Table, asker: Caller, intent: client_messages.ChooseSheet) -> Entries:
    if table.stage != "lobby":
        raise Illegal("already_started", "the game has begun")
    seat_at(table, intent.seat)
    if asker.member != table.host:
        own_seat(table, asker, intent.seat)
    if not table.options.sheet_per_seat:
        raise Illegal("bad_options", "all players of this table have the same sheet")
    seats, number = table.seats, intent.seat
    options = _with_file(table, intent) if intent.sheet else table.options
    name = "" if intent.variant == options.variant else intent.variant
    seats = (*seats[:number], replace(seats[number], variant=name), *seats[number + 1 :])
    check_seats(options, seats)
    return changes(table, without_unused(options, seats), seats)


def changes(table: Table, options: TableOptions, seats: tuple[SeatState, ...]) -> Entries:
    """The entries for other options and seats, in the order that keeps every seat's sheet known."""
    entries: Entries = []
    if options != table.options:
        entries.append(log_entries.OptionsAre(for_log(options)))
    if seats != table.seats:
        entries.append(log_entries.SeatsAre(seats))
    return entries


def reconfigured(table: Table, options: TableOptions) -> Entries:
    """The entries for other options. Seats whose sheet does not fit get the table's."""
    seats = tuple(
        seat if _fits(options, seat) else replace(seat, variant="") for seat in table.seats
    )
    return changes(table, without_unused(options, seats), seats)


def check_seats(options: TableOptions, seats: Sequence[SeatState]) -> None:
    """Raise a refusal for a sheet that is not known, or that does not fit the table's."""
    if not options.sheet_per_seat and any(seat.variant for seat in seats):
        raise Illegal("bad_options", "all players of this table have the same sheet")
    own = [own_variant(file).id for file in options.sheets]
    for seat in seats:
        if seat.variant and seat.variant not in own and seat.variant not in NAMES:
            raise Unreadable("unknown_variant", f"there is no sheet {seat.variant!r} here")
    variants = variants_of(options, seats)
    check_fit([variant_of(options), *variants])
    if options.cards:
        new_game(variants, list(map(str, range(len(variants)))), cards=True)


def without_unused(options: TableOptions, seats: Sequence[SeatState]) -> TableOptions:
    """The options with the files of those custom sheets only that a seat has."""
    used = {seat.variant for seat in seats}
    files = tuple(file for file in options.sheets if own_variant(file).id in used)
    return replace(options, sheets=files)


def _with_file(table: Table, intent: client_messages.ChooseSheet) -> TableOptions:
    """The options with this custom sheet. Its id must not mean another sheet to another seat."""
    sheet = own_variant(intent.sheet)
    if sheet.id != intent.variant:
        raise Unreadable("unknown_variant", "the sheet's id differs from the one of the seat")
    others = (*table.seats[: intent.seat], *table.seats[intent.seat + 1 :])
    check_fit([table.variant, *variants_of(table.options, others), sheet])
    options = without_unused(table.options, others)
    files = (file for file in options.sheets if file != intent.sheet)
    return replace(options, sheets=(*files, intent.sheet))


def _fits(options: TableOptions, seat: SeatState) -> bool:
    try:
        check_seats(options, [seat])
    except Refusal:
        return False
    return True
