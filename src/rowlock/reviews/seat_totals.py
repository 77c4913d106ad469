"""Summarises the decisions and rolls of a game for each seat.

    result = start + luck - own loss + what the others gave away + residual
    adjusted = result - luck - (start - even share)

The start is the seat's win probability before the first roll; beginning is an advantage.
`others_mistakes.py` computes what the others gave away; with two players it is the other player's
loss. In a solo game this part is 0, and with an exact table so is the residual.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rowlock.core.game import result
from rowlock.core.state import Game
from rowlock.reviews.mistake_classes import CLEAR, NAMES
from rowlock.reviews.model import (
    DecisionReview,
    Marks,
    RollReview,
    SeatReview,
    Unit,
)
from rowlock.reviews.perfect_play import dice_effect, perfect_play
from rowlock.simulation.stats import Z95

TOP = 5
"""Number of the costliest choices in a seat's summary."""


def seat_reviews(
    game: Game,
    unit: Unit,
    starts: Sequence[float | None],
    decisions: list[DecisionReview],
    rolls: list[RollReview],
    *,
    given: list[float],
) -> tuple[SeatReview, ...]:
    """The summary of every seat; `given` is each seat's gain from the others' mistakes."""
    losses = [sum(each.loss for each in decisions if each.seat == seat + 1) for seat in game.seats]
    results = outcome(game, unit)
    return tuple(
        _seat(
            game,
            seat,
            decisions,
            start=start,
            choices=given[seat] - losses[seat],
            ended=results[seat],
            rolls=rolls,
            unit=unit,
            given=given[seat],
        )
        for seat, start in enumerate(starts)
    )


def outcome(game: Game, unit: Unit) -> list[float | None]:
    """Every seat's share of the win, or its points; None before the end."""
    if not game.over:
        return [None] * len(game.names)
    ended = result(game)
    if unit == "points":
        return [float(total) for total in ended.totals]
    share = 1 / len(ended.winners)
    return [share if seat in ended.winners else 0.0 for seat in game.seats]


def _seat(
    game: Game,
    seat: int,
    decisions: list[DecisionReview],
    *,
    start: float | None,
    choices: float,
    ended: float | None,
    rolls: list[RollReview],
    unit: Unit,
    given: float,
) -> SeatReview:
    """The summary of a seat; `choices` is the sum of its losses and of what others gave it."""
    own = [(k, each) for k, each in enumerate(decisions) if each.seat == seat + 1 and each.own]
    costs = [each.loss for _, each in own]
    mean, low, high = mean_interval(costs, [doubt(each) for _, each in own])
    luck = sum((roll.luck[seat] for roll in rolls), 0.0)
    order = sorted(own, key=lambda each: -each[1].loss)
    counts = {name: sum(each.mark == name for _, each in own) for name in NAMES}
    luck_se = sqrt(sum(roll.se[seat] ** 2 for roll in rolls))
    adjusted, residual = None, None
    if ended is not None and start is not None and rolls:
        even = 1 / len(game.names) if unit == "wins" else start
        adjusted = ended - luck - (start - even)
        residual = ended - start - luck - choices
    return SeatReview(
        seat=seat + 1,
        name=game.names[seat],
        decisions=len(own),
        loss=sum(costs, 0.0),
        loss_mean=mean,
        low=low,
        high=high,
        luck=luck,
        result=ended,
        adjusted=adjusted,
        residual=residual,
        luck_se=luck_se,
        total=result(game).totals[seat],
        marks=Marks(**counts),
        costliest=tuple(k for k, each in order[:TOP] if each.loss > 0),
        perfect_play=perfect_play(each for _, each in own),
        dice=dice_effect(luck, luck_se, unit) if rolls else None,
        start=start,
        given=given,
    )


def doubt(decision: DecisionReview) -> float:
    """Standard error of a choice's loss.

    The evaluator's favourite has a loss of 0. If another answer is too close to tell them apart,
    the favourite may still be the worse one.
    """
    if decision.se or decision.moves[0].move != decision.chosen:
        return decision.se
    second = decision.moves[1]
    return second.se if second.loss < CLEAR * second.se else 0.0


def mean_interval(values: list[float], errors: list[float]) -> tuple[float, float, float]:
    """The mean loss with its 95% interval, which is at least 0.

    Its width reflects the spread between decisions and the evaluator's error.

    >>> mean_interval([0.0, 0.0], [0.0, 0.0])
    (0.0, 0.0, 0.0)
    """
    number = len(values)
    if not number:
        return 0.0, 0.0, 0.0
    mean = sum(values) / number
    spread = sum((value - mean) ** 2 for value in values) / max(1, number - 1)
    unsure = sum(error**2 for error in errors) / number
    half = Z95 * sqrt((spread + unsure) / number)
    return mean, max(0.0, mean - half), mean + half
