"""A small slice of what scripts/fuzz does to tables and to the server."""

from __future__ import annotations

import asyncio

import pytest

from rowlock.protocol.codes import CODES
from rowlock.server.rooms.room import Room
from tests.fuzz.fuzzer import Found
from tests.fuzz.messages import fuzz_messages
from tests.fuzz.requests import fuzz_requests
from tests.fuzz.sheets import FIRST, fuzz_sheets


@pytest.mark.parametrize("seed", range(3))
def test_random_messages_are_granted_or_refused(seed: int) -> None:
    outcomes = fuzz_messages(seed, 2000)
    assert outcomes["Ack"] > 100
    assert set(outcomes) <= {*CODES, "Ack", "Pong", "WhyNotReply"}


def test_odd_requests_are_answered() -> None:
    outcomes = fuzz_requests(1, 1500)
    assert {"200", "400", "403", "404"} <= set(outcomes)
    assert sum(outcomes.values()) > 1400


def test_spoiled_sheets_are_made_or_refused_in_time_and_in_little_memory() -> None:
    tally = fuzz_sheets(1, FIRST + 50)
    assert {"sheet: good", "sheet: bad_variant", "sheet: malformed"} <= set(tally.outcomes)
    assert sum(tally.outcomes.values()) == FIRST + 50


def test_the_fuzzer_notices_a_table_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        await asyncio.sleep(0)
        raise KeyError("a fault")

    monkeypatch.setattr(Room, "_carry_out", broken)
    with pytest.raises(Found, match="internal"):
        fuzz_messages(1, 500)
