"""A table of the readable core for scenarios and rule tests, with texts in and texts out."""

from __future__ import annotations

from typing import Self

import pytest

from rowlock import (
    Event,
    Game,
    Illegal,
    Roll,
    Step,
    Variant,
    deal,
    deciders,
    format_sheet,
    legal_moves,
    new_game,
    parse_move,
    play,
    result,
    roll,
)
from rowlock.core.cards import parse_card
from rowlock.variants import COLOURS, ROWS, LuckyPair
from tests.scenarios.spec import State, with_sheets

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


class CoreTable:
    """A game under way and the events of its last completed input."""

    gives_reasons = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: tuple[Event, ...] = ()

    def _take(self, step: Step) -> None:
        self.game, self.events = step.state, step.events

    def roll(self, dice: str) -> None:
        self._take(roll(self.game, roll_of(dice)))

    def deal(self, cards: str) -> None:
        self._take(deal(self.game, [parse_card(word) for word in cards.split()]))

    def play(self, seat: int, move: str) -> None:
        self._take(play(self.game, seat, parse_move(move, cards=self.game.cards is not None)))

    def state(self) -> State:
        game = self.game
        outcome = result(game)
        closed = [COLOURS[row] for row in ROWS if game.closed >> row & 1]
        hands = game.cards.hands if game.cards else ()
        display = game.cards.display if game.cards else ()
        return State(
            phase=game.phase,
            turn=game.turn,
            active=game.active,
            announced=game.announced,
            legal={seat: self.legal(seat).split() for seat in deciders(game)},
            sheets=[self.sheet(seat) for seat in game.seats],
            closed_rows=closed,
            dice_out=closed,
            bonus=[score.bonus for score in outcome.scores],
            totals=list(outcome.totals),
            winners=list(outcome.winners),
            reason=outcome.reason,
            hands=[" ".join(map(str, hand)) for hand in hands],
            display=" ".join(map(str, display)),
        )

    # What follows makes rule tests short.

    def turn(self, dice: str, *columns: str) -> Self:
        """A roll, every seat's words in action 1, and behind `>` the active seat's action 2."""
        self.roll(dice)
        for seat, column in enumerate(columns):
            for word in column.split(">")[0].split():
                self.play(seat, word)
        _, _, action2 = columns[self.game.active].partition(">")
        for word in action2.split():
            self.play(self.game.active, word)
        return self

    def offered(self, dice: str) -> str:
        """What the first seat may do after a roll."""
        self.roll(dice)
        return self.legal()

    def refusal(self, seat: int, move: str) -> str:
        """The code with which this move is refused; it must be, and must change nothing."""
        before = self.game
        with pytest.raises(Illegal) as refusal:
            self.play(seat, move)
        assert self.game == before
        return refusal.value.code

    def roll_refusal(self, dice: str) -> str:
        """The code with which these dice are refused."""
        before = self.game
        with pytest.raises(Illegal) as refusal:
            self.roll(dice)
        assert self.game == before
        return refusal.value.code

    def legal(self, seat: int = 0) -> str:
        """The seat's moves, sorted by code point."""
        return " ".join(sorted(map(str, legal_moves(self.game, seat))))

    def sheet(self, seat: int = 0) -> str:
        return format_sheet(self.game.variants[seat], self.game.sheets[seat])

    @property
    def closed(self) -> list[str]:
        return self.state().closed_rows

    @property
    def totals(self) -> list[int]:
        return self.state().totals


def table(
    variant: Variant | str,
    *sheets: str,
    first: int = 0,
    lucky: list[LuckyPair] | None = None,
) -> CoreTable:
    """A table with these sheets, about to roll."""
    game = new_game(variant, NAMES[: len(sheets)], first=first, lucky=lucky)
    return CoreTable(with_sheets(game, list(sheets)))


def roll_of(text: str) -> Roll:
    """The dice of a text like `41 3256`."""
    white, coloured = text.split()
    colours = tuple(None if die == "-" else int(die) for die in coloured)
    return Roll((int(white[0]), int(white[1])), colours)
