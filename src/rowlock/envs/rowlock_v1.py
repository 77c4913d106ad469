"""The PettingZoo environments under the names that PettingZoo's own have.

    from rowlock.envs import rowlock_v1
    env = rowlock_v1.env("longo", players=3)
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from rowlock.envs.aec import RowlockAEC as raw_env
from rowlock.envs.parallel import RowlockParallel as parallel_env
from rowlock.envs.table import Bits

__all__ = ["env", "parallel_env", "raw_env"]


def env(*args: Any, **settings: Any) -> AECEnv[str, Bits, int]:
    """The AEC environment in PettingZoo's wrappers, which notice misuse; `raw_env` is faster."""
    wrapped: AECEnv[str, Bits, int] = AssertOutOfBoundsWrapper(raw_env(*args, **settings))
    return OrderEnforcingWrapper(wrapped)
