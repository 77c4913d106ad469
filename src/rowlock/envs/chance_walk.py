"""A game as nodes of a tree with explicit chance nodes, as OpenSpiel needs it.

Every chance node is a single draw from equally likely outcomes. The first draw is the seat that
begins (C-04). Each roll is one draw per die in play: white, white, red, yellow, green, blue. A deal
is one draw per card, from the first card dealt to the bottom of the pile.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rowlock.core.cards import CardTable, deck
from rowlock.core.game import deal, deciders, play, result, roll
from rowlock.core.state import Game, Roll
from rowlock.core.turn_cards import due_cards
from rowlock.envs.actions import legal_actions
from rowlock.envs.observation_text import seen_text
from rowlock.envs.setting import Setting
from rowlock.variants.variant import ROWS


class ChanceWalk(Struct, frozen=True, dict=True):
    """A node: a position, the draws since then, and the previous node."""

    setting: Setting
    game: Game | None = None
    """None until the first seat is drawn."""
    drawn: tuple[int, ...] = ()
    before: ChanceWalk | None = None

    def __deepcopy__(self, memo: object) -> ChanceWalk:
        """The same object, because it is immutable."""
        return self

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that must answer; empty at chance nodes and after the end."""
        return () if self.game is None else deciders(self.game)

    @property
    def over(self) -> bool:
        return self.game is not None and self.game.over

    @property
    def totals(self) -> list[int]:
        """The public points of every seat."""
        return list(result(self.game or self.setting.start(0)).totals)

    def last_decision(self) -> ChanceWalk | None:
        """The previous node at which a seat had to answer; None if there is none."""
        course = self.before
        while course is not None and not course.owing:
            course = course.before
        return course

    def seen(self, seat: int) -> str:
        """The current information of a seat, as text."""
        known: dict[int, str] = self.__dict__.setdefault("texts", {})  # cached
        if seat not in known:
            known[seat] = "" if self.game is None else seen_text(self.game, seat)
        return known[seat]

    def recalled(self, seat: int) -> str:
        """Everything that a seat has seen so far, the latest position first."""
        texts: list[str] = []
        course: ChanceWalk | None = self
        while course is not None:
            if course.before is None or course.before.game is not course.game:
                texts.append(course.seen(seat))
            course = course.before
        return "\n".join(texts)

    def outcomes(self) -> list[int]:
        """The equally likely outcomes of the next draw."""
        game = self.game
        if game is None:
            return list(range(self.setting.players))
        if game.stage == "roll":
            return list(range(game.sides))
        table = game.cards or CardTable()
        cards = deck(jokers=table.jokers)
        due = {cards.index(card) for card in due_cards(table)}
        return sorted(due.difference(self.drawn))

    def after_draw(self, outcome: int) -> ChanceWalk:
        """The node after a draw."""
        if self.game is None:
            return self._to(self.setting.start(first=outcome))
        drawn = (*self.drawn, outcome)
        if len(drawn) < self._draws(self.game):
            return ChanceWalk(self.setting, self.game, drawn, self)
        if self.game.stage == "roll":
            return self._to(roll(self.game, _roll(self.game, drawn)).state)
        cards = deck(jokers=self.setting.jokers)
        return self._to(deal(self.game, [cards[number] for number in drawn]).state)

    def _draws(self, game: Game) -> int:
        if game.stage == "roll":
            return 2 + sum(not game.closed >> row & 1 for row in ROWS)
        return len(due_cards(game.cards or CardTable()))

    def after_answers(self, answers: Sequence[tuple[int, int]]) -> ChanceWalk:
        """The node after these answers (seat and action); several are simultaneous."""
        game = self.game
        for seat, action in answers:
            if game is not None:
                game = play(game, seat, legal_actions(game, seat)[action]).state
        return self._to(game)

    def _to(self, game: Game | None) -> ChanceWalk:
        return ChanceWalk(self.setting, game, (), self)


def _roll(game: Game, drawn: Sequence[int]) -> Roll:
    faces = iter([number + 1 for number in drawn])
    white = next(faces), next(faces)
    return Roll(white, tuple(None if game.closed >> row & 1 else next(faces) for row in ROWS))
