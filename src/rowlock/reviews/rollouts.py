"""The second look: doubtful and costly choices settled by games played on."""

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
"""A choice may use this part of the time that is left: some that are settled are worth more than
all of them played a little."""

ENOUGH = 1_000
"""Pairs of games that say why where nothing is left to be settled."""


def worth_a_look(decision: DecisionReview, unit: Unit) -> bool:
    """Whether a choice has a mark, or may have one for all the judge can tell."""
    return (
        decision.own
        and not decision.exact
        and decision.loss + CLEAR * decision.se >= LIMITS[unit][0]
        and decision.loss > 0
    )


def worth_explaining(decision: DecisionReview) -> bool:
    """Whether a choice has a mark, and is the player's own."""
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
    """Put better decisions into the list; says which part of it is done.

    Those of the seats that come first, from 1, are looked at before the others, each time the
    costliest first. What there is no time for stays as it is; only the very first choice is looked
    at in any case.
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
    """The table, the chosen answer and the best one."""
    decision, game = judged.decision, judged.game
    ways, chosen, best = _where_they_lead(judged, evaluator)
    judges = judges_of(game.variant, evaluator.twin)
    table = PlayoutTable(game.variant, decision.seat - 1, len(game.names), judges, evaluator.unit)
    return table, (
        arm_of(table, decision.chosen, ways.scenarios, chosen, game.closed),
        arm_of(table, decision.moves[0].move, ways.scenarios, best, game.closed),
    )


def _where_they_lead(judged: EvaluatedAnswer, evaluator: Evaluator) -> tuple[Answers, int, int]:
    """Ways with positions, and the places of the chosen and of the best one.

    The exact search gives none, so there the judge says how the others answer.
    """
    if judged.ways.scenarios:
        return judged.ways, judged.chosen, judged.best
    decision, game = judged.decision, judged.game
    seat = decision.seat - 1
    ways = evaluated_answers(game, evaluator)[seat]
    places = {str(move): place for move, place in ways.after(view(game, seat).moves).items()}
    return ways, places[decision.chosen], places[decision.moves[0].move]


def seed_of(game: Game, seat: int) -> int:
    """The dice of a decision's games: the same whenever the game is reviewed."""
    return 100 * game.turn + 10 * seat + (game.stage == "action2")


def looked_at(decision: DecisionReview, found: Compared, unit: Unit) -> DecisionReview:
    """The decision with what the games tell; of an exact one they only say why."""
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
    """The decision with the loss that games tell; never below 0, for then the choice was best."""
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
