"""A process that is gone in the middle of what was passed on to it."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowlock.protocol.base import VERSION
from rowlock.server.http.routes import ROUTES
from tests.cluster.processes import PATIENCE_S, new_database, processes, wait_for
from tests.server.running import Running, running


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[tuple[Running, Running]]:
    options: dict[str, Any] = {"database": new_database(database), "lease_seconds": 60.0}
    with running(**options) as owner, running(**options) as other:
        yield owner, other


@contextlib.contextmanager
def cut_once(server: Running, owner: Any, name: str) -> Iterator[list[object]]:
    """The first time that a method has done its work, the lines to its server break before it can
    answer; gives how often it was done."""
    work: Callable[..., Any] = getattr(owner, name)
    done: list[object] = []

    async def then_cut(*values: Any) -> Any:
        given = await work(*values)
        done.append(given)
        if len(done) == 1:
            for connection in list(server.server.server_state.connections):
                connection.transport.abort()
        return given

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, then_cut)
        yield done


def test_a_request_that_may_have_taken_effect_is_not_retried(
    servers: tuple[Running, Running],
) -> None:
    owner, other = servers
    rooms = owner.services.rooms
    table = owner.create("me:Ann", "open", "open")["table"]
    with cut_once(owner, rooms, "join") as joins:
        answer = other.post(f"/api/tables/{table}/join", {"name": "Ben"}, timeout=PATIENCE_S)
    assert (answer.status_code, answer.json()["code"]) == (502, "no_answer")
    assert len(joins) == 1
    seats = owner.get(f"/api/tables/{table}").json()["seats"]
    assert [seat.get("name") for seat in seats][:2] == ["Ann", "Ben"]
    assert seats[2]["kind"] == "open"


def test_a_game_is_not_deleted_twice(servers: tuple[Running, Running]) -> None:
    owner, other = servers
    made = owner.create("me:Ann", "open")
    key = {"authorization": f"Bearer {made['token']}"}
    with cut_once(owner, owner.services.rooms, "erase") as erased:
        address = f"{other.url}/api/tables/{made['table']}"
        answer = other.http.delete(address, headers=key, timeout=PATIENCE_S)
    assert (answer.status_code, answer.json()["code"]) == (502, "no_answer")
    assert erased == [True]


def test_idempotent_requests_are_retried(
    servers: tuple[Running, Running],
) -> None:
    owner, other = servers
    rooms = owner.services.rooms
    made = owner.create("me:Ann", "open", chat=True)
    address = f"/api/tables/{made['table']}"
    with cut_once(owner, rooms, "get") as looked:
        assert other.get(address, timeout=PATIENCE_S).status_code == 200
    assert len(looked) == 2
    room = rooms.rooms[made["table"]]
    with cut_once(owner, room, "handle") as said:
        wish = {"type": "chat", "id": 1, "key": "k", "text": "once"}
        key = {"authorization": f"Bearer {made['token']}"}
        answer = other.post(f"{address}/send", wish, headers=key, timeout=PATIENCE_S)
    assert answer.json()["type"] == "ack"
    assert len(said) == 2
    assert len(room.table.chat) == 1


def test_only_what_is_safe_is_asked_again() -> None:
    again = {(route.method, route.path.rpartition("/")[2]) for route in ROUTES if route.twice}
    assert {path for method, path in again if method == "POST"} == {
        *("stream", "send", "calls", "advice", "waiting")
    }
    assert {path for method, path in again if method == "DELETE"} == {"calls"}


def test_an_incomplete_answer_is_not_an_answer(servers: tuple[Running, Running]) -> None:
    """Where its length was told; whoever asked would wait for the rest."""
    owner, other = servers
    table = owner.create("me:Ann", "open")["table"]
    app = owner.app
    whole = app._http
    broken: list[Any] = []

    async def half(scope: Any, receive: Any, send: Any) -> None:
        async def cut(message: Any) -> None:
            if message["type"] == "http.response.body" and not broken:
                broken.append(message)
                await send({**message, "body": message["body"][:10], "more_body": True})
                for connection in list(owner.server.server_state.connections):
                    connection.transport.close()
                return
            await send(message)

        await whole(scope, receive, cut)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(app, "_http", half)
        answer = other.get(f"/api/tables/{table}", timeout=PATIENCE_S)
    assert broken
    assert answer.json() == owner.get(f"/api/tables/{table}").json()


@pytest.mark.parametrize(("who", "number"), [("owner", signal.SIGKILL), ("other", signal.SIGTERM)])
def test_a_forwarded_stream_ends_quietly_when_either_process_stops(
    who: str, number: signal.Signals, database: str, tmp_path: Path
) -> None:
    with processes(2, new_database(database), tmp_path) as (owner, other):
        made = owner.create("Ann", "Ben")
        hello = {"type": "hello", "version": VERSION, "token": made["token"]}
        there = f"/api/tables/{made['table']}/stream"
        with httpx.stream("POST", other.url + there, json=hello, timeout=60) as stream:
            lines = stream.iter_lines()
            view = next(line for line in lines if line.startswith("data:"))
            assert json.loads(view[5:])["type"] == "view"
            dying = {"owner": owner, "other": other}[who]
            dying.signal(number)
            list(lines)  # it ends, and says so
        wait_for(lambda: "stream_broken" in other.log.read_text())
        wait_for(lambda: dying.process.poll() is not None)
        said = other.log.read_text()
        assert "Traceback" not in said
        assert "error" not in said.lower()
