"""What the mistakes of others gave each seat."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from rowlock import parse_move, parse_position
from rowlock.notation.replay import ReplayedAnswer
from rowlock.reviews import review
from rowlock.reviews.answers import answers_of
from rowlock.reviews.decisions import judge_answer
from rowlock.reviews.evaluators import evaluator_for
from rowlock.reviews.model import RolledOut
from rowlock.reviews.others_mistakes import others_mistakes, shared_out
from tests.reviews.games import bots_game

RED_TO_CLOSE = (
    'classic 20 1 action2 66 6111; "Ann" r2,3,4,5,6 y- g- b- x2; '
    '"Ben" r2,3,4,5,6,7,8,9,10 y2,3,4 g- b- x0; "Cleo" r2,3 y2,3,4,5,6,7 g12,11,10,9 b- x0'
)
"""Ann may lock red with its 12. Ben wants that lock himself; to Cleo the row is worth little."""


def test_a_loss_is_shared_out_as_it_changed_the_others_chances() -> None:
    """Of 0.12 each gets 0.04, and what the mistake did to it beyond the mean of 0.03."""
    changes = np.array([[-0.12, 0.06, 0.03, 0.0]])
    given = shared_out(np.array([0]), np.array([0.12]), changes)
    assert given.tolist() == [pytest.approx([0.0, 0.07, 0.04, 0.01])]


def test_with_two_players_the_other_gets_the_whole_loss() -> None:
    given = shared_out(np.array([0, 1]), np.array([0.12, 0.3]), np.array([[0.0, 0.1], [0.2, 0.0]]))
    assert given.tolist() == [[0.0, 0.12], [0.3, 0.0]]


def test_with_two_players_the_parts_add_up_as_they_always_did() -> None:
    found = review(bots_game(("medium", "easy"), 2))
    for one, other in (found.seats, found.seats[::-1]):
        assert one.result is not None
        assert one.residual == pytest.approx(
            one.result - (one.start or 0) - one.luck + one.loss - other.loss, abs=1e-12
        )


def test_an_open_row_is_a_gift_only_to_the_player_who_can_lock_it() -> None:
    game = parse_position(RED_TO_CLOSE)
    evaluator = evaluator_for(game)
    answered = ReplayedAnswer(game, 0, parse_move("-"))
    judged = judge_answer(answered, answers_of(game, evaluator)[0], evaluator, own=True)
    assert judged is not None
    assert judged.decision.moves[0].move == "+r12"
    ann, ben, cleo = others_mistakes([judged], evaluator, 3)
    assert ann == 0
    assert ben > 0.03
    assert cleo < -0.03
    assert ben + cleo == pytest.approx(judged.decision.loss)


def test_gifts_add_up_to_the_loss_of_rollouts() -> None:
    game = parse_position(RED_TO_CLOSE)
    evaluator = evaluator_for(game)
    answered = ReplayedAnswer(game, 0, parse_move("+y7"))
    judged = judge_answer(answered, answers_of(game, evaluator)[0], evaluator, own=True)
    assert judged is not None
    before = judged.decision.loss
    rolled = RolledOut(64, 2 * before, 0.0, before, 0.04, settled=True)
    again = judged._replace(decision=replace(judged.decision, loss=2 * before, rollout=rolled))
    once, twice = (others_mistakes([each], evaluator, 3) for each in (judged, again))
    assert twice == pytest.approx([2 * each for each in once])
