"""The value network of the card game in NumPy: from what a seat knows to its expected win share.

A position is evaluated right after a decision of one seat, from what that seat may know: its own
cards, the numbers of all others, the sheets. Unknown colours are not inputs, so the network has
learned the mean over them. Sheets are encoded as in the dice game (`network.py`), with one
difference: a row is closed only by its own lock (K-05). Cards are encoded as counts:

    own cards 55 | taken, colour unknown 11 | display 11 | other hands 4 x 11 | discards 55 |
    moment and top of the pile 5 x 11 | jokers in the game 1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.evaluation.input_layout import (
    LEAD_LINE,
    NEAR_LINE,
    NEAR_UNIT,
    SLOTS,
    TOTAL_UNIT,
    layout,
)
from rowlock.bots.evaluation.layers import (
    Floats,
    Layers,
    layers,
    weights,
)
from rowlock.bots.evaluation.lookahead import seat_of
from rowlock.bots.evaluation.row_shapes import row_code, row_shapes
from rowlock.core import rules
from rowlock.core.cards import NUMBERS, Card
from rowlock.core.move import Move, PlayCards, Take
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, is_locked, with_penalty
from rowlock.core.sheet_rules import carry_out, cross
from rowlock.core.turn_cards import cells_of_play, played_cards
from rowlock.core.view import View
from rowlock.errors import Unreadable
from rowlock.variants.variant import COLOURS, ROWS, Variant

TAKEN, CROSSED, UNCROSSED, ANSWERED, PLAYED = range(5)
"""Moments: cards taken; action 1 answered by the active seat, with or without a cross; action 1
answered by another seat; cards played."""
KINDS = (len(COLOURS) + 1) * len(NUMBERS)
"""Number of different cards; jokers are a fifth colour."""
DISCARDS = KINDS + (1 + SLOTS) * len(NUMBERS)
"""Index of the discards among the inputs."""


class KnownCards(Struct, frozen=True):
    """What a seat knows right after its own decision."""

    sheet: Sheet
    hand: tuple[Card, ...]
    unseen: tuple[int, ...]
    """Numbers of cards just taken, whose colours are not known yet."""
    played: tuple[Card, ...]
    moment: int
    following: int
    """The seat whose turn it is, or is next after cards were played."""


def known_after(view: View, move: Move) -> KnownCards:
    """The seat's own sheet and cards after a legal move, as far as they can be known."""
    seat, cards = seat_of(view), view.cards
    assert cards is not None, "the card game"
    sheet, variant = view.sheets[seat], view.variant
    if isinstance(move, Take):
        return KnownCards(sheet, cards.hand, move.numbers, (), TAKEN, view.active)
    if isinstance(move, PlayCards):
        cells = cells_of_play(variant, sheet, move.colour, move.crossed) or ()
        after = cross(variant, seat, sheet, 0, cells, source="card").sheet
        if rules.owes_penalty(view.crossed, bool(cells)):
            after = with_penalty(after)
        played = played_cards(move)
        kept = tuple(card for card in cards.hand if card not in played)
        following = (seat + 1) % len(view.sheets)
        return KnownCards(after, kept, (), played, PLAYED, following)
    after = carry_out(variant, seat, sheet, 0, move, announced=view.announced).sheet
    moment = CROSSED if after != sheet else UNCROSSED
    moment = moment if seat == view.active else ANSWERED
    return KnownCards(after, cards.hand, (), (), moment, view.active)


@dataclass(frozen=True, eq=False, kw_only=True)
class CardNetwork(Layers):
    """The network of a sheet that is played with cards."""

    cards: Floats
    """[input, hidden]"""

    def expect(self, view: View, positions: Sequence[KnownCards]) -> NDArray[np.float64]:
        """The expected win shares of the view's seat in these positions."""
        base = self._base(view)
        hidden = np.array([base + self._own(view, known) for known in positions])
        wins = self.out(hidden)[:, 0].astype(np.float64)
        shares: NDArray[np.float64] = 1 / (1 + np.exp(-wins))
        return shares

    def _base(self, view: View) -> Floats:
        """The part of the first layer that the decision does not change: the others' sheets and
        cards."""
        cards = view.cards
        assert cards is not None
        players, seat = len(view.sheets), seat_of(view)
        hidden = self.bias + self._numbers(2, cards.display) + self._discards(cards.discards)
        for slot in range(1, players):
            other = (seat + slot) % players
            hidden += self._rows(slot, view.sheets[other])
            hidden += self._numbers(2 + slot, cards.hands[other])
        if cards.jokers:
            hidden += self.cards[-1]
        return hidden

    def _own(self, view: View, known: KnownCards) -> Floats:
        """The part of the first layer that the decision changes."""
        cards = view.cards
        assert cards is not None
        players, seat = len(view.sheets), seat_of(view)
        sheets = [view.sheets[(seat + slot) % players] for slot in range(players)]
        sheets[0] = known.sheet
        hidden = self._rows(0, known.sheet) + self._discards(known.played)
        for slot, sheet in enumerate(sheets):
            is_next = (seat + slot) % players == known.following
            hidden += self.penalties[slot, 2 * sheet.penalties + is_next]
        hidden += self.cards[[_kind(card) for card in known.hand]].sum(0)
        hidden += self._numbers(1, known.unseen) - self._numbers(2, known.unseen)
        top = (cards.top or NUMBERS[0]) - NUMBERS[0]
        hidden += self.cards[DISCARDS + KINDS + known.moment * len(NUMBERS) + top]
        points = [float(score(self.variant, sheet).total) for sheet in sheets]
        lead = points[0] - max(points[1:])
        hidden += np.array(points, dtype=np.float32) / TOTAL_UNIT @ self.scalars[:players]
        hidden += np.float32(lead / TOTAL_UNIT) * self.scalars[LEAD_LINE]
        hidden += np.float32(np.tanh(lead / NEAR_UNIT)) * self.scalars[NEAR_LINE]
        return hidden

    def _rows(self, slot: int, sheet: Sheet) -> Floats:
        number = row_shapes(self.variant).number
        codes = [row_code(sheet.rows[r], is_locked(self.variant, sheet, r)) for r in ROWS]
        lines: Floats = self.rows[slot, ROWS, number[codes]].sum(0)
        return lines

    def _discards(self, cards: Iterable[Card]) -> Floats:
        lines: Floats = self.cards[[DISCARDS + _kind(card) for card in cards]].sum(0)
        return lines

    def _numbers(self, block: int, numbers: Iterable[int]) -> Floats:
        """The sum of the weight lines of these numbers in a block of eleven lines. Block 1 follows
        the inputs for the seat's own cards.
        """
        start = KINDS + (block - 1) * len(NUMBERS) - NUMBERS[0]
        lines: Floats = self.cards[[start + number for number in numbers]].sum(0)
        return lines


def _kind(card: Card) -> int:
    colour = len(COLOURS) if card.colour is None else card.colour
    return colour * len(NUMBERS) + card.number - NUMBERS[0]


def read_card_network(variant: Variant, file: Path | IO[bytes]) -> CardNetwork:
    """The network of a file of weights; refuses one for another sheet or layout."""
    with np.load(file) as data:
        stamps = str(data["digest"]), str(data["layout"])
        if stamps != (variant.digest, layout(variant)):
            raise Unreadable("bad_weights", f"these weights do not fit {variant.id} with cards")
        arrays = weights(data)
    return CardNetwork(**layers(variant, arrays), cards=arrays["cards"])


@lru_cache
def card_network(variant: Variant) -> CardNetwork | None:
    """The trained network of a sheet with cards; None if the package has none."""
    place = files("rowlock.bots").joinpath("weights", "cards", f"{variant.id}.npz")
    if not place.is_file():
        return None
    with place.open("rb") as file:
        try:
            return read_card_network(variant, file)
        except Unreadable:
            return None
