"""A server that cheats, in every way that docs/fair-dice.md says is caught.

Each cheat changes what the table believes in the moment a game begins, when the server knows every
share, and leaves no trace in the record: checked against itself alone, the record is in order.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rowlock.protocol import server_messages
from rowlock.table import log_entries, view
from rowlock.table.fair.dice import dice_of
from rowlock.table.fair.handshake import DiceEntry, Handshake
from rowlock.table.fair.origin import seal_of
from rowlock.table.game_terms import game_terms
from rowlock.table.state import Table

Cheat = Callable[[pytest.MonkeyPatch], None]


def _seal_again(handshake: Handshake) -> None:
    """Seals that fit whatever the shares and the commitment are now."""
    table, promised = handshake.origin(()).table, handshake.commitment
    handshake.seals = {m: seal_of(table, promised, m, s) for m, s in handshake.shares.items()}


def _at_the_beginning(
    change: Callable[[Table, log_entries.GameBegun], log_entries.GameBegun],
) -> Cheat:
    honest = Table._begin

    def begin(table: Table, entry: log_entries.GameBegun) -> Any:
        return honest(table, change(table, entry))

    return lambda patch: patch.setattr(Table, "_begin", begin)


def _choose_the_seed(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    """Host begins."""
    handshake = table.handshake
    while True:
        handshake._origin = replace(handshake._origin, seed=secrets.token_hex(32))
        _seal_again(handshake)
        origin = handshake.origin(seat.member for seat in entry.seats)
        if dice_of(origin).first(len(entry.seats)) == 0:
            return entry


def _drop_a_share(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    del table.handshake.seals[0], table.handshake.shares[0]
    return entry


def _invent_a_share(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    table.handshake.shares[0] = secrets.token_hex(16)
    _seal_again(table.handshake)
    return entry


def _change_what_others_shared(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    """A friend of the server's picks a share once Ann's is known."""
    table.handshake.shares[1] = secrets.token_hex(16)
    _seal_again(table.handshake)
    return entry


def _swap_the_list(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    handshake = table.handshake
    members = handshake.members
    handshake.members = None if members is None else members[::-1]
    table.seats = entry.seats[::-1]
    handshake.terms = game_terms(table, handshake.salt).digest
    return replace(entry, seats=table.seats)


def _turn_the_round_back(table: Table, entry: log_entries.GameBegun) -> log_entries.GameBegun:
    table.handshake._origin = replace(table.handshake._origin, round=1)
    _seal_again(table.handshake)
    return entry


def show_another_list(patch: pytest.MonkeyPatch) -> None:
    """The host sees a list with another seal of somebody else."""
    honest_of, honest_views = view.view_of, view.encoded_views

    def lie(told: server_messages.TableView) -> None:
        if told.fair.list is not None:
            told.fair.list = (told.fair.list[0], f"1={'0' * 64}")

    def view_of(
        table: Table, member: int | None, *args: Any, **kwargs: Any
    ) -> server_messages.TableView:
        told = honest_of(table, member, *args, **kwargs)
        if member == 0:
            lie(told)
        return told

    def encoded_views(*args: Any, **kwargs: Any) -> dict[int | None, bytes]:
        views = honest_views(*args, **kwargs)
        if 0 in views:
            told = msgspec.json.decode(views[0], type=server_messages.TableView)
            lie(told)
            views[0] = msgspec.json.encode(told)
        return views

    patch.setattr("rowlock.server.rooms.room.view_of", view_of)
    patch.setattr("rowlock.server.rooms.audience.encoded_views", encoded_views)


def _after_a_failed_start(change: Callable[[Handshake, log_entries.StartFailed], None]) -> Cheat:
    honest = Handshake.apply

    def apply(handshake: Handshake, entry: DiceEntry) -> None:
        before = handshake._origin
        honest(handshake, entry)
        if isinstance(entry, log_entries.StartFailed):
            change(handshake, replace(entry, seed=before.seed))

    return lambda patch: patch.setattr(Handshake, "apply", apply)


def _use_the_seed_again(handshake: Handshake, entry: log_entries.StartFailed) -> None:
    handshake._origin = replace(handshake._origin, seed=entry.seed)


def _count_no_round(handshake: Handshake, entry: log_entries.StartFailed) -> None:
    handshake._origin = replace(handshake._origin, round=1)


choose_the_seed = _at_the_beginning(_choose_the_seed)
drop_a_share = _at_the_beginning(_drop_a_share)
invent_a_share = _at_the_beginning(_invent_a_share)
change_what_others_shared = _at_the_beginning(_change_what_others_shared)
swap_the_list = _at_the_beginning(_swap_the_list)
turn_the_round_back = _at_the_beginning(_turn_the_round_back)
use_the_seed_again = _after_a_failed_start(_use_the_seed_again)
count_no_round = _after_a_failed_start(_count_no_round)
