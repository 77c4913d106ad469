"""A host for one table without event loop, socket or store: a clock that tests turn by hand."""

from __future__ import annotations

import random
from functools import partial

from msgspec.structs import replace

from rowlock.core.game import legal_moves, play
from rowlock.core.move import NOTHING, Move
from rowlock.core.state import Game
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.answers import PlayedAnswer, owes_choice
from rowlock.table.commands import turns
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.outcome import Answering, Entries, Pencilled
from rowlock.table.commands.starting import begin
from rowlock.table.drafts import Drafts
from rowlock.table.fair.origin import BOUND_GAME
from rowlock.table.options import TableOptions, for_log
from rowlock.table.plan import BotTurn, Plan, observe, plan
from rowlock.table.situation import Presence, Situation, Timing
from rowlock.table.state import Table, fold

SEED = "5e" * 32
LEVELS = ("gentle", "champion")


class Host:
    """Ann is member 0, Ben member 1 and so on; `bots` take the seats behind them.

    With `seals`, people promise to seal shares; `day` is the date of a game of the day.
    """

    def __init__(
        self,
        people: int,
        bots: int = 0,
        options: TableOptions | None = None,
        *,
        seals: bool = False,
        day: str = "",
        seed: str = SEED,
    ) -> None:
        self.table = Table()
        self.log: list[log_entries.LogEntry] = []
        self.drafts = Drafts()
        self.timing = Timing()
        self.presence = Presence(frozenset(range(people)))
        self.now = 0.0
        stored = log_entries.encode(log_entries.OptionsAre(for_log(options or TableOptions())))
        self.rng = random.Random(f"{people} {bots} {stored!r}")  # new options change no game
        self.notifies = False
        self.notified: list[tuple[float, int]] = []
        names = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
        seats = [log_entries.SeatState("person", names[n], "", n) for n in range(people)]
        seats += [log_entries.SeatState("bot", f"Bot {n + 1}", "gentle") for n in range(bots)]
        made = log_entries.TableMade(
            "BCDFGHJK", for_log(options or TableOptions()), seed, 0.0, None, BOUND_GAME, day
        )
        self.write([made])
        self.write(
            [
                log_entries.MemberCame(n, f"hash {n}", host=n == 0, seals=seals)
                for n in range(people)
            ]
        )
        self.write([log_entries.SeatsAre(tuple(seats))])

    def start(self) -> None:
        self.write(begin(self.table, self.now))
        self.advance()

    def write(self, entries: Entries, played: PlayedAnswer | None = None) -> None:
        before = self.table.moment
        self.table, _ = self.table.after(entries, played)
        self.log += entries
        if self.table.moment != before:
            self.drafts.clear()

    def situation(self) -> Situation:
        return Situation(
            self.table,
            self.presence,
            self.timing,
            self.drafts,
            now=self.now,
            wall=1000.0 + self.now,
            new_seed="a5" * 32,
            notifies=self.notifies,
        )

    def observe(self) -> Situation:
        self.timing = observe(self.situation())
        return self.situation()

    def advance(self, *, bots: bool = True) -> Plan:
        """Do everything that is due now; bots answer at once."""
        while True:
            step = plan(self.observe())
            if step.entries:
                self.write(step.entries)
            elif step.bots and bots:
                self.write(self._bot_entries(step.bots[0]))
            else:
                self.timing = step.timing
                self.notified += [(self.now, member) for member in sorted(step.notify)]
                return step

    def wait(self, seconds: float) -> Plan:
        """Let time pass, waking up whenever the plan says so."""
        until = self.now + seconds
        step = self.advance()
        while step.wake_at is not None and step.wake_at <= until:
            assert step.wake_at > self.now
            self.now = step.wake_at
            step = self.advance()
        self.now = until
        return self.advance()

    def come(self, member: int) -> None:
        self.presence = Presence(self.presence.members | {member}, self.presence.gone_since)
        covered = [n for n in self.table.seats_of(member) if n in self.table.covered]
        self.write([log_entries.CoverSet(n, False, who=member) for n in covered])
        self.advance()

    def go(self, member: int) -> None:
        gone = {**self.presence.gone_since, member: self.now}
        self.presence = Presence(self.presence.members - {member}, gone)
        self.advance()

    def send(self, member: int, command: client_messages.Command, *, bots: bool = True) -> None:
        outcome = decide(self.table, member, command, now=1000.0 + self.now, levels=LEVELS)
        if isinstance(outcome, Pencilled):
            self.drafts.pencil[outcome.seat] = outcome.moves
            return
        played = None
        if isinstance(outcome, Answering):
            played = outcome.played
            if outcome.begun is None:
                self.drafts.begun.pop(outcome.seat, None)
            else:
                self.drafts.begun[outcome.seat] = outcome.begun
            outcome = outcome.entries
        assert isinstance(outcome, list)
        self.write([replace(entry, who=member) for entry in outcome], played)
        self.advance(bots=bots)

    def answer(self, seat: int, *moves: str, bots: bool = True) -> None:
        ask = str(self.table.question)
        command = client_messages.Answer(seat=seat, ask=ask, moves=moves)
        self.send(self.member_at(seat), command, bots=bots)

    def roll(self) -> None:
        """Roll for the active player, if a person."""
        game = self.table.game
        self.send(self.member_at(game.active), client_messages.RollDice(turn=game.turn))

    def answer_at_random(self, seat: int) -> None:
        """Answer for a person."""
        self.answer(seat, *self._random_answer(seat))

    def play_to_end(self) -> None:
        """Play a game that has begun, with random answers."""
        while self.table.stage == "playing":
            if self.table.game.stage == "roll":
                self.roll()
            else:
                self.answer_at_random(self.table.owing[0])

    def member_at(self, seat: int) -> int:
        member = self.table.seats[seat].member
        assert member is not None
        return member

    def refold(self) -> Table:
        """The table folded again from the log, as another host would read it."""
        return fold([log_entries.encode(entry) for entry in self.log])

    def _bot_entries(self, turn: BotTurn) -> Entries:
        table, seat = self.table, turn.seat
        if table.game.stage == "roll":
            return turns.roll(table)
        moves = self._random_answer(seat)
        return [log_entries.SeatAnswered(seat, str(table.question), moves, turn.by)]

    def _random_answer(self, seat: int) -> tuple[str, ...]:
        """A legal move that leaves out few cells, with the choices that follow from it."""
        game, moves = self.table.game, list[str]()
        while not moves or owes_choice(game, seat):
            legal = legal_moves(game, seat)
            crosses = [move for move in legal if move != NOTHING] or legal
            move = self.rng.choice(sorted(crosses, key=partial(self._width, game, seat))[:2])
            game = play(game, seat, move).state
            moves.append(str(move))
        return tuple(moves)

    def _width(self, game: Game, seat: int, move: Move) -> int:
        """How far right the crosses of the seat reach after a move."""
        after = play(game, seat, move).state
        answer = after.answers[seat]
        sheet = after.sheets[seat] if answer is None else answer.draft.sheet
        return sum(row.bit_length() for row in sheet.rows)
