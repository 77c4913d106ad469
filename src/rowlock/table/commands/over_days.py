"""Commands in games over days: prepared answers, more time, the end by agreement."""

from __future__ import annotations

from rowlock.core.move import parse_move
from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, own_seat
from rowlock.table.commands.outcome import DirectReply, Entries
from rowlock.table.foresee import possible_answers
from rowlock.table.state import Table


def foresee(table: Table, asker: Caller, intent: client_messages.Foresee) -> DirectReply:
    _preparing(table, asker, intent.seat)
    numbers = possible_answers(table.game, intent.seat)
    return DirectReply(server_messages.Foreseen(intent.id, intent.seat, numbers))


def prepare(table: Table, asker: Caller, intent: client_messages.Prepare) -> Entries:
    _preparing(table, asker, intent.seat)
    numbers = [each.number for each in intent.answers]
    most = 2 * table.game.sides
    if len(set(numbers)) < len(numbers) or any(number > most for number in numbers):
        raise Illegal("malformed", f"prepare at most one answer for each number from 2 to {most}")
    for each in intent.answers:
        for move in each.moves:
            parse_move(move, cards=False)
    answers = tuple(log_entries.PreparedAnswer(each.number, each.moves) for each in intent.answers)
    entry = log_entries.AnswersPrepared(intent.seat, answers, intent.keep, intent.roll)
    before = table.prepared.get(intent.seat, log_entries.AnswersPrepared(intent.seat))
    is_same = (before.answers, before.keep, before.roll) == (answers, intent.keep, intent.roll)
    return [] if is_same else [entry]


def more_time(table: Table, asker: Caller, intent: client_messages.MoreTime) -> Entries:
    _over_days(table)
    own_seat(table, asker, intent.seat)
    if intent.seat not in table.owing:
        raise Illegal("not_your_decision", "the table does not wait for this seat")
    return [] if intent.seat in table.more_time else [log_entries.MoreTimeTaken(intent.seat)]


def end_table(table: Table, asker: Caller, intent: client_messages.EndTable) -> Entries:
    """Note a player's wish; `plan` ends the game when all who are left have it."""
    _over_days(table)
    if not table.seats_of(asker.member):
        raise Illegal("spectator", "spectators cannot do that")
    if (asker.member in table.end_wanted) == intent.wanted:
        return []
    return [log_entries.EndWanted(asker.member, intent.wanted)]


def _preparing(table: Table, asker: Caller, seat: int) -> None:
    _over_days(table)
    own_seat(table, asker, seat)
    if table.options.cards:
        raise Illegal("not_over_days", "answers to cards cannot be prepared")


def _over_days(table: Table) -> None:
    if not table.options.over_days:
        raise Illegal("not_over_days", "this is not a game over days")
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    if table.stage != "playing" or table.scribe is None:
        raise Illegal("not_started", "the game has not begun")
