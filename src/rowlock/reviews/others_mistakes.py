"""What the others gave each seat by their mistakes.

A mistake does not help all others alike: who was about to lock a row that is left open now has more
of it than who is far behind. So each seat gets what the judge says that choice did to it: its value
after the chosen answer less that after the best one. All of them together get what the mistake
cost, no more and no less, so what the judge says is moved by the same amount for all. With two
players that leaves the loss itself, without asking anybody.
"""

from __future__ import annotations

import numpy as np

from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.positions import Ints, Positions
from rowlock.reviews.cards import CardEvaluator
from rowlock.reviews.decisions import EvaluatedAnswer
from rowlock.reviews.evaluators import Evaluator
from rowlock.reviews.model import DecisionReview


def others_mistakes(
    judged: list[EvaluatedAnswer], evaluator: Evaluator | CardEvaluator, players: int
) -> list[float]:
    """Of every seat: what the mistakes of all others gave it."""
    found = np.zeros(players)
    costly = [each for each in judged if each.decision.loss]
    if players > 1 and costly:
        losers = np.array([each.decision.seat - 1 for each in costly])
        losses = np.array([each.decision.loss for each in costly])
        given = shared_out(losers, losses, _changes(costly, evaluator, players))
        found = given.sum(axis=0)
    return found.tolist()


def shared_out(losers: Ints, losses: Values, changes: Values) -> Values:
    """[mistake, seat] of each loss what every seat gets: an even share, and what the mistake did to
    it beyond what it did to the others on average.

    >>> shared_out(np.array([1]), np.array([0.1]), np.array([[0.08, -0.1, 0.01]])).round(3).tolist()
    [[0.085, 0.0, 0.015]]
    """
    players = changes.shape[1]
    others = np.arange(players) != losers[:, None]
    mean = (changes * others).sum(axis=1) / (players - 1)
    given: Values = others * (losses / (players - 1) - mean)[:, None] + others * changes
    return given


def _changes(
    costly: list[EvaluatedAnswer], evaluator: Evaluator | CardEvaluator, players: int
) -> Values:
    """[mistake, seat] what the chosen answer made of each seat's chances, less what the best one
    would have made of them; zeros where the judge need not be asked or cannot tell."""
    found = np.zeros((len(costly), players))
    asked = [(k, each) for k, each in enumerate(costly) if each.ways.scenarios]
    if isinstance(evaluator, CardEvaluator) or players == 2 or not asked:
        return found
    ends, lines, weights = list[Positions](), list[int](), list[float]()
    for k, each in asked:
        bold = _boldness(each.decision)
        for scenario in each.ways.scenarios:
            ends.append(scenario.positions.at([each.chosen, each.best]))
            lines += [k, k]
            weights += [bold * scenario.weight, -bold * scenario.weight]
    together = Positions.joined(ends)  # a call of the judge costs more than the positions in it
    for seat in range(players):
        np.add.at(found[:, seat], lines, weights * evaluator.values(together, seat))
    return found


def _boldness(decision: DecisionReview) -> float:
    """Where rollouts settled the loss, the others' part grows or shrinks with it."""
    rolled = decision.rollout
    return decision.loss / rolled.judged if rolled and rolled.settled else 1.0
