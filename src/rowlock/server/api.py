"""The HTTP side: a few requests around the socket, and its replacement where proxies block it."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.server.catalogue import catalogue, rule_page
from rowlock.server.history import peek, record_text, replay
from rowlock.server.logs import logger
from rowlock.server.outbox import Outbox, encode
from rowlock.server.protocol import http, intents, news
from rowlock.server.protocol.base import MAX_FRAME, VERSION
from rowlock.server.room import Room
from rowlock.server.services import Services, address_of

T = TypeVar("T")
Handler = Callable[[Services, Request], Awaitable[Response]]

_STATUS = {
    "no_such_table": 404,
    "not_found": 404,
    "bad_token": 403,
    "not_host": 403,
    "bad_origin": 403,
    "bad_host": 403,
    "too_fast": 429,
    "too_large": 413,
    "server_full": 503,
    "server_stopping": 503,
    "internal": 500,
}
BEAT_S = 15.0
"""How often an idle stream says that it is alive."""


def answer(value: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(value), status, headers, media_type="application/json")


def problem(code: str, message: str) -> Response:
    return answer(http.Problem(code, message), _STATUS.get(code, 409))


async def guarded(services: Services, handler: Handler, request: Request) -> Response:
    """Run a handler; refusals become problems with a code."""
    try:
        if not services.requests.take(address_of(request.scope)):
            raise Illegal("too_fast", "too many requests; wait a moment")
        return await handler(services, request)
    except Unreadable as refusal:
        code = refusal.code
        return answer(http.Problem(code, refusal.message), _STATUS.get(code, 400))
    except Refusal as refusal:
        return problem(refusal.code, refusal.message)
    except Exception:
        logger.exception("request_failed", path=request.url.path.split("/")[1:3])
        return problem("internal", "the server failed")


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request, checked; at most 4 KiB of it are read."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_FRAME:
            raise Unreadable("too_large", f"a body has at most {MAX_FRAME} bytes")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable("malformed", str(error)[:200]) from None


def token_of(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Illegal("bad_token", "this needs the key of a player")
    return token.strip()


async def room_of(services: Services, request: Request) -> Room:
    return await services.rooms.get(str(request.path_params["table"]))


# Requests -------------------------------------------------------------------------------------


async def get_catalogue(services: Services, request: Request) -> Response:
    settings = services.settings
    return answer(catalogue(services.rooms.thinkers, settings.keep_days, services.lan_url))


async def create(services: Services, request: Request) -> Response:
    if not services.new_tables.take(address_of(request.scope)):
        raise Illegal("too_fast", "too many new tables; wait a moment")
    wish = await body_of(request, http.CreateTable)
    return answer(await services.rooms.create(wish), 201)


async def look(services: Services, request: Request) -> Response:
    room = await room_of(services, request)
    return answer(peek(room.table, room.used, services.settings.keep_days))


async def join(services: Services, request: Request) -> Response:
    room = await room_of(services, request)
    return answer(await services.rooms.join(room, await body_of(request, http.JoinTable)), 201)


async def erase(services: Services, request: Request) -> Response:
    room = await room_of(services, request)
    whole = await services.rooms.erase(room, room.member_of(token_of(request)))
    return answer(http.Erased(room.table.id, whole))


async def get_replay(services: Services, request: Request) -> Response:
    return answer(replay((await room_of(services, request)).table))


async def get_record(services: Services, request: Request) -> Response:
    table = (await room_of(services, request)).table
    headers = {
        "content-disposition": f'attachment; filename="{table.id}.rowlock"',
        "cache-control": "no-store",
    }
    return PlainTextResponse(record_text(table), headers=headers)


async def get_rules(services: Services, request: Request) -> Response:
    language = request.query_params.get("lang", "en")
    text = rule_page(str(request.path_params["page"]), language)
    if text is None:
        raise Illegal("not_found", "there is no such page")
    return Response(text, media_type="text/markdown", headers={"cache-control": "no-cache"})


async def qr(services: Services, request: Request) -> Response:
    wish = await body_of(request, http.QrRequest)
    out = io.BytesIO()
    segno.make(wish.text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, border=2, omitsize=True, dark="#000", light="#fff"
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


async def health(services: Services, request: Request) -> Response:
    return answer(http.Health(ok=True))


async def ready(services: Services, request: Request) -> Response:
    if services.rooms.stopping:
        return answer(http.Health(ok=False, detail="stopping"), 503)
    try:
        async with asyncio.timeout(5):
            await services.store.check()
    except Exception as error:
        return answer(http.Health(ok=False, detail=type(error).__name__), 503)
    return answer(http.Health(ok=True))


async def metrics(services: Services, request: Request) -> Response:
    if not services.settings.metrics:
        raise Illegal("not_found", "metrics are switched off")
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")


# Without a socket -----------------------------------------------------------------------------


async def send(services: Services, request: Request) -> Response:
    """One message of the socket."""
    room = await room_of(services, request)
    member = room.member_of(token_of(request))
    intent: intents.ClientMessage = await body_of(request, intents.ClientMessage)  # type: ignore[arg-type]  # a union is no class
    if isinstance(intent, intents.Hello):
        raise Unreadable("malformed", "hello opens a stream")
    services.metrics.received += 1
    return answer(await services.handle(room, member, intent))


async def stream(services: Services, request: Request) -> Response:
    """The server's messages as server-sent events."""
    hello = await body_of(request, intents.Hello)
    if hello.version != VERSION:
        raise Illegal("wrong_version", "another version of the page is needed")
    room = await room_of(services, request)
    member = room.member_of(hello.token) if hello.token is not None else None
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    body = _events(services, request, room, member, hello.seq)
    return StreamingResponse(body, media_type="text/event-stream", headers=headers)


async def _events(
    services: Services, request: Request, room: Room, member: int | None, seq: int | None
) -> AsyncIterator[str]:
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    outbox = Outbox(queue.put, lambda: queue.put_nowait(None), member)
    with services.counted(request.scope) as welcome:
        if not welcome:
            yield f"data: {encode(news.Bye('server_full')).decode()}\n\n"
            return
        try:
            await room.connect(outbox, seq)
            while True:
                try:
                    async with asyncio.timeout(BEAT_S):
                        text = await queue.get()
                except TimeoutError:
                    yield f": {int(time.time())}\n\n"
                    continue
                if text is None:
                    return
                if queue.qsize() > 64:
                    return  # too slow: come again
                yield f"data: {text}\n\n"
        finally:
            outbox.closed = True
            await room.disconnect(outbox)
