"""Create, join, erase and read tables over HTTP."""

from __future__ import annotations

import asyncio

from rowlock.draw import draw_table
from rowlock.errors import Illegal, Refusal
from rowlock.languages import LANGUAGES
from rowlock.protocol import http
from rowlock.server.http.call import Call
from rowlock.server.rooms.old_prepared import without_prepared
from rowlock.table.history import finished_record, peek, record_text, replay


async def create_table(call: Call, wish: http.CreateTable) -> http.Created:
    if not await call.services.rate_owner.allows("tables", call.address):
        raise Illegal("too_fast", "too many new tables; wait a moment")
    return await call.services.rooms.create(wish, call.address)


async def peek_table(call: Call, *, table: str) -> http.TablePeek:
    room = await call.room(table)
    return peek(room.table, room.touched, call.services.settings.keep_days)


async def join_table(call: Call, wish: http.JoinTable, *, table: str) -> http.Joined:
    return await call.services.rooms.join(await call.room(table), wish, call.address)


async def request_seat(call: Call, wish: http.RequestSeat, *, table: str) -> http.Requested:
    if not await call.services.rate_owner.allows("seats", call.address):
        raise Illegal("too_fast", "too many requests for a seat; wait a moment")
    room = await call.room(table)
    return await call.services.rooms.request_seat(room, wish, call.address)


async def erase_table(call: Call, *, table: str) -> http.Erased:
    return http.Erased(table, await call.services.rooms.erase(table, call.token))


async def subscribe(call: Call, wish: http.CallMe, *, table: str) -> http.Called:
    """Subscribe the caller to notifications until the game is over."""
    room, push = await call.room(table), call.services.rooms.push
    member = call.member_of(room)
    if push is None:
        raise Illegal("no_push", "this server cannot send notifications")
    if room.table.stage == "over":
        raise Illegal("game_over", "the game is over")
    call.store(len(call.body))
    await push.subscribe(table, member, wish)
    return http.Called(table, on=True)


async def unsubscribe(call: Call, *, table: str) -> http.Called:
    room = await call.room(table)
    await call.services.store.drop_calls(table, call.member_of(room))
    return http.Called(table, on=False)


async def get_log(call: Call, *, table: str) -> bytes:
    """The log of a damaged table, one entry per line; all other logs stay hidden."""
    rooms = call.services.rooms
    stored, keys = await rooms.opened(table)
    keys.member(call.token)
    try:
        await rooms.get(table)
    except Refusal as refusal:
        if refusal.code not in ("damaged_table", "foreign_digest"):
            raise
        call.headers["content-disposition"] = f'attachment; filename="{table}.jsonl"'
        return b"\n".join(map(without_prepared, stored.payloads)) + b"\n"
    raise Illegal("not_damaged", "this table is not damaged")


async def get_replay(call: Call, *, table: str) -> http.Replay:
    return await asyncio.to_thread(replay, (await call.room(table)).table)


async def get_picture(call: Call, *, table: str, lang: str = "en") -> str:
    """All final sheets with the winner, as a picture to send to friends."""
    ended = (await call.room(table)).table
    finished_record(ended)  # refuses other tables
    language = lang if lang in LANGUAGES else "en"
    return (await asyncio.to_thread(draw_table, ended.game, language=language)).svg()


async def get_record(call: Call, *, table: str) -> str:
    text = record_text((await call.room(table)).table)
    call.headers["content-disposition"] = f'attachment; filename="{table}.rowlock"'
    return text
