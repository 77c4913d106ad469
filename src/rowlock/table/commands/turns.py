"""Commands in a game with turns: rolls, answers, pencilled answers, pauses."""

from __future__ import annotations

from typing import Literal

from rowlock.core.game import take_back as core_take_back
from rowlock.core.state import Game
from rowlock.errors import Illegal
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.answers import play_answer, try_answer
from rowlock.table.commands.caller import Caller, host_only, own_seat
from rowlock.table.commands.outcome import Answering, Entries, Pencilled
from rowlock.table.state import Table

RESUME_AFTER_S = 30.0
"""Seconds without the host after which any player can end a pause."""


def roll_dice(table: Table, asker: Caller, intent: client_messages.RollDice) -> Entries:
    game = _running(table)
    if intent.turn < game.turn or (intent.turn == game.turn and game.roll is not None):
        return []  # it is rolled
    if game.stage != "roll" or intent.turn != game.turn:
        raise Illegal("no_roll_due", "no roll is due now")
    if table.seats[game.active].member != asker.member:
        raise Illegal("not_your_roll", f"{game.names[game.active]} rolls")
    return roll(table)


def roll(table: Table, by: Literal["person", "clock"] = "person") -> Entries:
    """The entry of the roll that is due."""
    assert table.dice is not None
    dice = table.dice.roll(table.game)
    return [log_entries.DiceRolled(dice.white, dice.colours, by)]


def deal(table: Table) -> Entries:
    """The entry of the new pile that is due."""
    assert table.dice is not None
    cards = table.dice.cards(table.game, table.piles)
    return [log_entries.CardsDealt(tuple(map(str, cards)))]


def answer(table: Table, asker: Caller, intent: client_messages.Answer) -> Answering:
    """A seat's answer to the open question, checked by the core."""
    seat, moves = intent.seat, intent.moves
    if table.last_answers.get((intent.ask, seat)) == moves:
        own_seat(table, asker, seat)
        return Answering(seat, [])  # it is already stored
    game = _running(table)
    own_seat(table, asker, seat)
    _in_time(table, intent.ask)
    standing = game.answers[seat]
    if standing is not None and tuple(map(str, standing.moves)) == moves:
        return Answering(seat, [])
    if standing is not None:
        _may_take_back(table)
    assert table.scribe is not None
    played = play_answer(table.scribe, seat, moves)
    if not played.owes_choice:
        entry = log_entries.SeatAnswered(seat, intent.ask, moves)
        return Answering(seat, [entry], played=played)
    back: Entries = [log_entries.AnswerTakenBack(seat, intent.ask)] if standing is not None else []
    return Answering(seat, back, begun=moves)


def take_back(table: Table, asker: Caller, intent: client_messages.TakeBack) -> Answering:
    game = _running(table)
    own_seat(table, asker, intent.seat)
    _in_time(table, intent.ask)
    if game.stage == "action1" and game.answers[intent.seat] is None:
        return Answering(intent.seat, [])
    _may_take_back(table)
    core_take_back(game, intent.seat)
    return Answering(intent.seat, [log_entries.AnswerTakenBack(intent.seat, intent.ask)])


def pencil(table: Table, asker: Caller, intent: client_messages.Pencil) -> Pencilled:
    game = _running(table)
    own_seat(table, asker, intent.seat)
    _in_time(table, intent.ask)
    if intent.moves:
        try_answer(game, intent.seat, intent.moves)
    return Pencilled(intent.seat, intent.moves)


def pause(table: Table, asker: Caller, *, paused: bool) -> Entries:
    if paused or asker.host_away_s < RESUME_AFTER_S:
        host_only(table, asker)
    if table.stage != "playing":
        raise Illegal("not_started", "no game is under way")
    return [] if table.paused == paused else [log_entries.PauseSet(paused)]


def _running(table: Table) -> Game:
    """The game, if it is one with turns and neither paused nor over."""
    if table.scribe is None:
        raise Illegal("not_started", "no game with turns is under way")
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    if table.paused:
        raise Illegal("paused", "the host has paused the game")
    return table.game


def _may_take_back(table: Table) -> None:
    if table.chance.is_one_try:
        raise Illegal("nothing_to_take_back", "answers of the game of the day are final")


def _in_time(table: Table, ask: str) -> None:
    if ask != str(table.question):
        raise Illegal("too_late", f"the open question is {table.question}, not {ask}")
