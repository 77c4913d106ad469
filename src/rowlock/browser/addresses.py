"""The HTTP addresses that work without a server; the handlers are those of the server."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from rowlock.errors import Refusal, Unreadable
from rowlock.protocol import http
from rowlock.protocol.encoding import encode
from rowlock.server.http.call import Call
from rowlock.server.http.handlers import catalogue, sheets, tables
from rowlock.server.http.status import status_of
from rowlock.server.monitoring.logging import logger
from rowlock.server.store import StoreFailure

JSON = "application/json"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
_TABLE = "/api/tables/{table}"


class Address(NamedTuple):
    """An address that this host answers; the server's list has the same ones and more."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    status: int = 200
    media: str = JSON


ADDRESSES = (
    Address("GET", "/api/catalog", catalogue.get_catalogue),
    Address("POST", "/api/tables", tables.create_table, 201),
    Address("GET", _TABLE, tables.peek_table),
    Address("DELETE", _TABLE, tables.erase_table),
    Address("GET", f"{_TABLE}/sheet", sheets.get_sheet),
    Address("POST", "/api/sheets", sheets.make_sheet),
    Address("POST", f"{_TABLE}/join", tables.join_table, 201),
    Address("POST", f"{_TABLE}/requests", tables.request_seat, 201),
    Address("GET", f"{_TABLE}/replay", tables.get_replay),
    Address("GET", f"{_TABLE}/record", tables.get_record, media=TEXT),
    Address("GET", "/api/rules/{page}", catalogue.get_rules, media=MARKDOWN),
)


class Answer(NamedTuple):
    """The response to a request."""

    status: int
    media: str
    body: str


class LocalRequest:
    """What `Call` reads of a request."""

    def __init__(self, headers: dict[str, str]) -> None:
        self.headers = headers
        self.scope = {"client": ("127.0.0.1", 0), "headers": []}


async def answer(
    services: Any, method: str, address: str, headers: dict[str, str], body: str
) -> Answer:
    """The response to a request, as the server would give it."""
    parts = urlsplit(address)
    for each in ADDRESSES:
        found = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", each.path), parts.path)
        if each.method == method and found:
            named = {name: unquote(text) for name, text in found.groupdict().items()}
            return await _answer(
                each, services, named | dict(parse_qsl(parts.query)), headers, body
            )
    return _problem("needs_server", "that needs a server of Rowlock")


async def _answer(
    address: Address, services: Any, named: dict[str, str], headers: dict[str, str], body: str
) -> Answer:
    request: Any = LocalRequest(headers)
    call = Call(services, request, address.status)
    call.body = body.encode()
    try:
        parameters = inspect.signature(address.handler).parameters.values()
        keywords = {each.name for each in parameters if each.kind is each.KEYWORD_ONLY}
        passed = _bodies(address, call)
        given = await address.handler(
            call, *passed, **{name: text for name, text in named.items() if name in keywords}
        )
    except Refusal as refusal:
        return _problem(refusal.code, refusal.message, refusal)
    except StoreFailure:
        return _problem("not_stored", "this could not be stored; try again")
    except Exception:
        logger.exception("request_failed", path=address.path)
        return _problem("internal", "this failed")
    text = encode(given).decode() if address.media == JSON else given
    return Answer(call.status, address.media, text)


def _bodies(address: Address, call: Call) -> list[Any]:
    """The decoded body, if the handler takes one."""
    taken = [
        kind
        for name, kind in get_type_hints(address.handler).items()
        if name == "wish"  # the second parameter of every handler that has a body
    ]
    try:
        return [msgspec.json.decode(call.body, type=kind) for kind in taken]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable("malformed", str(error)[:200]) from None


def _problem(code: str, message: str, refusal: Refusal | None = None) -> Answer:
    line, place, reason = (
        (refusal.line, refusal.place, refusal.reason) if refusal else (None, None, None)
    )
    body = encode(http.Problem(code, message, line, place, reason))
    return Answer(status_of(code, refusal), JSON, body.decode())
