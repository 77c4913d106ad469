"""Qwixx as a training environment for Gymnasium, PettingZoo and OpenSpiel.

    Gymnasium    `gymnasium.make("rowlock/Classic-v1")`, one seat, solo or against bots, and
                 `gymnasium.make_vec(...)`, thousands of games on the compiled kernel
    PettingZoo   `from rowlock.envs import rowlock_v1`: `rowlock_v1.env()`, `.parallel_env()`
    OpenSpiel    `import rowlock.envs.openspiel`, then `pyspiel.load_game("rowlock_v1")`

`rowlock.Batch` has thousands of games of all seats, for self-play without a framework.
`observation_parts` says what the numbers of an observation are.

If Gymnasium is installed, importing this package registers its ids. docs/envs has a page for each
framework. The version in a name rises when older results are no longer comparable.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rowlock.variants import Variant

__all__ = ["observation_parts"]


def observation_parts(
    variant: Variant | str = "classic",
    players: int = 2,
    *,
    cards: bool = False,
    jokers: bool = False,
) -> tuple[tuple[str, int], ...]:
    """The parts of an observation in order, each with its length.

    Seats are counted clockwise from the seat that decides, which is 0.

    >>> observation_parts("x_change", players=1)[:3]
    (('crosses 0', 48), ('penalties 0', 4), ('bar 0', 9))
    """
    from rowlock.envs.observation import parts
    from rowlock.envs.setting import make_setting

    return parts(make_setting(variant, players, cards=cards, jokers=jokers))


if find_spec("gymnasium") is not None:
    from rowlock.envs.ids import register_ids

    register_ids()
