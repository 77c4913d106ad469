"""How close a player came to perfect play, and what the dice did to a seat.

    stake of a choice = value of the best answer - value of the worst one
    perfect_play      = 1 - losses / stakes, over all own choices

So 1 means the best answer in every choice, 0 the worst one. A choice counts as much as depended on
it: choices between equal answers do not change the number.
"""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.reviews.mistake_classes import CLEAR, LIMITS
from rowlock.reviews.model import DecisionReview, DiceEffect, Unit


def perfect_play(decisions: Iterable[DecisionReview]) -> float | None:
    """The fraction of the stakes that these choices kept; None if nothing was at stake.

    >>> perfect_play([]) is None
    True
    """
    lost = stake = 0.0
    for decision in decisions:
        lost += decision.loss
        stake += max(move.loss for move in decision.moves)
    return max(0.0, 1.0 - lost / stake) if stake > 0 else None


def dice_effect(luck: float, se: float, unit: Unit) -> DiceEffect:
    """Whether the luck of a whole game is at least a blunder and at least two standard errors.

    >>> [dice_effect(luck, 0.01, "wins") for luck in (0.1, 0.05, -0.1)]
    ['helped', 'even', 'hurt']
    >>> dice_effect(0.1, 0.06, "wins")
    'even'
    """
    if abs(luck) < max(LIMITS[unit][-1], CLEAR * se):
        return "even"
    return "helped" if luck > 0 else "hurt"
