"""A finished game as a record with the proof of its dice, and as a replay."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from rowlock.core.cards import Card
from rowlock.errors import Illegal
from rowlock.notation import Scribe, format_record, moments
from rowlock.notation.record import CardTurn, Pile, Record
from rowlock.notation.record_info import PERSON
from rowlock.notation.record_info import about as told_of
from rowlock.notation.substituted_answers import COVERED, covered_text
from rowlock.protocol import http, server_messages
from rowlock.table import log_entries
from rowlock.table.fair.origin import NONE
from rowlock.table.fair.terms import options_text
from rowlock.table.move_preview import sheet_view
from rowlock.table.options import for_message
from rowlock.table.state import Table
from rowlock.table.turn_views import turn_view
from rowlock.table.view import fair_view
from rowlock.variants import ROWS

JOINED = "Joined"
"""Header of a record: people who took over a bot's seat, with their first turn and their seat."""


def finished_record(table: Table) -> Record:
    """The record of a finished game, with all that `rowlock verify` needs."""
    origin = table.origin
    if table.stage != "over" or table.scribe is None or origin is None:
        raise Illegal("not_over", "the game is not over (or was played with real dice)")
    headers = {"Table": table.id, **about(table), **table.chance.headers(origin)}
    if origin.terms and table.chance.day is None:
        headers["Options"] = options_text(table.options)
        headers["Salt"] = table.handshake.salt or NONE
    return record_with(table.scribe, headers)


def record_with(scribe: Scribe, headers: Mapping[str, str]) -> Record:
    """The record with more headers. The scribe itself is not changed, because the table shares
    it."""
    copy = scribe.copy()
    copy.headers |= headers
    return copy.record()


def about(table: Table) -> dict[str, str]:
    """Headers for lists of games, and those that say where a bot or the clock answered for a
    person."""
    date = datetime.fromtimestamp(table.created, UTC).date().isoformat()
    levels = [seat.level if seat.kind == "bot" else PERSON for seat in table.seats]
    covered = covered_text((turn, seat + 1) for turn, seat in table.stood_in)
    headers = told_of(date, levels, table.game)
    if covered:
        headers[COVERED] = covered
    if table.late_joins:
        headers[JOINED] = ", ".join(
            f"{join.turn}.{join.seat + 1} {join.name}" for join in table.late_joins
        )
    return headers


def record_text(table: Table) -> str:
    return format_record(finished_record(table))


def replay(table: Table) -> http.Replay:
    """A finished game turn by turn, for the page."""
    record = finished_record(table)
    cards = _cards(record)
    turns: list[http.ReplayTurn] = []
    closed: list[int] = []
    for moment in moments(record):
        if moment.turn > len(table.turns):
            break  # the game was ended in the middle of this turn
        mask = moment.state.closed
        closed += [row for row in ROWS if mask >> row & 1 and row not in closed]
        take, pile = cards.get(moment.turn, ((), None))
        turns.append(
            http.ReplayTurn(
                turn=moment.turn,
                log=turn_view(table.turns[moment.turn - 1]) if moment.turn else None,
                events=moment.events,
                sheets=tuple(map(sheet_view, moment.state.variants, moment.state.sheets)),
                closed=tuple(closed),
                take=take,
                pile=pile,
            )
        )
    reason = table.reason
    assert reason is not None
    return http.Replay(
        table=table.id,
        options=for_message(table.options),
        names=table.names,
        lucky=table.game.lucky,
        first=record.setup.first,
        turns=tuple(turns),
        fair=fair_view(table),
        result=server_messages.ResultView(reason, table.winners),
        deck=_texts(record.setup.deck),
        variants=_seat_sheets(table),
    )


def _seat_sheets(table: Table) -> tuple[str, ...]:
    """The sheet of each seat, if one is not the table's."""
    names = tuple(seat.variant or table.options.variant for seat in table.seats)
    return names if any(seat.variant for seat in table.seats) else ()


def _cards(record: Record) -> dict[int, tuple[tuple[int, ...], tuple[str, ...] | None]]:
    """By turn: the numbers taken, and the new pile if one was needed."""
    found = {}
    pile: Pile | None = None
    for item in record.items:
        if isinstance(item, CardTurn):
            found[item.number] = (item.take.numbers, _texts(pile.cards if pile else None))
        pile = item if isinstance(item, Pile) else None
    return found


def _texts(cards: tuple[Card, ...] | None) -> tuple[str, ...] | None:
    return None if cards is None else tuple(map(str, cards))


def peek(table: Table, touched: float, keep_days: float) -> http.TablePeek:
    """The facts about a table that an invitation shows."""
    views = map(sheet_view, table.variants, table.sheets)
    totals: list[int | None] = [view.total for view in views]
    totals = totals or [None] * len(table.seats)
    reason = table.reason
    return http.TablePeek(
        table=table.id,
        stage=table.stage,
        options=for_message(table.options),
        seats=tuple(_peek_seat(n, seat, totals[n]) for n, seat in enumerate(table.seats)),
        open=sum(seat.kind == "open" for seat in table.seats),
        turn=table.game.turn if table.scribe is not None else 0,
        result=server_messages.ResultView(reason, table.winners) if reason is not None else None,
        created=int(table.created * 1000),
        deleted_at=int((touched + keep_days * 86_400) * 1000),
    )


def _peek_seat(number: int, seat: log_entries.SeatState, total: int | None) -> http.PeekSeat:
    level = seat.level if seat.kind == "bot" else None
    return http.PeekSeat(number, seat.kind, seat.name, level, total, seat.variant)
