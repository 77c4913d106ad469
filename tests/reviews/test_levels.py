"""Level equivalents: ten games or more, an interval, and never for what was not measured."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rowlock.reviews import Review
from rowlock.reviews import levels as room
from rowlock.reviews.levels import MeasuredLevel, level_equivalent, ratio_interval
from rowlock.reviews.model import Marks, SeatReview

TABLE = {"gentle": 0.04, "easy": 0.03, "medium": 0.02, "hard": 0.01, "champion": 0.0}


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {name: MeasuredLevel(loss, 100, 1) for name, loss in TABLE.items()}
    monkeypatch.setattr(room, "measured_levels", lambda: {"classic": {2: table}})


def game(mean: float, **changes: object) -> tuple[Review, int]:
    seat = SeatReview(
        seat=1, name="Ann", decisions=30, loss=mean * 30, loss_mean=mean, low=0,
        high=1, luck=0, result=1, adjusted=1, residual=0, luck_se=0, total=50, marks=Marks(),
        costliest=(),
    )  # fmt: skip
    found = Review(
        variant="classic", players=2, unit="wins", exact=False, judge="network",
        approximate=False, finished=True, complete=True, start=0.5, seats=(seat,), decisions=(),
        rolls=(),
    )  # fmt: skip
    return replace(found, **changes), 1


def test_ten_games_like_medium_are_medium() -> None:
    found = level_equivalent([game(0.02)] * 10)
    assert found is not None
    assert (found.weakest, found.strongest, found.games) == ("medium", "medium", 10)
    assert (found.loss, found.low, found.high) == pytest.approx((1, 1, 1))


def test_games_that_differ_make_an_interval() -> None:
    # Five of 0.01 and five of 0.03: 1 on average, each 0.5 off it; 1.96 * 0.5 / 3 is 0.327.
    found = level_equivalent([game(0.01), game(0.03)] * 5)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((1 - 0.3267, 1 + 0.3267), abs=1e-3)
    assert (found.weakest, found.strongest) == ("easy", "hard")


@pytest.mark.parametrize(
    "changes",
    [
        {"finished": False},
        {"complete": False},
        {"judge": "heuristic"},
        {"players": 3},
        {"variant": "longo"},
    ],
)
def test_nothing_is_said_of_fewer_than_ten_games_that_count(changes: dict[str, object]) -> None:
    assert level_equivalent([game(0.02)] * 9) is None
    assert level_equivalent([game(0.02)] * 9 + [game(0.02, **changes)]) is None


def test_a_ratio_of_sums_has_the_interval_of_its_games() -> None:
    ratio, low, high = ratio_interval([1.0, 3.0], [2.0, 2.0])
    # Off by 1 each: variance 2 * 2 / 1, spread 2 over a sum of 4.
    assert (ratio, low, high) == pytest.approx((1.0, 0.02, 1.98))
