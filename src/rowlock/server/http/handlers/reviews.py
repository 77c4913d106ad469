"""Reviews of finished games and of posted records."""

from __future__ import annotations

from msgspec.structs import replace
from starlette.requests import ClientDisconnect

from rowlock.errors import Illegal
from rowlock.reviews.levels import FEWEST, counting, levels_of, measured_levels
from rowlock.reviews.preparation import is_ready
from rowlock.server.http.call import Call
from rowlock.server.study.job_queue import Disconnected
from rowlock.server.study.review_messages import (
    LevelFound,
    LevelKind,
    LevelRequest,
    ReviewDesk,
    Reviewed,
    ReviewRequest,
)
from rowlock.server.study.reviews import ReviewJob
from rowlock.solver.background import what_is_made
from rowlock.table.history import record_text


async def get_review(call: Call, *, table: str, rollouts: str = "") -> Reviewed:
    room = await call.room(table)
    you = tuple(seat + 1 for seat in call.seats_at(room))
    rolled_out = rollouts == "yes"
    order = ReviewJob(record_text(room.table), rolled_out, you if rolled_out else ())
    found = await _review(call, order)
    return replace(found, you=you)


async def get_review_desk(call: Call) -> ReviewDesk:
    return ReviewDesk(is_ready(), *what_is_made())


async def post_review(call: Call, wish: ReviewRequest) -> Reviewed:
    return await _review(call, ReviewJob(wish.record, wish.rollouts))


async def post_level(call: Call, wish: LevelRequest) -> LevelFound:
    kinds = tuple(
        LevelKind(sheet, players) for sheet, sizes in measured_levels().items() for players in sizes
    )
    return LevelFound(FEWEST, len(counting(wish.games)), levels_of(wish.games), kinds)


async def _review(call: Call, order: ReviewJob) -> Reviewed:
    if not await call.services.rate_owner.allows("reviews", call.address):
        raise Illegal("too_fast", "too many reviews; wait a moment")
    try:
        return await call.services.reviews.find(order, call.until_gone)
    except Disconnected:
        raise ClientDisconnect from None
