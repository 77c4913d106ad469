"""When games played on stop: what they say then must be worth as much as they claim."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

from rowlock import load_variant
from rowlock.bots.evaluation.evaluators import Values
from rowlock.reviews import playouts
from rowlock.reviews.playouts import (
    BATCH,
    ENDS,
    FIRST,
    WIN,
    Arm,
    Compared,
    PlayoutTable,
    compare,
)

MOST = 512


def table() -> PlayoutTable:
    nobody: Any = None  # no game is played
    return PlayoutTable(load_variant("classic"), 0, 2, nobody, "wins")


def arm(move: str) -> Arm:
    return Arm(move, np.zeros(0), np.zeros((0, 0), dtype=np.int64), np.zeros(0))


class Coins:
    """In place of games: the best answer wins one more game with this chance, or one less."""

    def __init__(self, more: float, less: float) -> None:
        self.more, self.less = more, less
        self.batches: list[int] = []

    def __call__(self, answer: Arm, table: PlayoutTable, keys: Any) -> Values:
        found = np.zeros((len(keys), ENDS + table.players))
        if answer.move == "best":
            self.batches.append(len(keys))
            drawn = keys / 2**62
            found[:, WIN] = 1.0 * (drawn < self.more) - (drawn >= 1 - self.less)
        return found


def tossed(
    monkeypatch: pytest.MonkeyPatch, coins: Coins, seed: int, most: int = MOST
) -> tuple[Compared, int]:
    """What is said, and how many pairs were played for it."""
    coins.batches.clear()
    monkeypatch.setattr(playouts, "played_on", coins)
    found = compare(arm("chosen"), arm("best"), table(), seed, 1.0, clock=lambda: 0.0, most=most)
    return found, sum(coins.batches)


def test_intervals_keep_their_promise_where_games_stopped_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However easily they stop: those that said so are not those that tell the loss.

    With a loss at the limit of two classes every clear moment is a lucky one.
    """
    monkeypatch.setattr(playouts, "EARLY", 1.5)
    held = list[bool]()
    for seed in range(400):
        found, played = tossed(monkeypatch, Coins(0.17, 0.09), seed)
        if played < MOST:
            held.append(abs(found.loss - 0.08) <= 1.96 * found.se)
    assert len(held) > 100
    assert np.mean(held) > 0.88  # of those that said stop 0.61, of all together 0.84


def test_a_clear_case_stops_at_its_first_check(monkeypatch: pytest.MonkeyPatch) -> None:
    found, played = tossed(monkeypatch, Coins(0.9, 0.0), 1)
    assert played == FIRST
    assert found.games == FIRST // 2  # those that did not say stop
    assert found.settled


def test_an_unclear_case_uses_its_whole_budget_and_all_games_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, played = tossed(monkeypatch, Coins(0.19, 0.15), 1, most=1_000)  # at the limit of 4 %
    assert played == found.games == 1_000
    assert not found.settled
    assert found.loss == pytest.approx(0.04, abs=3 * found.se)


def test_the_clock_is_looked_at_after_every_small_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "played_on", coins := Coins(0.19, 0.15))
    seconds = iter(range(100))  # a batch takes a second
    found = compare(arm("chosen"), arm("best"), table(), 1, 9.0, clock=lambda: float(next(seconds)))
    assert coins.batches == [BATCH] * 9
    assert found.games == 9 * BATCH


@pytest.mark.parametrize(("limit", "batches"), [(inf, FIRST // BATCH), (1.0, 1)])
def test_the_first_games_may_take_longer_than_the_budget_but_not_than_the_limit(
    monkeypatch: pytest.MonkeyPatch, limit: float, batches: int
) -> None:
    monkeypatch.setattr(playouts, "played_on", coins := Coins(0.19, 0.15))
    seconds = iter(range(100))
    compare(
        arm("chosen"), arm("best"), table(), 1, 0.0, clock=lambda: float(next(seconds)), limit=limit
    )
    assert len(coins.batches) == batches
