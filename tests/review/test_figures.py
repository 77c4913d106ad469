"""What the review must show, over many games: minutes (`scripts/test-long long`)."""

from __future__ import annotations

from argparse import Namespace

import numpy as np
import pytest

from bench.review_figures import alone_parts, coverage_of, parts, planted_on_top, spread_out

pytestmark = pytest.mark.long

GAMES = 200


def over_games(
    work: object, games: int = GAMES
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    args = Namespace(first=0, games=games, workers=1)
    return np.array([line for line in spread_out(work, args) if line])  # type: ignore[arg-type]


# The network thinks a little too well of the sheets of weaker levels and takes it back turn by
# turn. That is no luck and nobody's loss, and more than the 0.01 we would like (docs/review.md).
LEFT_OVER = 0.03


@pytest.mark.parametrize("level", ["gentle", "easy", "medium", "hard", "champion"])
def test_luck_and_losses_explain_the_results(level: str) -> None:
    found = over_games(lambda number: parts("classic", level, 2, 1, number))
    residual, luck = found[:, 0], found[:, 1]
    assert abs(residual.mean()) < LEFT_OVER
    assert abs(luck.mean()) < 3 * luck.std() / GAMES**0.5


def test_alone_they_explain_everything() -> None:
    found = over_games(lambda number: alone_parts("classic", "gentle", 1, number))
    assert np.abs(found[:, 0]).max() < 1e-6


@pytest.mark.parametrize("sheet", ["classic", "longo"])
def test_a_planted_blunder_tops_the_list(sheet: str) -> None:
    found = over_games(lambda number: planted_on_top(sheet, 2, 1, number), games=100)
    made = found[:, 0] == 0
    assert found[made, 1].mean() >= 0.95


def test_intervals_of_rollouts_hold_what_they_say() -> None:
    found = over_games(lambda number: coverage_of("classic", 2, 1, 4_000, number), games=40)
    assert found.mean() >= 0.9


def test_the_weaker_the_level_the_more_it_gives_away() -> None:
    means = []
    for level in ("gentle", "easy", "medium", "hard", "champion"):
        found = over_games(lambda number, level=level: parts("classic", level, 2, 1, number), 60)
        means.append(found[:, 2].sum() / found[:, 3].sum())
    assert means == sorted(means, reverse=True)
