"""What the choices of a seat come to: the mean loss, and how sure that is."""

from __future__ import annotations

import pytest

from rowlock.reviews import review
from rowlock.reviews.model import DecisionReview, JudgedMove
from rowlock.reviews.seat_totals import doubt, mean_interval
from tests.reviews.games import bots_game


def favourite(gap: float, error: float) -> DecisionReview:
    """The judge's best answer was chosen; the second is so far behind."""
    moves = (JudgedMove("r5", 0.5, 0.0, 0.0), JudgedMove("-", 0.5 - gap, gap, error))
    return DecisionReview(
        turn=1, seat=1, phase="action1", moves=moves, chosen="r5", loss=0.0, se=0.0, mark=None,
        exact=error == 0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("gap", "error", "expected"),
    [
        (0.01, 0.04, 0.04),  # the second may well be the better one
        (0.0, 0.04, 0.04),
        (0.1, 0.04, 0.0),  # two and a half standard errors
        (0.01, 0.0, 0.0),  # exact
    ],
)
def test_a_favourite_is_uncertain_if_another_answer_is_close(
    gap: float, error: float, expected: float
) -> None:
    assert doubt(favourite(gap, error)) == expected


def test_losses_of_nothing_have_an_interval_all_the_same() -> None:
    """25 choices with an error of 0.04 each: 1.96 x 0.04 / 5."""
    errors = [doubt(favourite(0.01, 0.04))] * 25
    assert mean_interval([0.0] * 25, errors) == pytest.approx((0.0, 0.0, 0.01568))


def test_an_approximate_judge_that_agrees_with_everything_is_not_sure_of_it() -> None:
    found = review(bots_game(("race", "random"), 0, "examples/my_sheet.toml"))
    agreed = found.seats[0]
    assert agreed.loss_mean < 0.005
    assert agreed.high > 0.005
