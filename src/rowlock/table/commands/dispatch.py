"""Chooses the function for each kind of command."""

from __future__ import annotations

from typing import assert_never

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.table.commands import (
    chat,
    lobby,
    membership,
    over_days,
    real_dice,
    requests,
    seat_sheets,
    starting,
    turns,
)
from rowlock.table.commands.caller import UNLIMITED, Caller, TableLimits
from rowlock.table.commands.outcome import DirectReply, Outcome
from rowlock.table.commands.why_not import why_not
from rowlock.table.state import Table


def decide(
    table: Table,
    member: int | None,
    intent: client_messages.Command,
    *,
    now: float,
    levels: tuple[str, ...],
    host_away_s: float = 0.0,
    limits: TableLimits = UNLIMITED,
) -> Outcome:
    """The outcome of a command of a member or (None) a spectator; raises refusals."""
    if isinstance(intent, client_messages.Ping):
        return DirectReply(server_messages.Pong(intent.id, int(now * 1000)))
    if member is None:
        raise Illegal("spectator", "spectators cannot do that")
    if table.members[member].gone:
        raise Illegal("bad_token", "you have left this table")
    asker = Caller(member, now, levels, host_away_s, limits)
    match intent:
        case client_messages.Answer():
            return turns.answer(table, asker, intent)
        case client_messages.RollDice():
            return turns.roll_dice(table, asker, intent)
        case client_messages.TakeBack():
            return turns.take_back(table, asker, intent)
        case client_messages.Pencil():
            return turns.pencil(table, asker, intent)
        case client_messages.Foresee():
            return over_days.foresee(table, asker, intent)
        case client_messages.Prepare():
            return over_days.prepare(table, asker, intent)
        case client_messages.MoreTime():
            return over_days.more_time(table, asker, intent)
        case client_messages.EndTable():
            return over_days.end_table(table, asker, intent)
        case client_messages.IAmBack():
            return []  # any command means that the member is back
        case client_messages.WhyNot():
            return why_not(table, asker, intent)
        case client_messages.Pause():
            return turns.pause(table, asker, paused=True)
        case client_messages.Resume():
            return turns.pause(table, asker, paused=False)
        case client_messages.Rematch():
            return membership.rematch(table, asker, intent)
        case client_messages.Chat():
            return chat.chat(table, asker, intent)
        case client_messages.Emote():
            return chat.emote(table, asker, intent)
        case client_messages.Mute():
            return chat.mute(table, asker, intent)
        case client_messages.Mark():
            return real_dice.mark(table, asker, intent)
        case client_messages.CloseRow():
            return real_dice.close_row(table, asker, intent)
        case client_messages.Finish():
            return real_dice.finish(table, asker, intent)
        case client_messages.Configure():
            return lobby.configure(table, asker, intent)
        case client_messages.AddSeat():
            return lobby.add_seat(table, asker)
        case client_messages.DropSeat():
            return lobby.drop_seat(table, asker, intent)
        case client_messages.AddBot():
            return lobby.add_bot(table, asker, intent)
        case client_messages.AddLocal():
            return lobby.add_local(table, asker, intent)
        case client_messages.Kick():
            return membership.kick(table, asker, intent)
        case client_messages.MoveSeat():
            return lobby.move_seat(table, asker, intent)
        case client_messages.Rename():
            return lobby.rename(table, asker, intent)
        case client_messages.ChooseSheet():
            return seat_sheets.choose_sheet(table, asker, intent)
        case client_messages.SealShare():
            return starting.seal(table, asker, intent)
        case client_messages.Start():
            return starting.start(table, asker)
        case client_messages.OpenShare():
            return starting.open_share(table, asker, intent)
        case client_messages.GrantSeat():
            return requests.grant(table, asker, intent)
        case client_messages.DeclineRequest():
            return requests.decline(table, asker, intent)
        case client_messages.StartAgain():
            return requests.start_again(table, asker, intent)
        case client_messages.Leave():
            return membership.leave(table, asker)
        case _:
            assert_never(intent)
