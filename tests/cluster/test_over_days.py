"""A game over days across a process that is killed, and another one that takes its tables."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx
import psycopg

from rowlock.table import log_entries
from rowlock.table.state import fold
from tests.cluster.processes import PATIENCE_S, Process, new_database, processes, wait_for
from tests.cluster.test_takeover import log_of
from tests.server.slow_visit import OVER_DAYS, Visitor


def post(server: Process, path: str, body: Any) -> Any:
    answer = httpx.post(f"{server.url}{path}", json=body, timeout=PATIENCE_S)
    assert answer.is_success, answer.text
    return answer.json()


def two(server: Process) -> tuple[Visitor, Visitor]:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
    made = post(server, "/api/tables", {"options": OVER_DAYS, "seats": seats})
    table = made["table"]
    joined = post(server, f"/api/tables/{table}/join", {"name": "Ben"})
    return Visitor(table, made["token"]), Visitor(table, joined["token"])


def test_a_game_goes_on_after_kill_9_in_another_process(database: str, tmp_path: Path) -> None:
    fresh = new_database(database)
    with processes(2, fresh, tmp_path) as (one, other):
        visitors = two(one)
        for number in range(6):
            asyncio.run(visitors[number % 2].visit(one))
        before = log_of(fresh, visitors[0].table)
        one.signal(signal.SIGKILL)
        wait_for(lambda: _is_here(other, visitors[0]))
        assert fold(log_of(fresh, visitors[0].table)).prepared == fold(before).prepared
        for number in range(100):
            if asyncio.run(visitors[number % 2].visit(other))["stage"] == "over":
                break
        entries = [log_entries.decode(entry) for entry in log_of(fresh, visitors[0].table)]
        by = {each.by for each in entries if isinstance(each, log_entries.SeatAnswered)}
        assert by == {"person", "prepared"}
        assert not fold(log_of(fresh, visitors[0].table)).prepared_entries
        with psycopg.connect(fresh) as connection:
            row = connection.execute("SELECT total FROM running_time").fetchone()
        assert row is not None
        assert 0 <= row[0] < 600


def _is_here(server: Process, visitor: Visitor) -> bool:
    found = httpx.get(f"{server.url}/api/tables/{visitor.table}", timeout=PATIENCE_S)
    return found.status_code == 200 and bool(json.loads(found.text)["turn"])
