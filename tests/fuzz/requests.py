"""Odd requests: any method, path, header and body. None may be answered with a failure of ours."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import unquote

from rowlock.server.app import App
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import set_up
from rowlock.server.wiring import build
from tests.fuzz.fuzzer import Found
from tests.fuzz.spoil import garbage

SLOW_S = 5.0
_METHODS = ("GET", "GET", "POST", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "PATCH", "X" * 20)
_PARTS = (
    *("api", "tables", "join", "send", "stream", "replay", "record", "log", "rules", "qr", "t"),
    *(
        "catalog",
        "healthz",
        "readyz",
        "metrics",
        "ws",
        "assets",
        "index.html",
        "classic",
        "BCDFGHJK",
    ),
    *("..", ".", "%2e%2e", "%00", "%ff%fe", "x" * 300, "~", "a.js", "\u00e4", "*", "", "%2f", "\\"),
)
_BODIES = (
    *(b"", b"{}", b"[]", b"null", b'{"text":"x"}', b'{"name":"Ann"}', b"\xff\xfe", b"{" * 4000),
    *(b'{"options":{},"seats":[{"kind":"bot"}]}', b'{"type":"hello","version":2}', b"x" * 9000),
    *(b'{"options":{"variant":"../x"},"seats":[{"kind":"me","name":"\\u0000"}]}', b'{"text":""}'),
)
_HEADERS = (
    *((b"host", b"localhost"), (b"host", b"evil.example"), (b"host", b"\xff"), (b"host", b"[::1")),
    *((b"authorization", b"Bearer x"), (b"authorization", b"\xff\xff"), (b"authorization", b"")),
    *((b"origin", b"null"), (b"origin", b"http://localhost"), (b"origin", b"http://[")),
    *((b"content-type", b"text/html"), (b"accept-encoding", b"gzip"), (b"if-none-match", b"*")),
    *((b"content-length", b"-1"), (b"x" * 500, b"y" * 500), (b"range", b"bytes=0-")),
)


class Tester:
    def __init__(self, app: App, tables: list[str]) -> None:
        self.app = app
        self.tables = tables
        self.outcomes: Counter[str] = Counter()

    async def ask(self, seed: int, number: int) -> None:
        scope, body = self.request(Random(f"{seed} {number}"))
        begun = time.monotonic()
        status = await self._answer(scope, body)
        self.outcomes[f"{status}"] += 1
        if status == 500 or time.monotonic() - begun > SLOW_S:
            raise Found(f"request {seed} {number}: {status} for {scope['path']!r} {body[:200]!r}")

    def request(self, rng: Random) -> tuple[dict[str, Any], bytes]:
        raw = "/" + "/".join(rng.choice((*_PARTS, *self.tables)) for _ in range(rng.randint(0, 5)))
        if rng.random() < 0.3:
            raw = rng.choice(
                [
                    "/api/qr",
                    "/api/tables",
                    f"/api/tables/{rng.choice(self.tables)}/join",
                    f"/api/tables/{rng.choice(self.tables)}/send",
                    "/api/rules/classic",
                ]
            )
        headers = [rng.choice(_HEADERS) for _ in range(rng.randint(0, 4))]
        if rng.random() < 0.8:
            headers.insert(0, (b"host", b"localhost"))
        body = rng.choice(_BODIES)
        if rng.random() < 0.2:
            body = garbage(rng).encode("utf-8", "surrogatepass")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": rng.choice(_METHODS),
            "scheme": "http",
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": rng.choice([b"", b"lang=de", b"lang=%00", b"\xff", b"a=" * 50]),
            "root_path": "",
            "headers": headers,
            "client": (f"192.0.2.{rng.randrange(256)}", 1),
            "server": ("127.0.0.1", 8377),
        }
        return scope, body

    async def _answer(self, scope: dict[str, Any], body: bytes) -> int:
        status = 0
        answered = asyncio.Event()
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            answered.set()  # whoever streams for ever is left after the first words

        async with asyncio.timeout(SLOW_S):
            await self.app(scope, receive, send)
        return status


async def _run(seed: int, requests: int, after_each: Callable[[int], None] | None) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        set_up(level="critical", as_json=True)
        quick = 1e9
        settings = Settings(
            data=folder, requests_per_second=quick, tables_per_minute=quick, metrics=True
        )
        app = App(build(settings))
        async with app._lifespan(app._http):
            tester = Tester(app, ["BCDFGHJK"])
            made = Random(f"{seed} table")
            await tester.ask(seed, made.randrange(1000))
            for number in range(requests):
                await tester.ask(seed, number)
                if number % 500 == 0:
                    tester.tables = [*list(app.services.rooms.rooms)[:5], "BCDFGHJK"]
                    for name in list(app.services.rooms.rooms)[200:]:
                        app.services.rooms.rooms.pop(name)
                    if after_each is not None:
                        after_each(number)
        return tester.outcomes


def fuzz_requests(
    seed: int, requests: int, after_each: Callable[[int], None] | None = None
) -> Counter[str]:
    return asyncio.run(_run(seed, requests, after_each))
