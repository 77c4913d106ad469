"""Events of a table as messages for clients."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.protocol import server_messages as wire
from rowlock.table import events
from rowlock.table.turn_views import roll_view, turn_view


def event_messages(happened: Iterable[events.Happening]) -> tuple[wire.TableEvent, ...]:
    return tuple([_message(event) for event in happened])


def chat_line(entry: events.ChatEntry) -> wire.ChatLine:
    return wire.ChatLine(entry.seq, entry.seat, entry.name, entry.text, int(entry.at * 1000))


def _message(event: events.Happening) -> wire.TableEvent:
    match event:
        case events.RollMade(turn=turn, seat=seat, roll=roll):
            return wire.Rolled(turn, seat, roll_view(roll))
        case events.NumbersTaken(seat=seat, numbers=numbers, announced=announced):
            return wire.Taken(seat, numbers, announced)
        case events.AnswersRevealed(ask=ask, moves=moves):
            return wire.Revealed(ask, moves)
        case events.TurnFinished(turn=turn):
            return wire.TurnEnded(turn_view(turn))
        case events.SeatTaken(seat=seat, name=name):
            return wire.Seated(seat, name)
        case events.SeatLeft(seat=seat, name=name, kicked=kicked):
            return wire.Left(seat, name, kicked)
        case events.CoverChanged(seat=seat, covered=covered):
            return wire.Covered(seat, covered)
        case events.GameStarted(first=first):
            return wire.Started(first)
        case events.StartRepeated(round=number, names=names):
            return wire.StartFailed(number, names)
        case events.PauseChanged(paused=paused):
            return wire.Paused(paused)
        case events.TimeRanOut(seat=seat):
            return wire.TimedOut(seat)
        case events.TimeBeganAgain(seat=seat):
            return wire.MoreTimeGiven(seat)
        case events.EndWished(seat=seat, wanted=wanted):
            return wire.EndWish(seat, wanted)
        case events.LineChatted(line=line):
            return wire.Said(chat_line(line))
        case events.StrokeMade(seat=seat, kind=kind, cells=cells, row=row):
            return wire.Marked(seat, kind, cells, row)
        case _:
            return event
