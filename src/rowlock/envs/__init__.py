"""Qwixx in the environments that people train in.

    Gymnasium    `gymnasium.make("rowlock/Classic-v1")`, one seat, alone or against bots, and
                 `gymnasium.make_vec(...)`, thousands of games on the compiled kernel
    PettingZoo   `from rowlock.envs import rowlock_v1`: `rowlock_v1.env()`, `.parallel_env()`
    OpenSpiel    `import rowlock.envs.openspiel`, then `pyspiel.load_game("rowlock_v1")`

Importing this package registers the ids of Gymnasium, where Gymnasium is installed. docs/envs has a
page for each; the version in a name rises when figures of before can no longer be compared.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from rowlock.envs.ids import register_ids

    register_ids()
