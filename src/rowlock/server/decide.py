"""Whether a member's wish is granted: intents in, log entries out, or a refusal.

Nothing here changes anything. An empty answer means: granted, and it is so already.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.game import deciders, new_game, play, take_back
from rowlock.core.move import parse_move
from rowlock.core.state import Game
from rowlock.errors import Illegal, Unreadable
from rowlock.server import entries as log
from rowlock.server.names import bot_name, clean_chat, clean_name
from rowlock.server.protocol import intents
from rowlock.server.protocol.base import Options
from rowlock.server.table import Table
from rowlock.variants import MAX_SEATS, NAMES, load_variant

Entries = list[log.LogEntry]


class Unfinished(Struct, frozen=True):
    """An answer that still owes a choice. It is not written down: others would see that
    something happened, and that a chain is running is part of the hidden answer (C-11)."""

    seat: int
    ask: str
    moves: tuple[str, ...]
    entries: Entries
    """Takes back a complete answer that it is going to replace."""


OPEN = log.SeatState()


class Asker:
    """Who asks: a member (None for a spectator), and what the server knows beside the table."""

    __slots__ = ("levels", "member", "now")

    def __init__(self, member: int | None, now: float, levels: tuple[str, ...]) -> None:
        self.member = member
        self.now = now
        self.levels = levels


def decide(table: Table, asker: Asker, intent: intents.ClientMessage) -> Entries | Unfinished:
    """The entries that carry out this intent; raises `Illegal` or `Unreadable`."""
    if asker.member is None:
        raise Illegal("spectator", "who only watches cannot do that")
    match intent:
        case intents.Answer():
            return _answer(table, asker, intent)
        case intents.RollDice():
            return _roll(table, asker, intent)
        case intents.TakeBack():
            return _take_back(table, asker, intent)
        case intents.Mark() | intents.CloseRow() | intents.Finish():
            return _real(table, asker, intent)
        case intents.Pause() | intents.Resume():
            return _pause(table, asker, isinstance(intent, intents.Pause))
        case intents.Chat():
            return _chat(table, asker, intent)
        case intents.Mute():
            _host_only(table, asker)
            _person(table, intent.seat)
            if (intent.seat in table.muted) == intent.muted:
                return []
            return [log.MuteSet(intent.seat, intent.muted)]
        case intents.Kick():
            _host_only(table, asker)
            return remove_seat(table, intent.seat, kicked=True)
        case intents.Leave():
            return leave(table, asker.member)
        case intents.Start():
            _host_only(table, asker)
            return [] if table.stage != "lobby" else start(table, asker.now)
        case _:
            return _lobby(table, asker, intent)


# The lobby ------------------------------------------------------------------------------------


def _lobby(table: Table, asker: Asker, intent: intents.ClientMessage) -> Entries:
    if table.stage != "lobby":
        raise Illegal("already_started", "the game has begun")
    assert asker.member is not None
    match intent:
        case intents.ShareSeed(seed=seed):
            return [log.SeedShared(asker.member, seed)]
        case intents.Rename(seat=seat):
            own_seat(table, asker, seat)
            taken = [name for n, name in enumerate(table.names) if n != seat]
            name = clean_name(intent.name, taken)
            return _with_seat(table, seat, replace(table.seats[seat], name=name))
    _host_only(table, asker)
    match intent:
        case intents.Configure(options=options):
            check_options(options, asker.levels)
            return [] if options == table.options else [log.OptionsAre(options)]
        case intents.AddSeat():
            if len(table.seats) >= MAX_SEATS:
                raise Illegal("table_full", "five is the most")
            return [log.SeatsAre((*table.seats, OPEN))]
        case intents.DropSeat(seat=seat):
            _open_seat(table, seat)
            if len(table.seats) == 1:
                raise Illegal("no_players", "a table has at least one seat")
            return [log.SeatsAre(table.seats[:seat] + table.seats[seat + 1 :])]
        case intents.AddBot(seat=seat, level=level):
            return _with_seat(table, seat, _bot_for(table, seat, level, asker.levels))
        case intents.AddLocal(seat=seat):
            _open_seat(table, seat)
            name = clean_name(intent.name, table.names)
            return _with_seat(table, seat, log.SeatState("person", name, "", asker.member), seat)
        case intents.MoveSeat(seat=seat, to=to):
            if max(seat, to) >= len(table.seats):
                raise Illegal("no_such_seat", "there is no such seat")
            order = list(table.seats)
            order.insert(to, order.pop(seat))
            return [log.SeatsAre(tuple(order))] if seat != to else []
    raise Illegal("malformed", "not a message for a table")


def _with_seat(table: Table, seat: int, state: log.SeatState, joined: int | None = None) -> Entries:
    seats = list(table.seats)
    seats[seat] = state
    return [] if seats == list(table.seats) else [log.SeatsAre(tuple(seats), joined)]


def _bot_for(table: Table, seat: int, level: str, levels: tuple[str, ...]) -> log.SeatState:
    if level not in levels:
        raise Illegal("unknown_bot", f"there is no bot {level!r} here")
    if seat < len(table.seats) and table.seats[seat].kind == "bot":
        if table.seats[seat].level == level:
            return table.seats[seat]
    else:
        _open_seat(table, seat)
    others = [name for n, name in enumerate(table.names) if n != seat]
    return log.SeatState("bot", bot_name(level, others), level)  # another level, another character


def _host_only(table: Table, asker: Asker) -> None:
    if asker.member != table.host:
        raise Illegal("not_host", "only the host can do that")


def _open_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Illegal("no_such_seat", "there is no such seat")
    if table.seats[seat].kind != "open":
        raise Illegal("seat_taken", "somebody sits there")


def _person(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Illegal("no_such_seat", "there is no such seat")
    if table.seats[seat].kind != "person":
        raise Illegal("seat_empty", "no person sits there")


def own_seat(table: Table, asker: Asker, seat: int) -> None:
    if seat >= len(table.seats) or table.seats[seat].member != asker.member:
        raise Illegal("not_your_seat", "this is not your seat")


def check_options(options: Options, levels: tuple[str, ...]) -> None:
    """Raise a refusal for a table that cannot be."""
    if options.variant not in NAMES:
        raise Unreadable("unknown_variant", f"there is no sheet {options.variant!r} here")
    if options.cards:
        if options.dice == "real":
            raise Illegal("bad_options", "real dice and cards do not go together")
        new_game(load_variant(options.variant), ["?"], cards=True)
    if options.cover and options.cover not in levels:
        raise Illegal("unknown_bot", f"there is no bot {options.cover!r} here")


def remove_seat(table: Table, seat: int, *, kicked: bool) -> Entries:
    """The lobby gets an open seat; in a game a bot plays on."""
    if seat >= len(table.seats):
        raise Illegal("no_such_seat", "there is no such seat")
    state = table.seats[seat]
    if table.stage == "lobby":
        if state.kind == "open":
            return []
        after = OPEN
    elif state.kind != "person":
        raise Illegal("seat_empty", "no person sits there")
    else:
        after = replace(state, kind="bot", member=None, level=table.options.cover)
    seats = (*table.seats[:seat], after, *table.seats[seat + 1 :])
    entries: Entries = [log.SeatsAre(seats, None, seat, state.name, kicked)]
    member = state.member
    if member is not None and member != table.host and len(table.seats_of(member)) == 1:
        entries.append(log.MemberGone(member))
    return entries


def leave(table: Table, member: int) -> Entries:
    """All seats of a member; a host hands the table on."""
    seats = table.seats
    entries: Entries = []
    for seat in table.seats_of(member):
        state = seats[seat]
        bot = replace(state, kind="bot", member=None, level=table.options.cover)
        after = OPEN if table.stage == "lobby" else bot
        seats = (*seats[:seat], after, *seats[seat + 1 :])
        entries.append(log.SeatsAre(seats, None, seat, state.name))
    others = [
        m
        for m, each in table.members.items()
        if m != member and not each.gone and any(seat.member == m for seat in seats)
    ]
    if member == table.host and others:
        entries.append(log.HostIs(others[0]))
    return [*entries, log.MemberGone(member)]


def start(table: Table, now: float) -> Entries:
    """Begin with the seats that are taken."""
    seats = tuple(seat for seat in table.seats if seat.kind != "open")
    if not seats:
        raise Illegal("no_players", "nobody sits at this table")
    if table.options.dice == "real" and any(seat.kind == "bot" for seat in seats):
        raise Illegal("bad_options", "bots cannot see real dice")
    return [log.GameBegun(seats, table.variant.digest, now)]


# The game -------------------------------------------------------------------------------------


def running(table: Table) -> Game:
    """The game, if it is one with turns and neither paused nor over."""
    if table.stage == "lobby" or table.scribe is None:
        raise Illegal("not_started", "no game with turns is under way")
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    if table.paused:
        raise Illegal("paused", "the host has paused the game")
    return table.game


def _roll(table: Table, asker: Asker, intent: intents.RollDice) -> Entries:
    game = running(table)
    if intent.turn < game.turn or (intent.turn == game.turn and game.roll is not None):
        return []  # it is rolled
    if game.stage != "roll" or intent.turn != game.turn:
        raise Illegal("no_roll_due", "no roll is due now")
    if table.seats[game.active].member != asker.member:
        raise Illegal("not_your_roll", f"{game.names[game.active]} rolls")
    return roll(table)


def roll(table: Table) -> Entries:
    """The roll that is due."""
    assert table.dice is not None
    dice = table.dice.roll(table.game)
    return [log.DiceRolled(dice.white, dice.colours)]


def deal(table: Table) -> Entries:
    """The new pile that is due."""
    assert table.dice is not None
    cards = table.dice.cards(table.game, table.piles)
    return [log.CardsDealt(tuple(map(str, cards)))]


def _answer(table: Table, asker: Asker, intent: intents.Answer) -> Entries | Unfinished:
    if table.last_answers.get((intent.ask, intent.seat)) == intent.moves:
        own_seat(table, asker, intent.seat)
        return []  # it stands already
    game = running(table)
    own_seat(table, asker, intent.seat)
    return answer(table, game, intent.seat, intent.ask, intent.moves, "person")


def answer(
    table: Table, game: Game, seat: int, ask: str, moves: tuple[str, ...], by: log.By
) -> Entries | Unfinished:
    """A seat's answer to the open question, checked by the core."""
    if ask != table.ask:
        raise Illegal("too_late", f"the open question is {table.ask}, not {ask}")
    standing = game.answers[seat]
    if standing is not None and tuple(map(str, standing.moves)) == moves:
        return []
    if unfinished(trial(game, seat, moves), seat):
        back: Entries = [log.AnswerTakenBack(seat, ask)] if standing is not None else []
        return Unfinished(seat, ask, moves, back)
    return [log.SeatAnswered(seat, ask, moves, by)]


def trial(game: Game, seat: int, moves: tuple[str, ...]) -> Game:
    """The game if this seat answered so, in place of what it has answered."""
    if game.answers[seat] is not None:
        game = take_back(game, seat)
    stage, turn = game.stage, game.turn
    for text in moves:
        if (game.stage, game.turn) != (stage, turn):
            raise Illegal("no_choice_due", f"{text}: the answer is complete without it")
        game = play(game, seat, parse_move(text, cards=game.cards is not None)).state
    return game


def unfinished(game: Game, seat: int) -> bool:
    """Whether the seat owes a choice."""
    answer = game.answers[seat]
    return answer is not None and not answer.is_complete


def _take_back(table: Table, asker: Asker, intent: intents.TakeBack) -> Entries:
    game = running(table)
    own_seat(table, asker, intent.seat)
    if intent.ask != table.ask:
        raise Illegal("too_late", f"the open question is {table.ask}, not {intent.ask}")
    if game.stage == "action1" and game.answers[intent.seat] is None:
        return []
    take_back(game, intent.seat)
    return [log.AnswerTakenBack(intent.seat, intent.ask)]


def owing(table: Table) -> tuple[int, ...]:
    """The seats that something is awaited of."""
    if table.stage != "playing" or table.scribe is None:
        return ()
    game = table.game
    return (game.active,) if game.stage == "roll" else deciders(game)


def _pause(table: Table, asker: Asker, paused: bool) -> Entries:
    _host_only(table, asker)
    if table.stage != "playing":
        raise Illegal("not_started", "no game is under way")
    return [] if table.paused == paused else [log.PauseSet(paused)]


def _chat(table: Table, asker: Asker, intent: intents.Chat) -> Entries:
    assert asker.member is not None
    if not table.options.chat:
        raise Illegal("chat_off", "the host has not allowed chat")
    if (asker.member, intent.key) in table.chat_keys:
        return []
    if set(table.seats_of(asker.member)) & table.muted:
        raise Illegal("muted", "the host has muted you")
    text = clean_chat(intent.text)
    if not text:
        raise Illegal("empty_text", "there is nothing to say")
    return [log.LineSaid(asker.member, intent.key, text, asker.now)]


# Real dice ------------------------------------------------------------------------------------


def _real(
    table: Table, asker: Asker, intent: intents.Mark | intents.CloseRow | intents.Finish
) -> Entries:
    if table.real is None:
        raise Illegal("not_real_dice", "this table does not play with real dice")
    if isinstance(intent, intents.Finish):
        _host_only(table, asker)
        over = table.stage == "over"
        return [] if over == intent.over else [log.FinishSet(intent.over)]
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    if isinstance(intent, intents.CloseRow):
        if bool(table.real.said_closed >> intent.row & 1) == intent.closed:
            return []
        return [log.RowSet(intent.row, intent.closed, asker.now)]
    own_seat(table, asker, intent.seat)
    if intent.n != table.real.marks[intent.seat]:
        raise Illegal("stale", "this stroke was meant for an older sheet")
    entry = log.SheetMarked(intent.seat, intent.kind, asker.now, intent.cell, intent.row)
    table.real.check(entry)
    return [entry]
