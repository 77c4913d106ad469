"""The HTTP side: who may come, what is sent along, and life without a socket."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from rowlock.languages import LANGUAGES
from rowlock.protocol.base import VERSION
from rowlock.server.config import Settings
from rowlock.server.http import static_files
from rowlock.server.limits.request_guard import RequestGuard
from tests.server.player import player
from tests.server.running import Running, connect, running


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("localhost", True),
        ("127.0.0.1:8377", True),
        ("192.168.1.20:8377", True),
        ("[fe80::1]:8377", True),
        ("my-laptop", True),
        ("my-laptop.local:8377", True),
        ("play.example.org", True),
        ("more.example.org:80", True),
        ("evil.example.com", False),
        ("localhost.evil.com", False),
        ("127.0.0.1.evil.com", False),
        ("", False),
        ("a b", False),
        ("localhost:80;script-src *", False),
        ("[", False),
    ],
)
def test_requests_must_be_addressed_to_us(host: str, welcome: bool) -> None:
    settings = Settings(public_url="https://play.example.org", allowed_hosts=["More.example.org"])
    assert RequestGuard(settings).accepts_host(host) == welcome


def test_a_foreign_host_is_told_so(server: Running) -> None:
    """A name of somebody else that leads to our address (DNS rebinding)."""
    answer = server.get("/api/catalog", headers={"host": "evil.example.com"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_host")
    assert server.get("/healthz", headers={"host": "evil.example.com"}).status_code == 200


def test_the_catalogue_is_compressed_and_sent_again_only_if_it_has_changed(
    server: Running,
) -> None:
    first = server.get("/api/catalog")  # httpx accepts gzip
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) < len(first.content) / 5
    again = server.get("/api/catalog", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = server.get("/api/catalog", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == first.json()


def test_pages_of_other_sites_are_refused(server: Running) -> None:
    body = {"options": {}, "seats": [{"kind": "bot"}]}
    own = f"http://127.0.0.1:{server.settings.port}"
    for origin, status in ((own, 201), ("http://evil.example.com", 403), ("null", 403)):
        answer = server.post("/api/tables", body, headers={"origin": origin})
        assert answer.status_code == status

    async def handshake(origin: str, path: str) -> int:
        try:
            async with connect(server.ws + path, origin=origin):  # type: ignore[arg-type]
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    for path in ("/BCDFGHJK", ""):
        assert asyncio.run(handshake(own, path)) == 101
        assert asyncio.run(handshake("http://evil.example.com", path)) == 403


def test_every_answer_carries_the_strict_headers(server: Running) -> None:
    for path in ("/api/catalog", "/", "/nowhere/else", "/healthz", "/api/nothing"):
        headers = server.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http:" not in policy.replace(f"127.0.0.1:{server.settings.port}", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_health_readiness_and_metrics(server: Running, tmp_path: Path) -> None:
    assert server.get("/healthz").json() == {"ok": True}
    assert server.get("/readyz").json() == {"ok": True}
    assert server.get("/metrics").status_code == 404
    with running(data=str(tmp_path), metrics=True) as open_server:
        open_server.create("me:Ann", "bot")
        text = open_server.get("/metrics").text
        assert "rowlock_tables_made_total 1.0" in text
        assert "Ann" not in text


def test_refusals_over_http_have_codes(server: Running) -> None:
    def code(answer: httpx.Response) -> str:
        assert answer.status_code >= 400
        return str(answer.json()["code"])

    post = server.post
    assert code(post("/api/tables", {"options": {}})) == "malformed"
    assert code(post("/api/tables", {"options": {}, "seats": [], "x": 1})) == "malformed"
    big = {"options": {}, "seats": [{"kind": "me", "name": "x" * 15_000}]}
    assert code(post("/api/tables", big)) == "too_large"
    robot = {"options": {}, "seats": [{"kind": "bot", "level": "genius"}]}
    assert code(post("/api/tables", robot)) == "unknown_bot"
    twice = [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]
    assert code(post("/api/tables", {"options": {}, "seats": twice})) == "seat_taken"
    assert code(server.get("/api/tables/BCDFGHJK")) == "no_such_table"
    assert code(server.get("/api/nothing")) == "not_found"
    assert code(server.get("/api/rules/classic?lang=xx")) == "not_found"
    assert code(server.get("/api/rules/..%2Fsecret?lang=en")) == "not_found"
    made = server.create("me:Ann", "bot")
    assert code(server.get(f"/api/tables/{made['table']}/record")) == "not_over"
    assert code(server.get(f"/api/tables/{made['table']}/replay")) == "not_over"
    assert code(post(f"/api/tables/{made['table']}/send", {"type": "start"})) == "bad_token"


def test_rules_and_qr_codes(server: Running) -> None:
    for language in LANGUAGES:
        assert server.get(f"/api/rules/longo?lang={language}").text.startswith("# ")
    answer = server.post("/api/qr", {"text": "http://192.168.1.20:8377/t/BCDFGHJK"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_new_tables_are_rationed(tmp_path: Path) -> None:
    with running(data=str(tmp_path), tables_per_minute=3.0) as server:
        body = {"options": {}, "seats": [{"kind": "bot"}]}
        answers = [server.post("/api/tables", body).status_code for _ in range(6)]
        assert answers[:3] == [201, 201, 201]
        assert answers[-1] == 429


def test_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot")
        async with (
            player(server, made["table"]),
            player(server, made["table"]),
            connect(f"{server.ws}/{made['table']}") as third,
            connect(server.ws) as old,
        ):
            for socket in (third, old):
                assert json.loads(await socket.recv()) == {"type": "bye", "code": "server_full"}

    with running(data=str(tmp_path), max_connections_per_address=2) as server:
        asyncio.run(story(server))


def test_a_message_to_a_room_that_closes_is_refused_as_by_a_server_that_stops(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.create("me:Ann", "bot", start=True)
    bearer = {"authorization": f"Bearer {made['token']}"}
    address = f"/api/tables/{made['table']}/send"
    assert server.post(address, {"type": "here", "id": 1}, headers=bearer).json()["type"] == "ack"
    monkeypatch.setattr(server.services.rooms.rooms[made["table"]], "closing", True)
    refused = server.post(address, {"type": "here", "id": 2}, headers=bearer)
    assert (refused.status_code, refused.json()["code"]) == (503, "server_stopping")


def test_a_game_without_a_socket(server: Running) -> None:
    """Server-sent events and POST: what is left where a proxy blocks sockets."""
    made = server.create("me:Ann", "bot", start=True)
    table, bearer = made["table"], {"authorization": f"Bearer {made['token']}"}
    hello = {"type": "hello", "version": VERSION, "token": made["token"]}
    over = {}

    def send(message: dict[str, Any]) -> Any:
        return server.post(f"/api/tables/{table}/send", message, headers=bearer).json()

    with server.http.stream(
        "POST", f"{server.url}/api/tables/{table}/stream", json=hello
    ) as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        assert events.headers["x-accel-buffering"] == "no"
        for line in events.iter_lines():
            if not line.startswith("data: "):
                continue
            view = json.loads(line[6:])
            if view["type"] != "view":
                continue
            if view["stage"] == "over":
                over = view
                break
            if view["phase"] == "roll" and view["active"] == 0:
                assert send({"type": "roll", "id": 1, "turn": view["turn"]})["type"] == "ack"
            for decision in view["decisions"]:
                if decision["owed"]:
                    best = max(decision["legal"], key=lambda option: option["gain"])
                    moves = [*decision["answer"], best["move"]]
                    answer = {"type": "answer", "seat": 0, "ask": decision["ask"], "moves": moves}
                    assert send(answer)["type"] == "ack"
    assert over["result"]["winners"]
    assert send({"type": "roll", "id": 7, "turn": 1})["code"] == "game_over"
    assert send({"type": "ping", "id": 8})["type"] == "pong"


def test_everything_works_below_a_base_path(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    with running(data=str(tmp_path), base_path="/games/rowlock") as server:
        asyncio.run(story(server))
        assert server.get("/healthz").status_code == 200


def test_the_page_is_served_for_every_address_of_it(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text('<head><base href="/"></head>', "utf-8")
    (page / "assets" / "main.js").write_text("x" * 2000, "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    with running(data=str(tmp_path / "data"), base_path="/games") as server:
        app = server.app
        app._page = static_files.Page("/games", page)
        for path in ("/", "/t/BCDFGHJK", "/t/BCDFGHJK/replay/12"):
            answer = server.get(path)
            assert '<base href="/games/">' in answer.text
            assert answer.headers["cache-control"] == "no-cache"
        answer = server.get("/assets/main.js")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        tag = {"if-none-match": answer.headers["etag"]}
        assert server.get("/assets/main.js", headers=tag).status_code == 304
        assert server.get("/assets/none.js").status_code == 404
        assert server.get("/..%2Fsecret.txt").status_code == 404
        assert server.get("/%2e%2e/secret.txt").status_code == 404


def test_the_host_deletes_a_game_and_others_their_traces(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "open", chat=True)
        table, key = made["table"], server.join(made["table"], "Benjamin")["token"]
        async with (
            player(server, table, made["token"]) as ann,
            player(server, table, key) as ben,
        ):
            await ben.ok("chat", key="1", text="my secret")
            await ann.ok("start")

        def erase(token: str) -> Any:
            headers = {"authorization": f"Bearer {token}"}
            return server.http.request(
                "DELETE", f"{server.url}/api/tables/{table}", headers=headers
            )

        assert erase("guess").status_code == 403
        assert erase(key).json() == {"table": table, "whole": False}
        async with player(server, table, made["token"]) as ann:
            text = json.dumps(ann.heard)
            assert "Benjamin" not in text
            assert "secret" not in text
            assert ann.view["seats"][1]["name"] == "? 2"
        assert erase(made["token"]).json() == {"table": table, "whole": True}
        assert server.get(f"/api/tables/{table}").status_code == 404

    asyncio.run(story())


def test_old_games_are_deleted_by_themselves(tmp_path: Path) -> None:
    with running(data=str(tmp_path), keep_days=1.0) as server:
        made = server.create("me:Ann", "bot")
        rooms = server.services.rooms
        loop = _loop_of(server)
        now = server.get(f"/api/tables/{made['table']}").json()["created"] / 1000
        asyncio.run_coroutine_threadsafe(rooms.prune(now + 80_000), loop).result(5)
        assert server.get(f"/api/tables/{made['table']}").status_code == 200
        asyncio.run_coroutine_threadsafe(rooms.prune(now + 90_000), loop).result(5)
        assert server.get(f"/api/tables/{made['table']}").status_code == 404


def _loop_of(server: Running) -> asyncio.AbstractEventLoop:
    tidier = server.services.rooms._tidier
    assert tidier is not None
    return tidier.get_loop()


def test_a_stopping_server_says_goodbye(tmp_path: Path) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"], made["token"]) as ann:
            stopper = threading.Timer(0.1, lambda: setattr(server.server, "should_exit", True))
            stopper.start()
            await ann.until(lambda: ann.closed)
            assert ann.heard[-1] == {"type": "bye", "code": "server_stopping"}

    with running(data=str(tmp_path)) as server:
        asyncio.run(story())
