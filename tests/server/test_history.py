"""A record and a replay are read from a live table, in a thread, and leave it as it is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from rowlock.notation import Scribe, parse_record
from rowlock.table import log_entries
from rowlock.table.day import SCHEME
from rowlock.table.fair.origin import SEALED_SHARES
from rowlock.table.history import record_text, record_with, replay
from rowlock.table.state import Table
from tests.server.test_table import SEATS, lobby, next_entry, shown

SATURDAY = "2026-11-21"
"""A day whose game has two players."""


def begun(options: log_entries.StoredOptions, day: str = "") -> Table:
    table = Table()
    for entry in lobby(options):
        table.apply(replace(entry, day=day) if isinstance(entry, log_entries.TableMade) else entry)
    table.apply(log_entries.GameBegun(SEATS, table.variant.digest, 1.0))
    return table


def played(table: Table) -> Table:
    while table.stage == "playing":
        table.apply(next_entry(table))
    assert table.stage == "over"
    return table


@pytest.mark.parametrize(("day", "dice"), [("", SEALED_SHARES), (SATURDAY, SCHEME)])
def test_serving_a_replay_from_threads_leaves_the_table_equal(day: str, dice: str) -> None:
    table = played(begun(log_entries.StoredOptions(chat=True), day))
    before = shown(table)
    with ThreadPoolExecutor(4) as pool:
        replays = list(pool.map(replay, [table] * 8))
        texts = list(pool.map(record_text, [table] * 8))
    assert shown(table) == before
    assert replays == [replays[0]] * 8
    assert texts == [texts[0]] * 8
    assert parse_record(texts[0]).headers["Dice"].value == dice
    assert scribe_of(table).headers == {}


def test_a_record_with_more_headers_is_independent_of_its_scribe() -> None:
    table = played(begun(log_entries.StoredOptions(chat=True)))
    scribe = scribe_of(table)
    scribe.headers["Event"] = "club night"
    record = record_with(scribe, {"Table": "BCDFGHJK"})
    assert record.headers["Event"].value == "club night"
    assert record.headers["Table"].value == "BCDFGHJK"
    assert scribe.headers == {"Event": "club night"}
    scribe.headers["Event"] = "another night"
    assert record.headers["Event"].value == "club night"


def scribe_of(table: Table) -> Scribe:
    assert table.scribe is not None
    return table.scribe
