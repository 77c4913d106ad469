"""Commands in the lobby: the host arranges the table, players choose their names."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core.game import new_game
from rowlock.errors import Illegal, Unreadable
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import (
    UNLIMITED,
    Caller,
    TableLimits,
    host_only,
    open_seat,
    own_seat,
    seat_at,
)
from rowlock.table.commands.outcome import Entries
from rowlock.table.commands.seat_sheets import reconfigured
from rowlock.table.names import bot_name, clean_name
from rowlock.table.options import TableOptions, for_message, from_message
from rowlock.table.over_days import check_pace, check_webhook
from rowlock.table.sheets import variant_of
from rowlock.table.state import Table
from rowlock.variants import MAX_SEATS, NAMES

OPEN = log_entries.SeatState()


def rename(table: Table, asker: Caller, intent: client_messages.Rename) -> Entries:
    before_start(table)
    own_seat(table, asker, intent.seat)
    name = clean_name(intent.name, _other_names(table, intent.seat))
    return _with_seat(table, intent.seat, replace(table.seats[intent.seat], name=name))


def configure(table: Table, asker: Caller, intent: client_messages.Configure) -> Entries:
    host_only(table, asker)
    options = from_message(intent.options)
    if options.variant == table.options.variant and not options.sheet:
        options = replace(options, sheet=table.options.sheet)  # the page does not get the file
    options = replace(options, sheets=table.options.sheets)
    if options.webhook == for_message(table.options).webhook:
        options = replace(options, webhook=table.options.webhook)  # the page gets the host only
    if options != replace(table.options, pace=options.pace):
        before_start(table)
    check_options(options, asker.levels, asker.limits)
    return reconfigured(table, options)


def add_seat(table: Table, asker: Caller) -> Entries:
    _arranging(table, asker)
    if len(table.seats) >= MAX_SEATS:
        raise Illegal("table_full", f"{MAX_SEATS} seats is the maximum")
    return [log_entries.SeatsAre((*table.seats, OPEN))]


def drop_seat(table: Table, asker: Caller, intent: client_messages.DropSeat) -> Entries:
    _arranging(table, asker)
    open_seat(table, intent.seat)
    if len(table.seats) == 1:
        raise Illegal("no_players", "a table has at least one seat")
    return [log_entries.SeatsAre(table.seats[: intent.seat] + table.seats[intent.seat + 1 :])]


def add_bot(table: Table, asker: Caller, intent: client_messages.AddBot) -> Entries:
    _arranging(table, asker)
    seat, level = intent.seat, intent.level
    known_level(level, asker.levels)
    if seat_at(table, seat).kind != "bot":
        open_seat(table, seat)
    elif table.seats[seat].level == level:
        return []
    name = bot_name(level, _other_names(table, seat))  # a new level gets a new name
    sheet = table.seats[seat].variant
    return _with_seat(table, seat, log_entries.SeatState("bot", name, level, None, sheet))


def add_local(table: Table, asker: Caller, intent: client_messages.AddLocal) -> Entries:
    _arranging(table, asker)
    open_seat(table, intent.seat)
    name, sheet = clean_name(intent.name, table.names), table.seats[intent.seat].variant
    person = log_entries.SeatState("person", name, "", asker.member, sheet)
    return _with_seat(table, intent.seat, person, joined=intent.seat)


def move_seat(table: Table, asker: Caller, intent: client_messages.MoveSeat) -> Entries:
    _arranging(table, asker)
    seat_at(table, max(intent.seat, intent.to))
    order = list(table.seats)
    order.insert(intent.to, order.pop(intent.seat))
    return [log_entries.SeatsAre(tuple(order))] if intent.seat != intent.to else []


def check_options(
    options: TableOptions, levels: tuple[str, ...], limits: TableLimits = UNLIMITED
) -> None:
    """Refuse options that no table can have."""
    if options.sheet:
        if variant_of(options).id != options.variant:
            raise Unreadable("unknown_variant", "the sheet's id differs from that of the options")
    elif options.variant not in NAMES:
        raise Unreadable("unknown_variant", f"there is no sheet {options.variant!r} here")
    if options.cards:
        if options.dice == "real":
            raise Illegal("bad_options", "real dice and cards cannot be combined")
        new_game(variant_of(options), ["?"], cards=True)
    if options.cover:
        known_level(options.cover, levels)
    check_pace(options, limits.keep_s)
    check_webhook(options, limits.webhook_hosts)


def known_level(level: str, levels: tuple[str, ...]) -> None:
    if level not in levels:
        raise Illegal("unknown_bot", f"there is no bot {level!r} here")


def before_start(table: Table) -> None:
    if table.stage != "lobby":
        raise Illegal("already_started", "the game has begun")


def _arranging(table: Table, asker: Caller) -> None:
    before_start(table)
    host_only(table, asker)


def _other_names(table: Table, seat: int) -> list[str]:
    return [name for number, name in enumerate(table.names) if number != seat]


def _with_seat(
    table: Table, seat: int, state: log_entries.SeatState, joined: int | None = None
) -> Entries:
    seats = (*table.seats[:seat], state, *table.seats[seat + 1 :])
    return [] if seats == table.seats else [log_entries.SeatsAre(seats, joined)]
