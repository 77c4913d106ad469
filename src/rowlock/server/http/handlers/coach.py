"""The coach at a table: advice from what a seat may know, if the table allows it.

In solo games and against bots it is always allowed. With other people it is an option that the host
sets before the start, and everyone sees it in the lobby and in the game.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect

from rowlock.core.view import View, view
from rowlock.errors import Illegal
from rowlock.reviews.advice import Advice, coach
from rowlock.server.http.call import Call
from rowlock.server.study.coach_messages import AdviceRequest
from rowlock.server.study.job_queue import Disconnected
from rowlock.table.answers import try_answer
from rowlock.table.state import Table


async def get_advice(call: Call, wish: AdviceRequest, *, table: str) -> Advice:
    room = await call.room(table)
    seen = seen_by(room.table, call.member_of(room), wish)
    key = (table, wish.ask, wish.seat, wish.moves)
    try:
        return await call.services.advice.find(key, lambda _: coach(seen), call.until_gone)
    except Disconnected:
        raise ClientDisconnect from None


def seen_by(table: Table, member: int, wish: AdviceRequest) -> View:
    """What the asking seat may know; refuses if the seat has no open question."""
    if wish.seat not in table.seats_of(member):
        raise Illegal("not_your_seat", "this is not your seat")
    if not table.has_coach:
        raise Illegal("no_coach", "the coach is not allowed at this table")
    if table.question is None or str(table.question) != wish.ask:
        raise Illegal("too_late", f"the open question is {table.question}, not {wish.ask}")
    seen = view(try_answer(table.game, wish.seat, wish.moves), wish.seat)
    if not seen.legal:
        raise Illegal("not_your_decision", "this seat has nothing to decide now")
    return seen
