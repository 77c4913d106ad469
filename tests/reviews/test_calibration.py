"""The judge as bold as it should be: odds to a power, the same for choices and for luck."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import numpy as np
import pytest
from msgspec.structs import replace

from bench.review_figures import calibration
from bench.spread import Piece
from rowlock import load_variant, new_game, parse_position, parse_roll, roll
from rowlock.reviews.answers import answers_of
from rowlock.reviews.calibration import calibrated, measured_slopes, slope_of
from rowlock.reviews.evaluators import CalibratedNetworkEvaluator, evaluator_for
from rowlock.reviews.luck import sampled_luck


def bold(game: object, slope: float) -> CalibratedNetworkEvaluator:
    evaluator = evaluator_for(game)  # type: ignore[arg-type]  # a game or a view
    assert isinstance(evaluator, CalibratedNetworkEvaluator)
    return replace(evaluator, slope=slope)


def test_odds_to_a_power() -> None:
    # Two players: 1 to 4 becomes 1 to 16. Three: 0.5 is twice the odds of an even share, 2 to 1
    # against 1 to 2; the power 2 makes it 4 times 1 to 2, which is 2 to 1.
    assert calibrated(np.array([0.2, 0.8]), 2.0, 2) == pytest.approx([1 / 17, 16 / 17])
    assert calibrated(np.array([1 / 3, 0.5]), 2.0, 3) == pytest.approx([1 / 3, 2 / 3])


def test_certain_and_even_chances_stay_the_same() -> None:
    for players in (2, 3, 5):
        said = np.array([0.0, 1 / players, 1.0])
        assert calibrated(said, 1.1, players) == pytest.approx(said)


def test_a_slope_of_one_changes_nothing_and_no_slope_changes_the_order() -> None:
    said = np.linspace(0, 1, 101)
    assert calibrated(said, 1.0, 4) == pytest.approx(said)
    assert (np.diff(calibrated(said, 0.9, 4)) > 0).all()
    assert (np.diff(calibrated(said, 1.2, 2)) > 0).all()


def test_two_players_still_share_one_win() -> None:
    said = np.linspace(0.01, 0.99, 50)
    assert calibrated(said, 1.1, 2) + calibrated(1 - said, 1.1, 2) == pytest.approx(np.ones(50))


def test_choices_and_luck_are_on_the_same_scale() -> None:
    game, dice = new_game("classic", ["Ann", "Ben"]), parse_roll("65 1234")
    shy, sure = (sampled_luck(game, dice, bold(game, slope)) for slope in (1.0, 2.0))
    # Nearly: the two chances are scaled to add up to 1 after they are calibrated.
    assert sure.after == pytest.approx(calibrated(shy.after, 2.0, 2), abs=1e-4)
    rolled = roll(game, dice).state
    low, high = (answers_of(rolled, bold(game, slope))[0] for slope in (1.0, 2.0))
    [one] = {len(each.scenarios) for each in (low, high)}
    for k in range(one):
        values = low.scenarios[k].values
        assert high.scenarios[k].values == pytest.approx(calibrated(values, 2.0, 2))


def test_a_game_that_is_over_is_won_or_lost() -> None:
    # Ann's fourth penalty ends the game; nothing she might cross is left, and Ben is ahead.
    game = parse_position(
        'classic 30 1 roll; "Ann" r2,11 y2,11 g12,3 b12,3 x3; "Ben" r2,3,4,5 y2,3 g12,11 b12 x0'
    )
    found = sampled_luck(game, parse_roll("66 6666"), bold(game, 2.0))
    assert found.after == pytest.approx([0, 1])
    assert found.before == pytest.approx([0, 1])


def test_the_slope_is_found_again() -> None:
    kind = Piece("calibration", "classic", "", 3, 1, 0, 0, 0)
    odds = np.arange(-30, 31) / 10
    chance = np.exp(1.3 * odds) / (np.exp(1.3 * odds) + 2)  # even: one to two
    rows = np.column_stack([odds, np.full(61, 300.0), 300 * chance])
    assert calibration(kind, rows, write=False)["slope"] == 1.3


@pytest.mark.parametrize("sheet", sorted(measured_slopes()))
def test_the_slopes_belong_to_the_weights_beside_them(sheet: str) -> None:
    # New weights want new slopes: bench/review_figures.py calibration --write
    weights = files("rowlock.bots").joinpath("weights", f"{sheet}.npz").read_bytes()
    assert measured_slopes()[sheet].weights == hashlib.sha256(weights).hexdigest()[:16]
    assert all(0.5 < each.slope < 2 for each in measured_slopes()[sheet].slopes.values())


def test_an_unmeasured_network_is_not_calibrated() -> None:
    assert slope_of(load_variant("examples/my_sheet.toml"), 2) == 1.0
