"""Everything is looked at for garbage when many have gone, and not while people play."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys

import pytest

from rowlock.server.process.gc_policy import LEAST_GONE, ClosedConnections


def collections_after(gone: int, still_open: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often everything is looked at while so many leave one after the other."""
    seen: list[None] = []
    monkeypatch.setattr(gc, "collect", lambda: seen.append(None))

    async def story() -> None:
        departures = ClosedConnections()
        for _ in range(gone):
            departures.another(still_open)
        await asyncio.sleep(0)

    asyncio.run(story())
    return len(seen)


@pytest.mark.parametrize(
    ("gone", "still_open", "looks"),
    [
        (LEAST_GONE - 1, 0, 0),
        (LEAST_GONE, 0, 1),
        (2 * LEAST_GONE, 5, 2),
        (9_999, 10_000, 0),
        (10_000, 10_000, 1),
    ],
)
def test_it_is_looked_for_when_as_many_have_gone_as_are_open(
    gone: int, still_open: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert collections_after(gone, still_open, monkeypatch) == looks


def test_startup_objects_are_frozen_out_of_gc() -> None:
    code = (
        "import gc; from rowlock.server.process.gc_policy import YOUNG, configure_collector; "
        "configure_collector(); "
        "assert gc.get_freeze_count() > 10_000; assert gc.get_threshold()[0] == YOUNG; "
        "assert gc.isenabled()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
