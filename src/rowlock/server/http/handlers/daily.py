"""The addresses of the game of the day."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

import msgspec

from rowlock.core.state import Game
from rowlock.daily.judge import DayEvaluation
from rowlock.daily.share import share_text
from rowlock.draw import draw_sheet
from rowlock.errors import Illegal, Unreadable
from rowlock.languages import LANGUAGES
from rowlock.server.http.call import Call
from rowlock.server.rooms.daily_games import player_of
from rowlock.server.rooms.new_token import new_token
from rowlock.server.store.daily_attempts import DailyAttempt
from rowlock.server.study import daily_messages as daily
from rowlock.table.day import LEVEL, day_of
from rowlock.table.names import alike

GROUP_BYTES = 300
"""Size in the database of a line on the board of a group."""


async def get_day(call: Call, *, date: str) -> daily.DayInfo:
    day, days = day_of(date), call.services.days
    info = daily.DayInfo(
        date=date,
        variant=day.variant.id,
        players=day.players,
        level=LEVEL if day.players > 1 else None,
        open=day.is_open(days.now()),
        keep_days=call.services.settings.keep_days,
    )
    key = _key(call)
    found = None if key is None else await days.attempts.find(date, player_of(key))
    if found is not None:
        info.table, info.deleted = found.log or None, not found.log
        info.over = found.judged is not None or (bool(found.log) and await _over(call, found.log))
    return info


async def _over(call: Call, table: str) -> bool:
    return (await call.room(table)).table.stage == "over"


async def start_day(call: Call, wish: daily.StartDay, *, date: str) -> daily.DayStarted:
    if not await call.services.rate_owner.allows("tables", call.address):
        raise Illegal("too_fast", "too many new tables; wait a moment")
    begun = await call.services.days.begin(day_of(date), _key(call), wish, call.address)
    return daily.DayStarted(*begun)


async def get_result(call: Call, *, date: str, lang: str = "en") -> daily.DayResult:
    day, days = day_of(date), call.services.days
    judged, found = await days.judged(day, call.token)
    ranked = (await days.attempts.board(date, "")).ranked
    return daily.DayResult(
        date=date,
        variant=judged.variant,
        players=judged.players,
        unit=judged.unit,
        exact=judged.exact,
        expected=judged.expected,
        given_away=judged.given_away,
        luck=judged.luck,
        result=judged.result,
        score=judged.score,
        place=None if found.loss is None else await days.attempts.place(date, "", found.loss),
        ranked=ranked,
        share=share_text(judged, lang if lang in LANGUAGES else "en"),
        rival=judged.rival,
        exact_score=await days.exact_score(day),
    )


async def get_picture(call: Call, *, date: str, lang: str = "en") -> str:
    """The player's final sheet as a picture that can be shown to others: it contains no dice."""
    found = await call.services.days.own(day_of(date), call.token)
    table = (await call.room(found.log)).table
    if table.stage != "over":
        raise Illegal("not_over", "the game is not over")
    return await asyncio.to_thread(_drawn, table.game, lang if lang in LANGUAGES else "en")


def _drawn(game: Game, language: str) -> str:
    return draw_sheet(
        game.variant,
        game.sheets[0],
        closed=game.closed,
        name=game.names[0],
        lucky=game.lucky[0] if game.lucky else None,
        language=language,
    ).svg()


async def get_board(call: Call, *, date: str, group: str = "") -> daily.DayBoard:
    day, days = day_of(date), call.services.days
    board = await days.attempts.board(date, _group(group))
    key = _key(call)
    player = "" if key is None else player_of(key)
    numbers = namesakes(board.attempts)
    lines: list[daily.DayLine] = []
    for number, each in enumerate(board.attempts):
        same = lines and board.attempts[number - 1].loss == each.loss
        place = lines[-1].place if same else number + 1
        lines.append(_line(each, place, numbers[each.player], you=each.player == player))
    return daily.DayBoard(
        date=date,
        unit="points" if day.players == 1 else "wins",
        ranked=board.ranked,
        lines=tuple(lines),
        # Only for days that were played, so that no client can request the solution of every date.
        exact_score=await days.exact_score(day) if board.ranked else None,
    )


def namesakes(attempts: Iterable[DailyAttempt]) -> dict[str, int]:
    """By player: their number among players of the same name, from 1 in the order in which they
    began."""
    seen: Counter[str] = Counter()
    numbers: dict[str, int] = {}
    for each in sorted(attempts, key=lambda each: (each.at, each.player)):
        name = alike(each.name)
        seen[name] += 1
        numbers[each.player] = seen[name]
    return numbers


def _line(found: DailyAttempt, place: int, namesake: int, *, you: bool) -> daily.DayLine:
    judged = msgspec.json.decode(found.judged or b"", type=DayEvaluation)
    return daily.DayLine(
        place=place,
        name=found.name,
        given_away=judged.given_away,
        exact=judged.exact,
        score=judged.score,
        rival=judged.rival,
        you=you,
        namesake=namesake,
    )


async def join_group(call: Call, wish: daily.JoinGroup, *, date: str) -> daily.DayBoard:
    day, days = day_of(date), call.services.days
    found = await days.own(day, call.token)
    call.store(GROUP_BYTES)
    await days.join(day, found.player, wish.group)
    return await get_board(call, date=date, group=wish.group)


async def new_group(call: Call) -> daily.NewGroup:
    return daily.NewGroup(new_token())


async def leave_group(call: Call, *, group: str) -> daily.GroupLeft:
    left = _group(group)
    await call.services.days.attempts.leave(left, player_of(call.token))
    return daily.GroupLeft(left)


async def delete_day(call: Call, *, date: str) -> daily.DayDeleted:
    await call.services.days.forget(day_of(date), call.token)
    return daily.DayDeleted(date)


def _key(call: Call) -> str | None:
    """The player's key in the request, or None."""
    return call.token if "authorization" in call.request.headers else None


def _group(text: str) -> str:
    """The checked id of a group; empty for none."""
    try:
        return msgspec.convert(text, daily.Group) if text else ""
    except msgspec.ValidationError:
        raise Unreadable("malformed", "this is not a link of a group") from None
