"""A game with its chance spelled out, step by step: what OpenSpiel walks through.

Chance is asked one draw at a time, each among a handful of outcomes of equal chance: the seat that
begins (C-04), then die after die, white, white, red, yellow, green, blue, those in play alone; in
the card game card after card, from the first to be dealt to the bottom of the pile.
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
    """A position, what chance has drawn towards the next one, and the course that led here."""

    setting: Setting
    game: Game | None = None
    """None until it is drawn who begins."""
    drawn: tuple[int, ...] = ()
    before: ChanceWalk | None = None

    def __deepcopy__(self, memo: object) -> ChanceWalk:
        """Nothing here ever changes: a copy would be the same."""
        return self

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe an answer; none where chance draws or the game is over."""
        return () if self.game is None else deciders(self.game)

    @property
    def over(self) -> bool:
        return self.game is not None and self.game.over

    @property
    def totals(self) -> list[int]:
        """The points of every seat, as everybody sees them."""
        return list(result(self.game or self.setting.start(0)).totals)

    def last_decision(self) -> ChanceWalk | None:
        """Where a seat was asked the last time before this."""
        course = self.before
        while course is not None and not course.owing:
            course = course.before
        return course

    def seen(self, seat: int) -> str:
        """What a seat may know now, as text."""
        known: dict[int, str] = self.__dict__.setdefault("texts", {})  # worked out once
        if seat not in known:
            known[seat] = "" if self.game is None else seen_text(self.game, seat)
        return known[seat]

    def recalled(self, seat: int) -> str:
        """All that a seat has seen, what it sees now first."""
        texts: list[str] = []
        course: ChanceWalk | None = self
        while course is not None:
            if course.before is None or course.before.game is not course.game:
                texts.append(course.seen(seat))
            course = course.before
        return "\n".join(texts)

    def outcomes(self) -> list[int]:
        """What chance may draw now, all alike."""
        game = self.game
        if game is None:
            return list(range(self.setting.players))
        if game.stage == "roll":
            return list(range(game.variant.sides))
        table = game.cards or CardTable()
        cards = deck(jokers=table.jokers)
        due = {cards.index(card) for card in due_cards(table)}
        return sorted(due.difference(self.drawn))

    def after_draw(self, outcome: int) -> ChanceWalk:
        """Chance has drawn."""
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
        """Seats have answered with actions, at the same time if there are several."""
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
