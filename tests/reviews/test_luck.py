"""Luck: zero on average, sampled without bias, and as uncertain as it says."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rowlock import Roll, new_game, parse_position, parse_roll, roll
from rowlock.bots.compiled.given_rolls import answered_rolls
from rowlock.kernel.convert import state_of
from rowlock.reviews.evaluators import evaluator_for
from rowlock.reviews.luck import (
    judges_of,
    line_of,
    roll_review,
    sampled_luck,
    sampled_rolls,
)

LATE = (
    'classic 20 1 roll; "Ann" r2,3,4,5,6,12# y2,3,4 g12,11,10 b9 x1; '
    '"Ben" r4,7 y5,6,7 g10,9,8,7 b12,11 x0'
)
"""Red is closed: five dice are left, 7,776 rolls, few enough to throw them all."""


def test_every_pair_of_white_dice_comes_twice_and_every_face_as_often() -> None:
    sample = sampled_rolls(6, 1)
    pairs = [(low, high) for low in range(1, 7) for high in range(low, 7)]
    assert list(map(tuple, sample.rolls[:, :2].tolist())) == pairs * 2
    assert sample.chances.sum() == pytest.approx(1)
    assert sample.chances[0] == pytest.approx(1 / 36)  # 11
    assert sample.chances[1] == pytest.approx(2 / 36)  # 12 and 21
    for die in range(2, 6):
        assert np.bincount(sample.rolls[:, die]).tolist() == [0] + [7] * 6


def test_chances_that_the_white_dice_decide_are_certain() -> None:
    sample = sampled_rolls(6, 1)
    mean, se = sample.mean(sample.rolls[:, :2].sum(axis=1)[:, None].astype(float))
    assert mean == pytest.approx([7.0])
    assert se == pytest.approx([0.0])


def test_the_sampled_mean_is_that_of_all_rolls() -> None:
    game = parse_position(LATE)
    evaluator = evaluator_for(game)
    every = np.array([[a, b, 0, c, d, e] for a, b, c, d, e in product(range(1, 7), repeat=5)])
    judges = judges_of(game.variant, evaluator.twin)
    owners = np.zeros(len(every), dtype=np.int64)
    exact = answered_rolls(judges, state_of(game)[None], owners, every)[0].mean(axis=0)
    far, variances = [], []
    for seed in range(1000, 1060):
        sample = sampled_rolls(6, seed)
        worths, _ = answered_rolls(judges, state_of(game)[None], owners[:42], sample.rolls)
        mean, se = sample.mean(worths)
        far.append(mean - exact)
        variances.append(se**2)
    error = np.array(far)
    # No bias: the mean of sixty is within three standard errors. And each is as far as it says.
    assert np.all(np.abs(error.mean(axis=0)) < 3 * error.std(axis=0) / 60**0.5)
    ratio = error.var(axis=0) / np.mean(variances, axis=0)
    assert np.all((ratio > 0.5) & (ratio < 1.5))


def test_a_roll_is_luckier_for_the_seat_that_can_use_it() -> None:
    # Ann goes on in red; Ben can cross next to nothing any more.
    game = parse_position(
        'classic 20 1 roll; "Ann" r2,3,4,5,6,7 y- g- b- x0; "Ben" r11 y11 g3 b3 x3'
    )
    good = sampled_luck(game, parse_roll("44 4444"), evaluator_for(game))
    assert good.after[0] > good.after[1]
    assert good.after.sum() == pytest.approx(1, abs=0.1)


def test_luck_is_what_comes_after_less_what_was_before() -> None:
    game = new_game("classic", ["Ann", "Ben", "Cem"])
    found = roll_review(game, parse_roll("12 3456"), evaluator_for(game))
    for after, before, luck in zip(found.after, found.before, found.luck, strict=True):
        assert after - before == pytest.approx(luck, abs=1e-12)
    assert found.position == str(roll(game, parse_roll("12 3456")).state)
    assert (found.turn, found.active, found.roll) == (1, 1, "12 3456")


def test_a_removed_die_is_not_part_of_it() -> None:
    assert line_of(Roll((4, 1), (3, None, 5, 6))).tolist() == [4, 1, 3, 0, 5, 6]
