"""A small slice of what scripts/fuzz does to tables and to the server."""

from __future__ import annotations

import asyncio

import pytest

from rowlock.server.protocol.codes import CODES
from rowlock.server.room import Room
from tests.fuzz.fuzzer import Found
from tests.fuzz.messages import fuzz_messages
from tests.fuzz.requests import fuzz_requests


@pytest.mark.parametrize("seed", range(3))
def test_random_messages_are_granted_or_refused(seed: int) -> None:
    outcomes = fuzz_messages(seed, 2000)
    assert outcomes["Ack"] > 100
    assert set(outcomes) <= {*CODES, "Ack", "Pong", "Because"}


def test_odd_requests_are_answered() -> None:
    outcomes = fuzz_requests(1, 1500)
    assert {"200", "400", "403", "404"} <= set(outcomes)
    assert sum(outcomes.values()) > 1400


def test_the_fuzzer_notices_a_table_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        await asyncio.sleep(0)
        raise KeyError("a fault")

    monkeypatch.setattr(Room, "_carry_out", broken)
    with pytest.raises(Found, match="internal"):
        fuzz_messages(1, 500)
