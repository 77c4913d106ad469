"""One number for how well a player chose, worked out by hand; and what the dice did."""

from __future__ import annotations

import pytest

from rowlock import new_game
from rowlock.reviews.model import DecisionReview, JudgedMove, RollReview, SeatReview
from rowlock.reviews.perfect_play import dice_effect, perfect_play
from rowlock.reviews.seat_totals import seat_reviews


def choice(losses: list[float], chosen: int, *, seat: int = 1, own: bool = True) -> DecisionReview:
    """Answers that lose so much, the best first; the one at `chosen` was given."""
    moves = tuple(JudgedMove(f"r{k + 2}", 0.6 - loss, loss, 0.01) for k, loss in enumerate(losses))
    return DecisionReview(
        turn=1, seat=seat, phase="action1", moves=moves, chosen=moves[chosen].move,
        loss=moves[chosen].loss, se=0.01, mark=None, exact=False, own=own,
    )  # fmt: skip


def lucky(*luck: float, se: float = 0.0) -> RollReview:
    return RollReview(
        turn=1, luck=luck, se=(se,) * len(luck), active=1, roll="41 3256",
        before=(0.5,) * len(luck), after=(0.5,) * len(luck), position="",
    )  # fmt: skip


def totals(decisions: list[DecisionReview], rolls: list[RollReview]) -> SeatReview:
    game = new_game("classic", ["Ann", "Ben"])
    return seat_reviews(game, "wins", (0.5, 0.5), decisions, rolls, given=[0.0, 0.0])[0]


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ([([0.0, 0.1], 0)], 1.0),  # the best answer
        ([([0.0, 0.1], 1)], 0.0),  # the worst one
        ([([0.0, 0.1, 0.2], 1), ([0.0, 0.3], 0)], 0.8),  # 0.1 of 0.2 + 0.3
        ([([0.0, 0.01], 1), ([0.0, 0.99], 0)], 0.99),  # a trifle weighs as little as it matters
        ([([0.0, 4.0, 10.0], 1), ([0.0, 2.0, 6.0], 2)], 0.375),  # points: 10 of 16 lost
        ([([0.0, 0.0], 1)], None),  # it did not matter
    ],
)
def test_the_part_of_the_stakes_that_was_kept(
    choices: list[tuple[list[float], int]], expected: float | None
) -> None:
    found = perfect_play(choice(losses, chosen) for losses, chosen in choices)
    assert found == (None if expected is None else pytest.approx(expected))


def test_only_ones_own_choices_count() -> None:
    """Ann kept 0.2 - 0.05 of 0.2; a bot answered once for her, and the last choice is Ben’s."""
    decisions = [
        choice([0.0, 0.05, 0.2], 1),
        choice([0.0, 0.4], 1, own=False),
        choice([0.0, 0.4], 1, seat=2),
    ]
    assert totals(decisions, []).perfect_play == pytest.approx(0.75)


def test_the_effect_of_the_dice_is_the_luck_of_the_whole_game() -> None:
    """Two rolls of 0.05 are worth a blunder, 8% of wins; to the other they cost as much."""
    rolls = [lucky(0.05, -0.05), lucky(0.05, -0.05)]
    assert totals([], rolls).dice == "helped"
    game = new_game("classic", ["Ann", "Ben"])
    assert seat_reviews(game, "wins", (0.5, 0.5), [], rolls, given=[0.0, 0.0])[1].dice == "hurt"
    assert totals([], rolls[:1]).dice == "even"


def test_luck_in_doubt_is_no_luck() -> None:
    """Errors add up by their squares: two of 0.04 make 0.057, and twice that is more than 0.1."""
    rolls = [lucky(0.05, -0.05, se=0.04), lucky(0.05, -0.05, se=0.04)]
    assert totals([], rolls).dice == "even"
    assert dice_effect(-5.0, 0.0, "points") == "hurt"
    assert dice_effect(4.9, 0.0, "points") == "even"


def test_cards_have_no_dice() -> None:
    assert totals([choice([0.0, 0.1], 0)], []).dice is None
