"""The symmetries of a sheet, found by looking at it.

A symmetry relabels the rows, with them the colours, and may mirror the numbers (2 <-> 12) so
that the printed sheet comes out the same: on the classic one, red and yellow change places, or
green and blue, or the upper two rows with the lower two while the dice are turned upside down.
"""

from __future__ import annotations

from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

import rowlock
from rowlock import Card, Roll, Setup, Sheet, Variant
from rowlock.core.cards import parse_card
from rowlock.testing import Answered, Input, Shuffled
from rowlock.variants.features import features

LETTERS = "rygb"

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""The features that a symmetry is held to below; a sheet with another one has none."""


class Symmetry(Struct, frozen=True):
    variant: Variant
    rows: tuple[int, ...]
    """Where each row goes; colours go with their locks."""
    mirror: bool

    def number(self, number: int) -> int:
        return 2 * self.variant.sides + 2 - number if self.mirror else number

    def numbers(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(self.number, numbers)))

    def cell(self, name: str) -> str:
        return f"{LETTERS[self.rows[LETTERS.index(name[0])]]}{self.number(int(name[1:]))}"

    def pair(self, pair: tuple[int, int]) -> tuple[int, int]:
        low, high = sorted(map(self.number, pair))
        return low, high

    def card(self, card: Card) -> Card:
        colour = None if card.colour is None else self.rows[card.colour]
        return Card(self.number(card.number), colour)

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(self.card, cards))

    def keeps_the_sheet(self) -> bool:
        """Whether the relabelled sheet is the printed one."""
        variant = self.variant
        if not variant.features <= KNOWN:  # what is not compared here is not respected either
            return self.rows == (0, 1, 2, 3) and not self.mirror
        for cell in variant.cells:
            image = variant.cell.get(self.cell(cell.name))
            if image is None or (image.row, image.position) != (self.rows[cell.row], cell.position):
                return False
        boxes = {self.cell(cell.name) for cell in variant.boxes}
        doubles = {self.cell(cell.name) for cell in variant.doubles}
        bar = tuple(self.rows[row] for row in variant.bar)
        symbols = all(
            {self.cell(cell.name) for cell in bonus.cells} == {cell.name for cell in bonus.cells}
            for bonus in variant.bonuses
        )
        same_doubles = doubles == {cell.name for cell in variant.doubles}
        return boxes == set(variant.boxed) and bar == variant.bar and symbols and same_doubles

    def setup(self, setup: Setup) -> Setup:
        lucky = None if setup.lucky is None else tuple(map(self.pair, setup.lucky))
        deck = None if setup.deck is None else self.cards(setup.deck)
        return replace(setup, lucky=lucky, deck=deck)

    def fits(self, setup: Setup) -> bool:
        """Longo: whether the mirrored lucky pairs are printed on other sheets."""
        lucky = self.setup(setup).lucky
        return lucky is None or set(lucky) <= set(setup.variant.lucky_pairs)

    def sheet(self, sheet: Sheet) -> Sheet:
        return Sheet(self.by_row(sheet.rows), sheet.penalties, sheet.bar)

    def by_row(self, values: tuple[int, ...]) -> tuple[int, ...]:
        moved = {self.rows[row]: value for row, value in enumerate(values)}
        return tuple(moved[row] for row in range(4))

    def mask(self, rows: int) -> int:
        return sum(1 << self.rows[row] for row in range(4) if rows >> row & 1)

    def roll(self, dice: Roll) -> Roll:
        def turned(die: int) -> int:
            return self.variant.sides + 1 - die if self.mirror else die

        moved = {self.rows[c]: die for c, die in enumerate(dice.colours)}
        colours = tuple(None if (die := moved[c]) is None else turned(die) for c in range(4))
        return Roll((turned(dice.white[0]), turned(dice.white[1])), colours)

    def move(self, move: rowlock.Move) -> rowlock.Move:
        match move:
            case rowlock.Nothing():
                return move
            case (
                rowlock.WhiteCross()
                | rowlock.LuckyCross()
                | rowlock.SwapCross()
                | rowlock.ColourCross()
            ):
                return replace(move, cell=self.cell(move.cell))
            case rowlock.ChooseRow():
                return rowlock.ChooseRow(self.rows[move.row])
            case rowlock.Take():
                return rowlock.Take(self.numbers(move.numbers))
            case rowlock.PlayCards():
                parts = (move.cards, move.jokers, move.crossed)
                cards, jokers, crossed = map(self.numbers, parts)
                return rowlock.PlayCards(self.rows[move.colour], cards, jokers, crossed)

    def input(self, given: Input) -> Input:
        match given:
            case Roll():
                return self.roll(given)
            case Shuffled():
                return Shuffled(self.cards(given.cards))
            case Answered():
                return Answered(given.seat, self.move(given.move))

    def event(self, event: rowlock.Event) -> rowlock.Event:
        match event:
            case rowlock.Crossed():
                return replace(event, cell=self.cell(event.cell))
            case rowlock.LockCrossed() | rowlock.CrossLapsed() | rowlock.RowClosed():
                return replace(event, row=self.rows[event.row])
            case rowlock.DieRemoved():
                return rowlock.DieRemoved(self.rows[event.colour])
            case rowlock.CardsPlayed():
                cards = (self.card(parse_card(card)) for card in event.cards)
                return replace(event, cards=tuple(sorted(map(str, cards))))
            case (
                rowlock.BarStruck()
                | rowlock.BonusEarned()
                | rowlock.PenaltyTaken()
                | rowlock.GameOver()
            ):
                return event


def symmetries(variant: Variant) -> list[Symmetry]:
    """All symmetries of a sheet, doing nothing among them."""
    tried = [
        Symmetry(variant, rows, mirror)
        for mirror in (False, True)
        for rows in permutations(range(4))
    ]
    return [symmetry for symmetry in tried if symmetry.keeps_the_sheet()]
