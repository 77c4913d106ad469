"""Every intent finds the function that decides about it, and the question finds its name."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rowlock.errors import Refusal
from rowlock.server import entries as log
from rowlock.server.decide.dispatch import decide
from rowlock.server.decide.starting import begin
from rowlock.server.decide.turns import roll
from rowlock.server.fair_origin import SEALED_SHARES
from rowlock.server.protocol import intents
from rowlock.server.protocol.base import Options
from rowlock.server.protocol.codes import CODES
from rowlock.server.question import Question
from rowlock.server.table import Table

FIELDS: dict[str, Any] = {
    "ask": "1.1",
    "cell": "r5",
    "emote": "wow",
    "key": "1",
    "kind": "cross",
    "level": "medium",
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
WISHES: tuple[type[intents.Intent], ...] = get_args(intents.Wish)
LOBBY_ONLY = {
    intents.Configure,
    intents.AddSeat,
    intents.DropSeat,
    intents.AddBot,
    intents.AddLocal,
    intents.MoveSeat,
    intents.Rename,
    intents.SealShare,
}


def table_of(*entries: log.LogEntry) -> Table:
    """Ann is the host, the other seat is open."""
    table = Table()
    seats = (log.SeatState("person", "Ann", "", 0), log.SeatState())
    for entry in (
        log.TableMade("BCDFGHJK", Options(), "00" * 32, 0.0, None, SEALED_SHARES),
        log.MemberCame(0, "", host=True),
        log.SeatsAre(seats),
        *entries,
    ):
        table.apply(entry)
    return table


def playing() -> Table:
    table = table_of()
    for entry in begin(table, 0.0):
        table.apply(entry)
    return table


def code_of(table: Table, kind: type[intents.Intent], member: int | None = 0) -> str | None:
    """The reason for which the intent is refused, if it is."""
    fields = {name: FIELDS[name] for name in kind.__struct_fields__ if name in FIELDS}
    intent: Any = msgspec.convert(fields | {"type": kind.__struct_config__.tag}, type=kind)
    try:
        decide(table, member, intent, now=0.0, levels=("medium",))
    except Refusal as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("kind", WISHES)
def test_every_intent_is_decided_about_for_its_own_reasons(kind: type[intents.Intent]) -> None:
    before, after = code_of(table_of(), kind), code_of(playing(), kind)
    assert {before, after} <= {None, *CODES}
    assert before != "already_started"
    assert (after == "already_started") == (kind in LOBBY_ONLY)


@pytest.mark.parametrize("kind", WISHES)
def test_who_only_watches_may_ping_and_nothing_else(kind: type[intents.Intent]) -> None:
    assert code_of(playing(), kind, None) == (None if kind is intents.Ping else "spectator")


@pytest.mark.parametrize("kind", WISHES)
def test_who_has_left_is_no_member_any_more(kind: type[intents.Intent]) -> None:
    table = table_of(log.MemberGone(0))
    assert code_of(table, kind) == (None if kind is intents.Ping else "bad_token")


def test_deciding_changes_nothing() -> None:
    table = table_of()
    for kind in WISHES:
        code_of(table, kind)
    assert (table.seq, table.options, table.names) == (3, Options(), ("Ann", ""))


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
