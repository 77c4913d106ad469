"""The card game, judged by the rules of thumb of its bots: approximate, and without luck.

A hand says little in numbers, and nobody knows what a card drawn is worth on average, so there is
no luck here. What a move is worth in the heuristic's points is read as a chance of winning against
the other sheets, as on sheets without a network.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rowlock.bots.cards import move_worths, sheet_worths
from rowlock.bots.judging.judges import Values
from rowlock.core.move import ChooseRow, Take
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.review.errors import OTHER_ERROR, POINTS_ERROR
from rowlock.review.eyes import chances
from rowlock.review.shapes import JudgeName, Unit
from rowlock.review.windows import Ways


class CardEyes(Struct, frozen=True):
    """A judge of moves in the card game."""

    unit: Unit
    error: float
    name: JudgeName = "cards"

    def ways(self, seen: View) -> Ways:
        """Every legal move of a seat with its value."""
        moves = [(*seen.moves, move) for move in seen.legal]
        return Ways(moves, self._values(seen), False, [])

    def _values(self, seen: View) -> Values:
        sheets = sheet_worths(seen)
        worths = np.array(move_worths(seen, thinks_ahead=True))
        if any(isinstance(move, Take | ChooseRow) for move in seen.legal):
            worths += sheets[seen.seat or 0]  # these say only what is gained
        if self.unit == "points":
            return worths
        table = np.tile(np.array(sheets), (len(worths), 1))
        table[:, seen.seat] = worths
        return chances(table)[:, seen.seat or 0]


def card_eyes(game: Game | View) -> CardEyes:
    """The judge for a card game."""
    if len(game.names) == 1:
        return CardEyes("points", POINTS_ERROR)
    return CardEyes("wins", OTHER_ERROR)
