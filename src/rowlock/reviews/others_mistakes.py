"""Computes what each seat gained by the others' mistakes.

A mistake does not help all others equally: a player who was about to lock a row that stays open
gains more than a player far behind. So each seat gets the evaluator's difference between the chosen
and the best answer. These differences are shifted by the same amount for all seats, so that they
add up to the loss. With two players the result is the loss itself, and the evaluator is not needed.
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
    """For every seat: its gain from the mistakes of all others."""
    found = np.zeros(players)
    costly = [each for each in judged if each.decision.loss]
    if players > 1 and costly:
        losers = np.array([each.decision.seat - 1 for each in costly])
        losses = np.array([each.decision.loss for each in costly])
        given = shared_out(losers, losses, _changes(costly, evaluator, players))
        found = given.sum(axis=0)
    return found.tolist()


def shared_out(losers: Ints, losses: Values, changes: Values) -> Values:
    """[mistake, seat] each seat's gain: an even share of the loss, plus the seat's difference from
    the mean of the others.

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
    """[mistake, seat] each seat's win probability after the chosen answer, minus that after the
    best one; zeros if the evaluator is not needed or cannot evaluate it.
    """
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
    together = Positions.joined(ends)  # one call, which costs more than its positions
    for seat in range(players):
        np.add.at(found[:, seat], lines, weights * evaluator.values(together, seat))
    return found


def _boldness(decision: DecisionReview) -> float:
    """If rollouts replaced the loss, scale the others' gains with it."""
    rolled = decision.rollout
    return decision.loss / rolled.judged if rolled and rolled.settled else 1.0
