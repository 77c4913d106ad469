"""Settles doubtful and costly choices of a review with rollouts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import inf
from time import perf_counter

from msgspec.structs import replace

from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.reviews.answers import Answers, evaluated_answers
from rowlock.reviews.decisions import EvaluatedAnswer
from rowlock.reviews.evaluators import Evaluator
from rowlock.reviews.luck import judges_of
from rowlock.reviews.mistake_classes import CLEAR, LIMITS, mark_of
from rowlock.reviews.model import DecisionReview, RolledOut, Unit
from rowlock.reviews.playouts import (
    LEAST,
    MOST,
    Arm,
    Compared,
    PlayoutTable,
    arm_of,
    compare,
    warm_up,
)

SHARES = 4
"""The fraction of the remaining time that one choice may use: a few settled choices are worth more
than many unsettled ones.
"""

ENOUGH = 1_000
"""Pairs of games for the reasons only, if the loss is exact."""


def worth_a_look(decision: DecisionReview, unit: Unit) -> bool:
    """Whether a choice has a mark, or could have one within the evaluator's error."""
    return (
        decision.own
        and not decision.exact
        and decision.loss + CLEAR * decision.se >= LIMITS[unit][0]
        and decision.loss > 0
    )


def worth_explaining(decision: DecisionReview) -> bool:
    """Whether a choice is the player's own and has a mark."""
    return decision.own and decision.mark is not None


def roll_out(
    judged: list[EvaluatedAnswer],
    wanted: list[int],
    evaluator: Evaluator,
    seconds: float,
    clock: Callable[[], float] = perf_counter,
    *,
    most: int = MOST,
    first: Collection[int] = (),
) -> Iterator[float]:
    """Replace decisions in the list by better ones; yields the completed fraction.

    The seats in `first` (from 1) come before the others, each time costliest first. Choices for
    which no time is left stay unchanged, except the very first one, which is always played out.
    """
    order = sorted(wanted, key=lambda place: _turn_of(judged[place].decision, first))
    for place in order:
        table, arms = question(judged[place], evaluator)
        for arm in arms:
            warm_up(table, arm)
    began = clock()
    for number, place in enumerate(order):
        left = seconds - (clock() - began)
        if number and left <= 0:
            return
        table, arms = question(judged[place], evaluator)
        found = compare(
            *arms,
            table,
            seed_of(judged[place].game, table.seat),
            left / min(SHARES, len(order) - number),
            clock=clock,
            most=min(most, ENOUGH) if judged[place].decision.exact else most,
            limit=left if number else inf,
        )
        if found.games >= LEAST:
            decision = looked_at(judged[place].decision, found, evaluator.unit)
            judged[place] = judged[place]._replace(decision=decision)
        yield (number + 1) / len(order)


def _turn_of(decision: DecisionReview, first: Collection[int]) -> tuple[bool, float]:
    return decision.seat not in first, -decision.loss


def question(judged: EvaluatedAnswer, evaluator: Evaluator) -> tuple[PlayoutTable, tuple[Arm, Arm]]:
    """The game, the chosen answer and the best one."""
    decision, game = judged.decision, judged.game
    ways, chosen, best = _where_they_lead(judged, evaluator)
    judges = judges_of(game.variants, evaluator.twin)
    seat = decision.seat - 1
    table = PlayoutTable(game.variants[seat], seat, len(game.names), judges, evaluator.unit)
    return table, (
        arm_of(table, decision.chosen, ways.scenarios, chosen, game.closed),
        arm_of(table, decision.moves[0].move, ways.scenarios, best, game.closed),
    )


def _where_they_lead(judged: EvaluatedAnswer, evaluator: Evaluator) -> tuple[Answers, int, int]:
    """The answers with their positions, and the indexes of the chosen and the best one.

    The endgame solver gives no positions, so the evaluator predicts how the others answer.
    """
    if judged.ways.scenarios:
        return judged.ways, judged.chosen, judged.best
    decision, game = judged.decision, judged.game
    seat = decision.seat - 1
    ways = evaluated_answers(game, evaluator)[seat]
    places = {str(move): place for move, place in ways.after(view(game, seat).moves).items()}
    return ways, places[decision.chosen], places[decision.moves[0].move]


def seed_of(game: Game, seat: int) -> int:
    """The seed of a decision's games, so that every review of the game uses the same dice."""
    return 100 * game.turn + 10 * seat + (game.stage == "action2")


def looked_at(decision: DecisionReview, found: Compared, unit: Unit) -> DecisionReview:
    """The decision with the results of its games; an exact one only gets the reasons."""
    if decision.exact:
        return replace(decision, why=found.outlooks)
    rolled = RolledOut(
        games=found.games,
        loss=found.loss,
        se=found.se,
        judged=decision.loss,
        judged_se=decision.se,
        settled=found.settled or found.se <= decision.se,
    )
    decision = replace(decision, rollout=rolled, why=found.outlooks)
    return settled(decision, rolled, unit) if rolled.settled else decision


def settled(decision: DecisionReview, rolled: RolledOut, unit: Unit) -> DecisionReview:
    """The decision with the loss of the rollouts, at least 0: below that the choice was best."""
    loss, best = max(0.0, rolled.loss), decision.moves[0]
    moves = [
        replace(move, value=best.value - loss, loss=loss, se=rolled.se)
        if move.move == decision.chosen
        else move
        for move in decision.moves
    ]
    return replace(
        decision,
        moves=tuple(sorted(moves, key=lambda move: move.loss)),
        loss=loss,
        se=rolled.se,
        mark=mark_of(loss, rolled.se, unit),
    )
