"""The sender of a command, and checks of what they may do."""

from __future__ import annotations

import math

from msgspec import Struct

from rowlock.errors import Illegal
from rowlock.table import log_entries
from rowlock.table.state import Table


class TableLimits(Struct, frozen=True):
    """Settings of the server that limit the options of tables."""

    keep_s: float = math.inf
    """Seconds after its last move until a game is deleted."""
    webhook_hosts: tuple[str, ...] = ()


UNLIMITED = TableLimits()


class Caller(Struct, frozen=True):
    """The member who sent a command, and what the server knows besides the table."""

    member: int
    now: float
    levels: tuple[str, ...]
    """The bots that may take a seat."""
    host_away_s: float = 0.0
    """Seconds for which the host has not been connected."""
    limits: TableLimits = UNLIMITED


def host_only(table: Table, asker: Caller) -> None:
    if asker.member != table.host:
        raise Illegal("not_host", "only the host can do that")


def own_seat(table: Table, asker: Caller, seat: int) -> None:
    if seat >= len(table.seats) or table.seats[seat].member != asker.member:
        raise Illegal("not_your_seat", "this is not your seat")


def seat_at(table: Table, seat: int) -> log_entries.SeatState:
    if seat >= len(table.seats):
        raise Illegal("no_such_seat", "there is no such seat")
    return table.seats[seat]


def open_seat(table: Table, seat: int) -> None:
    if seat_at(table, seat).kind != "open":
        raise Illegal("seat_taken", "this seat is taken")


def person_at(table: Table, seat: int) -> log_entries.SeatState:
    state = seat_at(table, seat)
    if state.kind != "person":
        raise Illegal("seat_empty", "there is no person in this seat")
    return state
