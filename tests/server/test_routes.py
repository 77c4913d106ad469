"""The table of addresses: what it says is what the server does and what the documents say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rowlock.protocol import client_messages, http
from rowlock.server.http.call import Call
from rowlock.server.http.router import JSON, Route
from rowlock.server.http.routes import ROUTES
from tests.server.running import Running

ROOT = Path(__file__).parents[2]


async def _greet(call: Call, wish: http.JoinTable, *, table: str, lang: str = "en") -> http.Health:
    return http.Health(ok=True)


def test_a_signature_has_request_and_response_of_its_route() -> None:
    route = Route("POST", "/api/greet/{table}", "A greeting", _greet)
    assert (route.takes, route.gives) == (http.JoinTable, http.Health)
    assert (route.in_path, route.in_query) == (["table"], ["lang"])


def test_every_address_is_there_once() -> None:
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
    assert all(route.takes != client_messages.ClientMessage for route in ROUTES)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_address_is_documented(route: Route) -> None:
    names = {"{table}": "T", "{page}": "PAGE", "{sheet}": "SHEET", "{date}": "DATE", "{group}": "G"}
    shown = route.path.removeprefix("/")
    for name, word in names.items():
        shown = shown.replace(name, word)
    assert f"{shown}" in (ROOT / "docs/protocol.md").read_text("utf-8")


@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.method == "GET" and not route.in_path],
    ids=lambda route: route.path,
)
def test_answers_have_the_documented_type(server: Running, route: Route) -> None:
    answer = server.get(route.path)
    documented = json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))["paths"]
    responses = documented[route.path]["get"]["responses"]
    found = responses.get(str(answer.status_code), responses["default"])
    kind = answer.headers["content-type"].partition(";")[0]
    assert [media.partition(";")[0] for media in found["content"]] == [kind]
    assert kind == JSON or answer.status_code < 400


def test_creation_returns_201(server: Running) -> None:
    made = server.create("me:Ann", "open")
    assert server.join(made["table"], "Ben")["seat"] == 1
    statuses = {route.path: route.status for route in ROUTES if route.status != 200}
    of_table = ("/api/tables/{table}/join", "/api/tables/{table}/requests")
    made_here = ("/api/tables", *of_table, "/api/days/{date}", "/api/groups")
    assert statuses == dict.fromkeys(made_here, 201)
