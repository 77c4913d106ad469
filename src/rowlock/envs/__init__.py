"""Qwixx as a training environment for Gymnasium, PettingZoo and OpenSpiel.

    Gymnasium    `gymnasium.make("rowlock/Classic-v1")`, one seat, solo or against bots, and
                 `gymnasium.make_vec(...)`, thousands of games on the compiled kernel
    PettingZoo   `from rowlock.envs import rowlock_v1`: `rowlock_v1.env()`, `.parallel_env()`
    OpenSpiel    `import rowlock.envs.openspiel`, then `pyspiel.load_game("rowlock_v1")`

If Gymnasium is installed, importing this package registers its ids. docs/envs has a page for each
framework. The version in a name rises when older results are no longer comparable.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from rowlock.envs.ids import register_ids

    register_ids()
