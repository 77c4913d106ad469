"""Every intent finds the function that decides about it, and the question finds its name."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rowlock.errors import Refusal
from rowlock.protocol import client_messages
from rowlock.protocol.codes import CODES
from rowlock.table import log_entries
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.starting import begin
from rowlock.table.commands.turns import roll
from rowlock.table.fair.origin import SEALED_SHARES
from rowlock.table.options import TableOptions
from rowlock.table.question import Question
from rowlock.table.state import Table

FIELDS: dict[str, Any] = {
    "ask": "1.1",
    "cell": "r5",
    "emote": "wow",
    "key": "1",
    "kind": "cross",
    "level": "medium",
    "member": 1,
    "moves": ["-"],
    "muted": True,
    "n": 0,
    "name": "Zoe",
    "options": {"variant": "longo"},
    "row": 0,
    "seat": 0,
    "round": 1,
    "seal": "0" * 64,
    "share": "0" * 32,
    "text": "hello",
    "to": 1,
    "turn": 1,
}
"""Something sensible for every field that an intent may have."""
WISHES: tuple[type[client_messages.Intent], ...] = get_args(client_messages.Command)
LOBBY_ONLY = {
    client_messages.Configure,
    client_messages.AddSeat,
    client_messages.DropSeat,
    client_messages.AddBot,
    client_messages.AddLocal,
    client_messages.ChooseSheet,
    client_messages.MoveSeat,
    client_messages.Rename,
    client_messages.SealShare,
}


def table_of(*entries: log_entries.LogEntry) -> Table:
    """Ann is the host, the other seat is open."""
    table = Table()
    seats = (log_entries.SeatState("person", "Ann", "", 0), log_entries.SeatState())
    for entry in (
        log_entries.TableMade(
            "BCDFGHJK", log_entries.StoredOptions(), "00" * 32, 0.0, None, SEALED_SHARES
        ),
        log_entries.MemberCame(0, "", host=True),
        log_entries.SeatsAre(seats),
        *entries,
    ):
        table.apply(entry)
    return table


def playing() -> Table:
    table = table_of()
    for entry in begin(table, 0.0):
        table.apply(entry)
    return table


def code_of(table: Table, kind: type[client_messages.Intent], member: int | None = 0) -> str | None:
    """The reason for which the intent is refused, if it is."""
    fields = {name: FIELDS[name] for name in kind.__struct_fields__ if name in FIELDS}
    intent: Any = msgspec.convert(fields | {"type": kind.__struct_config__.tag}, type=kind)
    try:
        decide(table, member, intent, now=0.0, levels=("medium",))
    except Refusal as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("kind", WISHES)
def test_every_intent_is_decided_about_for_its_own_reasons(
    kind: type[client_messages.Intent],
) -> None:
    before, after = code_of(table_of(), kind), code_of(playing(), kind)
    assert {before, after} <= {None, *CODES}
    assert before != "already_started"
    assert (after == "already_started") == (kind in LOBBY_ONLY)


@pytest.mark.parametrize("kind", WISHES)
def test_spectators_may_only_ping(kind: type[client_messages.Intent]) -> None:
    assert code_of(playing(), kind, None) == (None if kind is client_messages.Ping else "spectator")


@pytest.mark.parametrize("kind", WISHES)
def test_a_player_who_left_is_not_a_member(kind: type[client_messages.Intent]) -> None:
    table = table_of(log_entries.MemberGone(0))
    assert code_of(table, kind) == (None if kind is client_messages.Ping else "bad_token")


def test_deciding_changes_nothing() -> None:
    table = table_of()
    for kind in WISHES:
        code_of(table, kind)
    assert (table.seq, table.options, table.names) == (3, TableOptions(), ("Ann", ""))


def test_a_question_has_a_turn_and_a_kind() -> None:
    table = playing()
    asked = [table.question]
    assert (table.moment, table.owing) == ((1, "roll"), (0,))
    for entry in roll(table):
        table.apply(entry)
    asked.append(table.question)
    assert asked == [None, Question(1, "action1")]  # the roll comes first
    names = [str(Question(12, kind)) for kind in ("take", "action1", "action2")]
    assert names == ["12.0", "12.1", "12.2"]
