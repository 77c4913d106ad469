"""Evaluates a decision of a record: its value, its loss and all alternatives."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.notation.replay import ReplayedAnswer
from rowlock.reviews.answers import Answers
from rowlock.reviews.cards import CardEvaluator
from rowlock.reviews.evaluators import Evaluator
from rowlock.reviews.mistake_classes import mark_of
from rowlock.reviews.model import DecisionReview, JudgedMove
from rowlock.reviews.rash_answers import left_out_by, takes_penalty


class EvaluatedAnswer(NamedTuple):
    """A decision with what its rollouts need."""

    decision: DecisionReview
    game: Game
    ways: Answers
    best: int
    """Index of the best answer."""
    chosen: int
    """Index of the best answer that begins with the chosen move."""


def judge_answer(
    answered: ReplayedAnswer,
    ways: Answers | None,
    evaluator: Evaluator | CardEvaluator,
    *,
    own: bool,
) -> EvaluatedAnswer | None:
    """Evaluate a decision; None if only one answer was possible."""
    if ways is None:
        return None
    game, seat, move = answered.game, answered.seat, answered.move
    seen = view(game, seat)
    places = ways.after(seen.moves)
    if len(places) < 2:
        return None
    order = sorted(places, key=lambda each: (-ways.values[places[each]], str(each)))
    best = places[order[0]]
    error = 0.0 if ways.exact else evaluator.error
    moves = tuple(
        JudgedMove(
            str(each),
            float(ways.values[places[each]]),
            float(ways.values[best] - ways.values[places[each]]),
            0.0 if places[each] == best else error,
            left_out_by(seen, each),
            takes_penalty(seen, each),
        )
        for each in order
    )
    chosen = moves[order.index(move)]
    decision = DecisionReview(
        turn=game.turn,
        seat=seat + 1,
        phase=seen.phase,
        moves=moves,
        chosen=str(move),
        loss=chosen.loss,
        se=chosen.se,
        mark=mark_of(chosen.loss, chosen.se, evaluator.unit),
        exact=ways.exact,
        own=own,
    )
    return EvaluatedAnswer(decision, game, ways, best, places[move])
