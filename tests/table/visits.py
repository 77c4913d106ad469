"""Games over days between players who are never there at the same time, counted in visits."""

from __future__ import annotations

from collections import Counter
from functools import partial

from rowlock.core.game import legal_moves
from rowlock.core.move import NOTHING
from rowlock.protocol import client_messages
from rowlock.protocol.base import NumberMoves
from rowlock.protocol.server_messages import PossibleAnswer
from rowlock.table.foresee import possible_answers
from rowlock.table.notifications import awaited_members
from rowlock.table.options import TableOptions
from rowlock.table.situation import Presence
from tests.table.host import Host

DAY_S = 86_400
MAX_SKIPPED = 3
"""Cells that a player would rather not skip: then nothing is crossed."""


class SlowGame:
    """Each visitor does all that is asked, prepares answers to every number, and leaves."""

    def __init__(self, people: int, game: int) -> None:
        options = TableOptions(over_days=True, time_limit=DAY_S)
        self.host = Host(people, options=options, seed=f"{game:064x}")
        self.visits: Counter[int] = Counter()
        self.host.presence = Presence()
        self.host.advance()

    @property
    def own_turns(self) -> Counter[int]:
        return Counter(turn.active for turn in self.host.table.turns)

    def play(self) -> None:
        while self.host.table.stage == "playing":
            self.visit(min(awaited_members(self.host.table)))

    def visit(self, member: int) -> None:
        host = self.host
        self.visits[member] += 1
        host.presence = Presence(frozenset({member}))
        while host.table.stage == "playing" and member in awaited_members(host.table):
            if host.table.game.stage == "roll":
                host.roll()
            else:
                self.prepare(member)
                host.answer(member, *self.best(member))
        if host.table.stage == "playing":
            self.prepare(member)
        host.presence = Presence()
        host.advance()

    def prepare(self, seat: int) -> None:
        answers = tuple(
            NumberMoves(each.number, min(each.answers, key=partial(self.skipped, seat)).moves)
            for each in possible_answers(self.host.table.game, seat)
        )
        wish = client_messages.Prepare(seat=seat, answers=answers, keep=True, roll=True)
        self.host.send(seat, wish)

    def best(self, seat: int) -> tuple[str, ...]:
        """The answer to the open question that skips the fewest cells."""
        game = self.host.table.game
        if game.stage == "action1":
            found = possible_answers(game, seat)[game.announced - 2].answers
            return min(found, key=partial(self.skipped, seat)).moves
        moves = [move for move in legal_moves(game, seat) if move != NOTHING]
        places = [(self.cells_skipped(seat, str(move).lstrip("+*")), str(move)) for move in moves]
        skipped, best = min(places, default=(MAX_SKIPPED, "-"))
        return (best,) if skipped < MAX_SKIPPED or not game.crossed else ("-",)

    def skipped(self, seat: int, answer: PossibleAnswer) -> int:
        return self.cells_skipped(seat, answer.crosses[0]) if answer.crosses else MAX_SKIPPED

    def cells_skipped(self, seat: int, name: str) -> int:
        game = self.host.table.game
        cell = game.variants[seat].cell[name]
        return cell.position - game.sheets[seat].rows[cell.row].bit_length()
