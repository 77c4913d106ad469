"""A table: the fold of its log, without clock, socket or store.

`apply` folds the next entry and returns what happened, for the page to show. Whether an entry may
be written is decided in `commands/`; the fold trusts the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from copy import copy
from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.cards import parse_card
from rowlock.core.event import Event
from rowlock.core.game import deciders, result
from rowlock.core.move import Take
from rowlock.core.seeded_dice import SeededDice
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll, Stage
from rowlock.errors import Illegal
from rowlock.notation import Scribe
from rowlock.notation.record import CardTurn, Turn, seated
from rowlock.table import events, log_entries
from rowlock.table.answers import PlayedAnswer, play_answer
from rowlock.table.chance import Chance
from rowlock.table.day import day_of
from rowlock.table.fair.handshake import DiceEntry, Handshake
from rowlock.table.fair.origin import OPEN_SHARES, Origin
from rowlock.table.kinds import EndReason, TableStage
from rowlock.table.options import TableOptions, from_log
from rowlock.table.question import Question, question_of
from rowlock.table.real_dice import RealSheets
from rowlock.table.seat_requests import LateJoin, SeatRequest, without
from rowlock.table.sheets import variant_of, variants_of
from rowlock.variants import ROWS, Variant
from rowlock.variants.together import digests

MAX_HISTORY = 50
"""Log entries whose events are stored for clients that reconnect: about the last fifteen turns."""
MAX_CHAT_LINES = 50


class OtherRules(Illegal):
    """The game of this log began under earlier rules of its sheet; the present rules would change
    it."""


class Member(Struct, frozen=True):
    token_hash: str
    gone: bool = False
    left_early: bool = False
    """Whether this member left before the game began, and so does not count any more."""


class Table:
    """The state of one table.

    No part is ever changed in place, only replaced. So `after` copies nothing but the references.
    """

    def __init__(self) -> None:
        self.seq = 0
        """The number of entries folded so far."""
        self.id = ""
        self.options = TableOptions()
        self.created = 0.0
        self.chance = Chance()
        self.handshake = Handshake(Origin(OPEN_SHARES, "", ""))
        self.origin: Origin | None = None
        """Seed and shares of the dice, once the game has begun."""
        self.members: Mapping[int, Member] = {}
        self.host: int | None = None
        self.seats: tuple[log_entries.SeatState, ...] = ()
        self.stage: TableStage = "lobby"
        self.paused = False
        self.covered: frozenset[int] = frozenset()
        self.timeouts: Mapping[int, int] = {}
        self.stood_in: frozenset[tuple[int, int]] = frozenset()
        """Turns and seats where a bot or the clock answered for a person."""
        self.people: Set[int] = frozenset()
        """The seats that people held when the game began, or took over later."""
        self.requests: Mapping[int, SeatRequest] = {}
        """Requests for a seat in the game under way, by member."""
        self.late_joins: tuple[LateJoin, ...] = ()
        self.muted: frozenset[int] = frozenset()
        self.prepared: Mapping[int, log_entries.AnswersPrepared] = {}
        """Over days: what each seat has prepared for the rolls to come."""
        self.readied: Mapping[int, tuple[str, ...]] = {}
        """The prepared answers to the present roll, as they were before it; a seat that answers
        otherwise has none."""
        self.prepared_entries: Mapping[int, log_entries.AnswersPrepared] = {}
        """The entries of the log with prepared answers, by number: to be erased at the end."""
        self.more_time: tuple[int, ...] = ()
        """Over days: the seats that have asked for more time for the open question."""
        self.end_wanted: frozenset[int] = frozenset()
        """Over days: the members who want to end the game."""
        self.abandoned = False
        self.scribe: Scribe | None = None
        self.dice: SeededDice | None = None
        self.real: RealSheets | None = None
        self.piles = 0
        self.closed_order: tuple[int, ...] = ()
        self.last_answers: Mapping[tuple[str, int], tuple[str, ...]] = {}
        """The answers to the previous question, by `ask` and seat: sent again, they are accepted.
        """
        self.turns: tuple[events.FinishedTurn, ...] = ()
        self.chat: tuple[events.ChatEntry, ...] = ()
        self.chat_keys: frozenset[tuple[int, str]] = frozenset()
        self.history: tuple[tuple[int, list[events.Happening]], ...] = ()
        """The latest events, by the number of their entry."""
        self.spent: Mapping[int, int] = {}
        """Number of entries that each member has caused."""
        self.next_table: str | None = None
        self.rematch_of: str | None = None
        # Computed once per entry:
        self.owing: tuple[int, ...] = ()
        """The seats that owe a roll or an answer."""
        self.question: Question | None = None
        """The open question; None if dice or cards are due."""
        self.moment: tuple[int, Stage] | None = None
        """Turn and stage of the game. While they stay the same, so does the question."""

    # Properties ------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The table's sheet: that of every seat without one of its own."""
        return variant_of(self.options)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The sheet of each seat."""
        if self.options.sheet_per_seat:
            return variants_of(self.options, self.seats)
        return (self.variant,) * len(self.seats)

    @property
    def game(self) -> Game:
        """The game: from the start on, except with real dice."""
        assert self.scribe is not None
        return self.scribe.game

    def played_by_bot(self, seat: int) -> bool:
        return self.seats[seat].kind == "bot" or seat in self.covered

    def passes(self, seat: int) -> bool:
        """Whether a seat passes each time, because its player was late twice in a row."""
        return seat in self.covered and self.options.when_late == "pass"

    @property
    def players_left(self) -> frozenset[int]:
        """The members who are still playing: those with a seat that no bot plays."""
        own = (s.member for n, s in enumerate(self.seats) if not self.played_by_bot(n))
        return frozenset(member for member in own if member is not None)

    @property
    def people_owing(self) -> list[int]:
        """The owing seats that no bot plays."""
        return [seat for seat in self.owing if not self.played_by_bot(seat)]

    def seats_of(self, member: int | None) -> tuple[int, ...]:
        if member is None:
            return ()
        return tuple([n for n, seat in enumerate(self.seats) if seat.member == member])

    @property
    def has_coach(self) -> bool:
        """Whether players may ask the coach: if the options say so, or if only bots play against
        them."""
        if self.scribe is None or self.chance.is_one_try:
            return False
        return self.options.coach or len(self.people) <= 1

    @property
    def begun(self) -> bool:
        """Whether the game has begun; from then on the seats stay as they are."""
        return self.stage in ("playing", "over")

    @property
    def taken(self) -> tuple[log_entries.SeatState, ...]:
        """The seats that would play if the game began now."""
        return tuple(seat for seat in self.seats if seat.kind != "open")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    # Both kinds of game: with turns, and with real dice ---------------------------------------

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """All sheets, by seat; empty before the start."""
        if self.real is not None:
            return tuple(map(self.real.sheet, range(len(self.seats))))
        return () if self.scribe is None else self.game.sheets

    @property
    def closed_rows(self) -> tuple[int, ...]:
        """The rows closed for everyone, in the order in which they closed if that is known."""
        if self.real is not None:
            return tuple(row for row in ROWS if self.real.closed >> row & 1)
        return self.closed_order

    @property
    def reason(self) -> EndReason | None:
        """Why the game ended; None before."""
        if self.stage != "over":
            return None
        if self.abandoned:
            return "abandoned"
        if self.real is not None:
            return self.real.reason() or "finished"
        return self.game.reason

    @property
    def winners(self) -> tuple[int, ...]:
        if self.abandoned:
            return ()
        if self.real is not None:
            return self.real.winners()
        return result(self.game).winners

    # The fold --------------------------------------------------------------------------------

    def after(
        self, entries: Iterable[log_entries.LogEntry], played: PlayedAnswer | None = None
    ) -> tuple[Table, list[events.Happening]]:
        """A copy of the table with these entries, and what happened in the order to show it.

        `played` is an answer that the command has tried on this table; it is not played again.
        """
        table = copy(self)
        return table, [event for entry in entries for event in table.apply(entry, played)]

    def apply(
        self, entry: log_entries.LogEntry, played: PlayedAnswer | None = None
    ) -> list[events.Happening]:
        """Fold the next entry; returns what happened, in the order to show it."""
        self.seq += 1
        if entry.who is not None:
            self.spent = {**self.spent, entry.who: self.spent.get(entry.who, 0) + 1}
        happened = self._apply(entry, played)
        self.update_question()
        if happened:
            self.history = (*self.history[1 - MAX_HISTORY :], (self.seq, happened))
        return happened

    def update_question(self) -> None:
        """Compute what the game waits for now."""
        if self.scribe is None:
            return
        game = self.scribe.game
        self.owing = ()
        if self.stage == "playing":
            self.owing = (game.active,) if game.stage == "roll" else deciders(game)
        if self.moment is None or self.moment != (game.turn, game.stage):
            self.moment = game.turn, game.stage
            self.more_time = ()
            self.question = question_of(game)

    def _apply(
        self, entry: log_entries.LogEntry, played: PlayedAnswer | None
    ) -> list[events.Happening]:
        match entry:
            case log_entries.SeatAnswered():
                return self._answer(entry, played)
            case log_entries.AnswerTakenBack(seat=seat):
                self.readied = _without(self.readied, seat)
                self._new_scribe().take_back(seat)
            case log_entries.DiceRolled():
                return self._roll(entry)
            case log_entries.AnswersPrepared(seat=seat):
                self.prepared = {**self.prepared, seat: entry}
                if entry.answers:
                    self.prepared_entries = {**self.prepared_entries, self.seq: entry}
            case log_entries.MoreTimeTaken(seat=seat):
                self.more_time = (*self.more_time, seat)
                return [events.TimeBeganAgain(seat)]
            case log_entries.EndWanted(member=member, wanted=wanted):
                self.end_wanted = _with(self.end_wanted, member, wanted)
                return [events.EndWished(seat, wanted) for seat in self.seats_of(member)[:1]]
            case log_entries.GameAbandoned():
                self.stage, self.abandoned = "over", True
            case log_entries.CardsDealt(cards=cards):
                self._new_scribe().deal(tuple(map(parse_card, cards)))
                self.piles += 1
            case log_entries.SheetMarked() | log_entries.RowSet():
                assert self.real is not None
                self.real = self.real.copy()
                return self.real.apply(entry)
            case log_entries.FinishSet(over=over):
                self.stage = "over" if over else "playing"
            case log_entries.LineSaid():
                return self._say(entry)
            case log_entries.CoverSet(seat=seat, covered=covered):
                self.covered = _with(self.covered, seat, covered)
                self._forget_timeouts(seat)
                return [events.CoverChanged(seat, covered)]
            case log_entries.MuteSet(seat=seat, muted=muted):
                self.muted = _with(self.muted, seat, muted)
            case log_entries.PauseSet(paused=paused):
                self.paused = paused
                return [events.PauseChanged(paused)]
            case log_entries.RematchMade(table=table):
                self.next_table = table
            case log_entries.SeatRequested(member=member, name=name):
                self.requests = {**self.requests, member: SeatRequest(name)}
            case log_entries.SeatGranted(member=member, seat=seat, turn=turn):
                request = SeatRequest(self.requests[member].name, seat, turn)
                self.requests = {**self.requests, member: request}
            case log_entries.GameBegun():
                return self._begin(entry)
            case _:
                return self._lobby(entry)
        return []

    def _lobby(self, entry: log_entries.LobbyEntry) -> list[events.Happening]:
        match entry:
            case log_entries.TableMade():
                self.id, self.options = entry.table, from_log(entry.options)
                self.created, self.rematch_of = entry.at, entry.rematch_of
                self.chance = Chance(day_of(entry.day) if entry.day else None)
                self.handshake = Handshake(Origin(entry.scheme, entry.table, entry.seed))
            case log_entries.MemberCame(member=member):
                self.members = {**self.members, member: Member(entry.token_hash)}
                if entry.seals:
                    self.handshake = self.handshake.copy()
                    self.handshake.promised.add(member)
                if entry.host:
                    self.host = member
            case log_entries.HostIs(member=member):
                self.host = member
            case log_entries.MemberGone(member=member):
                gone = replace(self.members[member], gone=True, left_early=not self.begun)
                self.members = {**self.members, member: gone}
                self.requests = without(self.requests, member)
            case log_entries.OptionsAre(options=options):
                self.options = from_log(options)
            case log_entries.StartWanted():
                self.stage = "starting"
            case log_entries.StartFailed(missing=missing):
                names = [self.seats[seat].name for m in missing for seat in self.seats_of(m)]
                self.stage = "lobby"
                self._apply_to_handshake(entry)
                return [events.StartRepeated(self.handshake.round, tuple(names))]
            case (
                log_entries.SeedShared()
                | log_entries.ShareSealed()
                | log_entries.ListFixed()
                | log_entries.ShareOpened()
            ):
                self._apply_to_handshake(entry)
            case log_entries.SeatsAre():
                return self._seats(entry)
            case _:
                assert_never(entry)
        return []

    def _seats(self, entry: log_entries.SeatsAre) -> list[events.Happening]:
        for number, (old, new) in enumerate(zip(self.seats, entry.seats, strict=False)):
            if self.begun and old.member != new.member:
                self.prepared = _without(self.prepared, number)
                self.readied = _without(self.readied, number)
        self.seats = entry.seats
        for number, seat in enumerate(self.seats):
            if seat.kind == "bot":
                self.covered -= {number}
        if entry.joined is not None:
            if self.stage == "playing":
                self._join_late(entry.joined)
            return [events.SeatTaken(entry.joined, self.seats[entry.joined].name)]
        if entry.left is not None:
            return [events.SeatLeft(entry.left, entry.left_name, entry.kicked)]
        return []

    def _join_late(self, seat: int) -> None:
        """A person takes over the seat of a bot, whose answers so far stay the bot's."""
        turn = self.scribe.game.turn if self.scribe is not None else 0
        name, member = self.seats[seat].name, self.seats[seat].member
        self.requests = without(self.requests, member)
        self.late_joins = (*self.late_joins, LateJoin(turn, seat, name))
        self.people = self.people | {seat}
        self.stood_in |= {(before, seat) for before in range(1, turn)}

    def _begin(self, entry: log_entries.GameBegun) -> list[events.Happening]:
        self.seats = entry.seats
        if entry.digest != digests(self.variants):
            raise OtherRules("foreign_digest", "this game began under other rules of its sheet")
        self.stage = "playing"
        self.people = {n for n, seat in enumerate(self.seats) if seat.kind == "person"}
        self.muted &= frozenset(range(len(self.seats)))
        self.origin = self.handshake.origin(seat.member for seat in self.seats)
        if self.options.dice == "real":
            self.real = RealSheets(self.variants, self.options.rules)
            return [events.GameStarted(0)]
        self.dice = self.chance.dice(self.origin)
        first = self.dice.first(len(self.seats))
        self.scribe = begin_scribe(self, first)
        if self.options.cards:
            self.piles = 1
        return [events.GameStarted(first)]

    def _new_scribe(self) -> Scribe:
        """Replace the scribe by a copy, which may be changed."""
        assert self.scribe is not None
        self.scribe = self.scribe.copy()
        return self.scribe

    def _apply_to_handshake(self, entry: DiceEntry) -> None:
        self.handshake = self.handshake.copy()
        self.handshake.apply(entry)

    def _forget_timeouts(self, seat: int) -> None:
        if seat in self.timeouts:
            self.timeouts = {other: n for other, n in self.timeouts.items() if other != seat}

    def _roll(self, entry: log_entries.DiceRolled) -> list[events.Happening]:
        dice = Roll(entry.white, entry.colours)
        self._use_prepared(dice.white_sum)
        game = self._new_scribe().roll(dice).state
        late: list[events.Happening] = []
        if entry.by == "clock":
            late = self._count_timeout(game.active)
        return [*late, events.RollMade(game.turn, game.active, dice)]

    def _use_prepared(self, number: int) -> None:
        """Fix the answers to the roll of this number, and forget those for one roll only."""
        if not self.prepared and not self.readied:
            return
        answers = {
            (seat, each.number): each.moves
            for seat, prepared in self.prepared.items()
            for each in prepared.answers
        }
        self.readied = {seat: moves for (seat, n), moves in answers.items() if n == number}
        self.prepared = {
            seat: each if each.keep else replace(each, answers=())
            for seat, each in self.prepared.items()
        }

    def _count_timeout(self, seat: int) -> list[events.Happening]:
        if self.passes(seat):
            return []
        self.timeouts = {**self.timeouts, seat: self.timeouts.get(seat, 0) + 1}
        return [events.TimeRanOut(seat)]

    def _answer(
        self, entry: log_entries.SeatAnswered, played: PlayedAnswer | None
    ) -> list[events.Happening]:
        assert self.scribe is not None
        before, seat = self.game, entry.seat
        if played is None or not played.is_for(self.scribe, seat, entry.moves):
            played = play_answer(self.scribe, seat, entry.moves)
        self.scribe = played.after
        self.readied = _without(self.readied, seat)
        timeout: list[events.Happening] = []
        if entry.by == "clock":
            timeout = self._count_timeout(seat)
        else:
            self._forget_timeouts(seat)
        if entry.by in ("bot", "clock") and seat in self.people:
            self.stood_in |= {(before.turn, seat)}
        moves, after = played.moves, self.game
        if after.stage == before.stage and after.turn == before.turn:
            return timeout
        answers = {s: a.moves for s, a in enumerate(before.answers) if a is not None}
        answers[seat] = moves
        texts = {s: tuple(map(str, moves)) for s, moves in answers.items()}
        self.last_answers = {(entry.ask, s): words for s, words in texts.items()}
        if isinstance(moves[0], Take):
            return [*timeout, events.NumbersTaken(seat, moves[0].numbers, after.announced or None)]
        return timeout + self._settled(entry.ask, texts, before, after, played.events)

    def _settled(
        self,
        ask: str,
        moves: dict[int, tuple[str, ...]],
        before: Game,
        after: Game,
        core_events: tuple[Event, ...],
    ) -> list[events.Happening]:
        """The answers to a question are complete: show them and what follows from them."""
        assert self.scribe is not None
        shown = tuple(moves.get(seat) for seat in before.seats)
        happened: list[events.Happening] = [events.AnswersRevealed(ask, shown), *core_events]
        newly_closed = after.closed & ~before.closed
        self.closed_order += tuple(row for row in ROWS if newly_closed >> row & 1)
        if after.over or after.turn != before.turn:
            item = self.scribe.last_item
            assert isinstance(item, Turn | CardTurn)
            self.turns = (*self.turns, events.FinishedTurn(item, before.active))
            happened.append(events.TurnFinished(self.turns[-1]))
        if after.over:
            self.stage = "over"
        return happened

    def _say(self, entry: log_entries.LineSaid) -> list[events.Happening]:
        self.chat_keys |= {(entry.member, entry.key)}
        seats = self.seats_of(entry.member)
        seat = seats[0] if seats else None
        name = self.seats[seat].name if seat is not None else ""
        line = events.ChatEntry(self.seq, entry.member, seat, name, entry.text, entry.at, entry.key)
        self.chat = (*self.chat, line)[-MAX_CHAT_LINES:]
        return [events.LineChatted(line)]


T = TypeVar("T")


def _without(by_seat: Mapping[int, T], seat: int) -> Mapping[int, T]:
    """The mapping without this seat; the same one if it has none."""
    if seat not in by_seat:
        return by_seat
    return {number: each for number, each in by_seat.items() if number != seat}


def _with(seats: frozenset[int], seat: int, is_in: bool) -> frozenset[int]:
    """The set with this seat in it, or without."""
    return seats | {seat} if is_in else seats - {seat}


def fold(payloads: Iterable[bytes]) -> Table:
    """The table of a stored log."""
    table = Table()
    for payload in payloads:
        table.apply(log_entries.decode(payload))
    return table


def begin_scribe(table: Table, first: int) -> Scribe:
    """The scribe of a game that begins."""
    assert table.dice is not None
    cards = table.options.cards
    setup = replace(
        seated(table.variants, table.names),
        first=first,
        lucky=table.dice.lucky(table.variants),
        jokers=cards and table.options.jokers,
        deck=() if cards else None,
    )
    if cards:
        setup = replace(setup, deck=table.dice.cards(setup.start(), 0))
    return Scribe(setup)
