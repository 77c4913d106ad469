"""The HTTP side: a few requests around the socket. `routes.py` says where each is found."""

from __future__ import annotations

import asyncio
import functools
import io

import segno
from msgspec.structs import replace
from starlette.requests import ClientDisconnect

from rowlock.errors import Illegal, Refusal
from rowlock.review.levels import FEWEST, counting, levels_of, measured_levels
from rowlock.review.ready import is_ready
from rowlock.server.catalogue import catalogue, own_sheet, rule_page
from rowlock.server.desk import Gone
from rowlock.server.history import peek, record_text, replay
from rowlock.server.paper import order_of, printed
from rowlock.server.protocol import http
from rowlock.server.protocol.catalogue import Catalogue
from rowlock.server.protocol.review import (
    LevelFound,
    LevelKind,
    LevelRequest,
    ReviewDesk,
    Reviewed,
    ReviewRequest,
)
from rowlock.server.protocol.sheets import OwnSheet, SheetWish
from rowlock.server.reviews import Order
from rowlock.server.routing import Call
from rowlock.server.sheets import asked_for, made
from rowlock.server.store import StoreFailure
from rowlock.solve.ready import what_is_made


async def get_catalogue(call: Call) -> Catalogue:
    services = call.services
    push = services.rooms.push
    return catalogue(
        services.rooms.thinkers,
        services.settings.keep_days,
        services.lan_url,
        push.key if push is not None else "",
    )


async def create(call: Call, wish: http.CreateTable) -> http.Created:
    if not await call.services.may_open(call.address):
        raise Illegal("too_fast", "too many new tables; wait a moment")
    return await call.services.rooms.create(wish)


async def look(call: Call, *, table: str) -> http.TablePeek:
    room = await call.room(table)
    return peek(room.table, room.touched, call.services.settings.keep_days)


async def join(call: Call, wish: http.JoinTable, *, table: str) -> http.Joined:
    return await call.services.rooms.join(await call.room(table), wish)


async def erase(call: Call, *, table: str) -> http.Erased:
    return http.Erased(table, await call.services.rooms.erase(table, call.token))


async def call_me(call: Call, wish: http.CallMe, *, table: str) -> http.Called:
    """Of one's own seat, and while there is something to be called for."""
    room, push = await call.room(table), call.services.rooms.push
    member = call.member_of(room)
    if push is None:
        raise Illegal("no_push", "this server cannot send notifications")
    if room.table.stage == "over":
        raise Illegal("game_over", "the game is over")
    await push.subscribe(table, member, wish)
    return http.Called(table, on=True)


async def call_me_no_more(call: Call, *, table: str) -> http.Called:
    room = await call.room(table)
    await call.services.store.drop_calls(table, call.member_of(room))
    return http.Called(table, on=False)


async def get_log(call: Call, *, table: str) -> bytes:
    """The entries of a damaged table, one a line; of any other they would tell what is hidden."""
    rooms = call.services.rooms
    stored, keys = await rooms.opened(table)
    keys.member(call.token)
    try:
        await rooms.get(table)
    except Refusal as refusal:
        if refusal.code != "damaged_table":
            raise
        call.headers["content-disposition"] = f'attachment; filename="{table}.jsonl"'
        return b"\n".join(stored.payloads) + b"\n"
    raise Illegal("not_damaged", "this table is not damaged")


async def get_replay(call: Call, *, table: str) -> http.Replay:
    return await asyncio.to_thread(replay, (await call.room(table)).table)


async def get_record(call: Call, *, table: str) -> str:
    text = record_text((await call.room(table)).table)
    call.headers["content-disposition"] = f'attachment; filename="{table}.rowlock"'
    return text


async def get_review(call: Call, *, table: str, rollouts: str = "") -> Reviewed:
    room = await call.room(table)
    you = tuple(seat + 1 for seat in call.seats_at(room))
    rolled_out = rollouts == "yes"
    order = Order(record_text(room.table), rolled_out, you if rolled_out else ())
    found = await _review(call, order)
    return replace(found, you=you)


async def get_review_desk(call: Call) -> ReviewDesk:
    return ReviewDesk(is_ready(), *what_is_made())


async def post_review(call: Call, wish: ReviewRequest) -> Reviewed:
    return await _review(call, Order(wish.record, wish.rollouts))


async def find_level(call: Call, wish: LevelRequest) -> LevelFound:
    kinds = tuple(
        LevelKind(sheet, players) for sheet, sizes in measured_levels().items() for players in sizes
    )
    return LevelFound(FEWEST, len(counting(wish.games)), levels_of(wish.games), kinds)


async def _review(call: Call, order: Order) -> Reviewed:
    if not await call.services.may_review(call.address):
        raise Illegal("too_fast", "too many reviews; wait a moment")
    try:
        return await call.services.reviews.find(order, call.until_gone)
    except Gone:
        raise ClientDisconnect from None


async def get_rules(call: Call, *, page: str, lang: str = "en") -> str:
    text = rule_page(page, lang)
    if text is None:
        raise Illegal("not_found", "there is no such page")
    call.headers["cache-control"] = "no-cache"
    return text


async def make_sheet(call: Call, wish: SheetWish) -> OwnSheet:
    return own_sheet(made(wish))


async def get_sheet(call: Call, *, table: str) -> OwnSheet:
    file = (await call.room(table)).table.options.sheet
    if not file:
        raise Illegal("not_found", "this table plays on a printed sheet")
    return own_sheet(file)


async def print_sheet(
    call: Call,
    *,
    sheet: str,
    code: str = "",
    crosses_before: str = "",
    penalties: str = "",
    moves: str = "",
    lang: str = "en",
    paper: str = "",
    up: str = "",
    large: str = "",
    pages: str = "",
    back: str = "",
    score_history: str = "",
) -> bytes:
    order = order_of(
        paper=paper, up=up, large=large, pages=pages, back=back, score_history=score_history
    )
    variant = asked_for(
        sheet, code=code, crosses_before=crosses_before, penalties=penalties, moves=moves
    )
    content = await asyncio.to_thread(printed, variant, order, lang)
    call.headers["content-disposition"] = f'inline; filename="{variant.id}.pdf"'
    return content


async def draw_qr(call: Call, wish: http.QrRequest) -> bytes:
    return await asyncio.to_thread(_qr, wish.text)


@functools.lru_cache(maxsize=256)
def _qr(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, border=2, omitsize=True, dark="#000", light="#fff"
    )
    return out.getvalue()


async def health(call: Call) -> http.Health:
    return http.Health(ok=True)


async def ready(call: Call) -> http.Health:
    detail = "stopping" if call.services.rooms.stopping else await _store_fault(call)
    if detail:
        call.status = 503
    return http.Health(not detail, detail)


async def _store_fault(call: Call) -> str:
    try:
        async with asyncio.timeout(5):
            await call.services.store.check()
    except TimeoutError:
        return "the database does not answer"
    except StoreFailure as failure:
        return str(failure)
    return ""


async def metrics(call: Call) -> bytes:
    if not call.services.settings.metrics:
        raise Illegal("not_found", "metrics are switched off")
    return call.services.metrics.text()
