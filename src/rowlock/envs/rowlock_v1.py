"""The PettingZoo environments under PettingZoo's usual names.

`from rowlock.envs import rowlock_v1`, then `rowlock_v1.env("longo", players=3)`.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from rowlock.envs.aec import RowlockAEC
from rowlock.envs.parallel import RowlockParallel

__all__ = ["env", "parallel_env", "raw_env"]

raw_env = RowlockAEC
parallel_env = RowlockParallel


def env(*args: Any, **settings: Any) -> Any:
    """The AEC environment in PettingZoo's wrappers, which detect misuse; `raw_env` is faster."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(*args, **settings)))
