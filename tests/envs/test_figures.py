"""What the figures of speed are made of."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray

from bench import envs_figures
from rowlock.kernel.batch import Batch
from rowlock.variants import load_variant


def test_steps_in_which_games_end_count_in_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that take a hundredth of a second because a game ends are not overlooked."""
    monkeypatch.setattr(envs_figures, "WARM_UP", 10)
    monkeypatch.setattr(envs_figures, "STEPS", 100)
    batch = Batch(load_variant("classic"), players=1, games=2, seed=1)
    ends: list[int] = []

    def step(actions: NDArray[np.int64]) -> None:
        if batch.step(actions).done.any():
            ends.append(time.process_time_ns())
            while time.process_time_ns() < ends[-1] + 10_000_000:
                pass

    batch.reset()
    rate = envs_figures.step_rate(batch, step)
    ends.clear()  # of the warm-up
    found = rate()
    assert len(ends) > 0
    assert found < 100 * batch.games / (len(ends) / 100)
