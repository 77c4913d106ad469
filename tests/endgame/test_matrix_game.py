"""Matrix games: solved by hand, and any other held to what a solution has to be."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.endgame.matrix_game import MAX_ANSWERS, solve_matrix

EXACT = 1e-12


def check(matrix: NDArray[np.float64]) -> float:
    """The value, after seeing that neither side can do better against the other's mixture."""
    value, rows, columns = solve_matrix(matrix)
    for mixture in (rows, columns):
        assert mixture.sum() == pytest.approx(1, abs=EXACT)
        assert mixture.min() >= -EXACT
    assert (rows @ matrix).min() >= value - EXACT
    assert (matrix @ columns).max() <= value + EXACT
    return value


def test_rock_paper_scissors_is_played_with_thirds() -> None:
    value, rows, columns = solve_matrix(np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]))
    assert value == pytest.approx(0.5, abs=EXACT)
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)


def test_a_saddle_point_needs_no_mixture() -> None:
    # 0.4 is least in its row and greatest in its column.
    value, rows, columns = solve_matrix(np.array([[0.4, 0.6], [0.1, 0.9]]))
    assert value == 0.4
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == [1, 0]


def test_a_game_of_two_answers_each_solved_by_hand() -> None:
    # p on the first row makes both columns equal: 1 p = 0.2 p + 0.8 (1 - p), so p = 1/2. The
    # columns: 1 q + 0.2 (1 - q) = 0.8 (1 - q), so q = 3/8. The value is 1/2.
    value, rows, columns = solve_matrix(np.array([[1, 0.2], [0, 0.8]]))
    assert value == pytest.approx(0.5, abs=EXACT)
    assert rows == pytest.approx([1 / 2, 1 / 2])
    assert columns == pytest.approx([3 / 8, 5 / 8])


def test_an_answer_that_is_never_better_is_not_given() -> None:
    # The third row is below the second everywhere; without it the game is that of above.
    value, rows, _ = solve_matrix(np.array([[1, 0.2], [0, 0.8], [0, 0.7]]))
    assert value == pytest.approx(0.5, abs=EXACT)
    assert rows == pytest.approx([1 / 2, 1 / 2, 0])


def test_of_equal_answers_the_one_that_uses_errors_is_given() -> None:
    value, rows, columns = solve_matrix(np.array([[1, 1], [0, 1]]))
    assert value == 1
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == [1, 0] or columns.tolist() == [0, 1]
    _, _, columns = solve_matrix(np.array([[1, 1], [1, 0]]))
    assert columns.tolist() == [0, 1]


def test_a_single_answer_on_one_side_leaves_the_best_on_the_other() -> None:
    assert check(np.array([[0.3, 0.2, 0.7]])) == 0.2
    assert check(np.array([[0.3], [0.2], [0.7]])) == 0.7


@pytest.mark.parametrize("grain", [0, 2, 3])
def test_neither_side_can_do_better_in_games_drawn_at_random(grain: int) -> None:
    # Coarse entries bring ties, which is where a simplex could go round in circles.
    rng = np.random.default_rng(7 + grain)
    for _ in range(400):
        matrix = rng.random(rng.integers(1, 11, 2))
        check(np.round(matrix * grain) / grain if grain else matrix)


def test_the_largest_game_fits() -> None:
    check(np.random.default_rng(1).random((MAX_ANSWERS, MAX_ANSWERS)))
