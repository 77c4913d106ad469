"""Which function decides about which intent: the only place where they are told apart."""

from __future__ import annotations

from typing import assert_never

from rowlock.errors import Illegal
from rowlock.server.decide import lobby, real_dice, seats, starting, talk, turns
from rowlock.server.decide.asker import Asker
from rowlock.server.decide.outcome import Outcome, Reply
from rowlock.server.decide.why import why
from rowlock.server.protocol import intents, news
from rowlock.server.table import Table


def decide(
    table: Table,
    member: int | None,
    intent: intents.Wish,
    *,
    now: float,
    levels: tuple[str, ...],
    host_away_s: float = 0.0,
) -> Outcome:
    """What this intent comes to, for a member or (None) a spectator; refusals are raised."""
    if isinstance(intent, intents.Ping):
        return Reply(news.Pong(intent.id, int(now * 1000)))
    if member is None:
        raise Illegal("spectator", "who only watches cannot do that")
    if table.members[member].gone:
        raise Illegal("bad_token", "you have left this table")
    asker = Asker(member, now, levels, host_away_s)
    match intent:
        case intents.Answer():
            return turns.answer(table, asker, intent)
        case intents.RollDice():
            return turns.roll_dice(table, asker, intent)
        case intents.TakeBack():
            return turns.take_back(table, asker, intent)
        case intents.Pencil():
            return turns.pencil(table, asker, intent)
        case intents.Here():
            return []  # whoever says anything is back
        case intents.Why():
            return why(table, asker, intent)
        case intents.Pause():
            return turns.pause(table, asker, paused=True)
        case intents.Resume():
            return turns.pause(table, asker, paused=False)
        case intents.Rematch():
            return seats.rematch(table, asker, intent)
        case intents.Chat():
            return talk.chat(table, asker, intent)
        case intents.Emote():
            return talk.emote(table, asker, intent)
        case intents.Mute():
            return talk.mute(table, asker, intent)
        case intents.Mark():
            return real_dice.mark(table, asker, intent)
        case intents.CloseRow():
            return real_dice.close_row(table, asker, intent)
        case intents.Finish():
            return real_dice.finish(table, asker, intent)
        case intents.Configure():
            return lobby.configure(table, asker, intent)
        case intents.AddSeat():
            return lobby.add_seat(table, asker)
        case intents.DropSeat():
            return lobby.drop_seat(table, asker, intent)
        case intents.AddBot():
            return lobby.add_bot(table, asker, intent)
        case intents.AddLocal():
            return lobby.add_local(table, asker, intent)
        case intents.Kick():
            return seats.kick(table, asker, intent)
        case intents.MoveSeat():
            return lobby.move_seat(table, asker, intent)
        case intents.Rename():
            return lobby.rename(table, asker, intent)
        case intents.SealShare():
            return starting.seal(table, asker, intent)
        case intents.Start():
            return starting.start(table, asker)
        case intents.OpenShare():
            return starting.open_share(table, asker, intent)
        case intents.Leave():
            return seats.leave(table, asker)
        case _:
            assert_never(intent)
