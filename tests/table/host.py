"""A host for one table without event loop, socket or store: a clock that tests turn by hand."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rowlock.bots import Greedy
from rowlock.core.game import play
from rowlock.core.view import view
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.answers import PlayedAnswer, owes_choice
from rowlock.table.commands import turns
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.outcome import Answering, Entries, Pencilled
from rowlock.table.commands.starting import begin
from rowlock.table.drafts import Drafts
from rowlock.table.fair.origin import SEALED_SHARES
from rowlock.table.options import TableOptions, for_log
from rowlock.table.plan import BotTurn, Plan, observe, plan
from rowlock.table.situation import Presence, Situation, Timing
from rowlock.table.state import Table, fold

SEED = "5e" * 32
LEVELS = ("gentle", "champion")


class Host:
    """Ann is member 0, Ben member 1 and so on; `bots` take the seats behind them."""

    def __init__(self, people: int, bots: int = 0, options: TableOptions | None = None) -> None:
        self.table = Table()
        self.log: list[log_entries.LogEntry] = []
        self.drafts = Drafts()
        self.timing = Timing()
        self.presence = Presence(frozenset(range(people)))
        self.now = 0.0
        self.rng = random.Random(1)
        self.notifies = False
        self.notified: list[tuple[float, int]] = []
        names = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
        seats = [log_entries.SeatState("person", names[n], "", n) for n in range(people)]
        seats += [log_entries.SeatState("bot", f"Bot {n + 1}", "gentle") for n in range(bots)]
        made = log_entries.TableMade(
            "BCDFGHJK", for_log(options or TableOptions()), SEED, 0.0, None, SEALED_SHARES
        )
        self.write([made])
        self.write([log_entries.MemberCame(n, f"hash {n}", host=n == 0) for n in range(people)])
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
        member = self.table.seats[seat].member
        assert member is not None
        self.send(member, client_messages.Answer(seat=seat, ask=ask, moves=moves), bots=bots)

    def roll(self) -> None:
        """Roll for the active player, if a person."""
        game = self.table.game
        member = self.table.seats[game.active].member
        assert member is not None
        self.send(member, client_messages.RollDice(turn=game.turn))

    def refold(self) -> Table:
        """The table folded again from the log, as another host would read it."""
        return fold([log_entries.encode(entry) for entry in self.log])

    def _bot_entries(self, turn: BotTurn) -> Entries:
        table, seat = self.table, turn.seat
        if table.game.stage == "roll":
            return turns.roll(table)
        game, moves = table.game, list[str]()
        while not moves or owes_choice(game, seat):
            move = Greedy().choose(view(game, seat), self.rng)
            game = play(game, seat, move).state
            moves.append(str(move))
        return [log_entries.SeatAnswered(seat, str(table.question), tuple(moves), turn.by)]
