"""What is tried: a few settings in every run, all of them in the long one."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from rowlock.variants import BUILT_IN

CARDS = tuple(
    name for name in BUILT_IN if name not in ("longo", "double_a", "x_change", "big_points")
)

Tried: TypeAlias = tuple[str, int, dict[str, Any]]

QUICK: list[Tried] = [
    ("classic", 1, {}),
    ("longo", 2, {"reward": "margin"}),
    ("bonus_b", 3, {"reward": "points"}),
    ("mixx_a", 2, {"cards": True}),
    ("bonus_b", 2, {"jokers": True, "reward": "points"}),
]
"""Lucky numbers, chains with choices, mixed colours, cards, jokers, three kinds of reward."""

ALL: list[Tried] = [
    *((name, players, {}) for name in BUILT_IN for players in range(1, 6)),
    *((name, players, {"cards": True}) for name in CARDS for players in range(1, 6)),
    *((name, 2, {"jokers": True}) for name in CARDS),
    *((name, 3, {"reward": reward}) for name in BUILT_IN for reward in ("margin", "win", "points")),
]


def settings() -> pytest.MarkDecorator:
    """A parameter for each setting, the long ones marked."""
    quick = [pytest.param(*setting, id=_name(*setting)) for setting in QUICK]
    others = [setting for setting in ALL if setting not in QUICK]
    marked = [pytest.param(*s, id=_name(*s), marks=pytest.mark.long) for s in others]
    return pytest.mark.parametrize(("variant", "players", "more"), [*quick, *marked])


def _name(variant: str, players: int, more: dict[str, Any]) -> str:
    return "-".join([variant, str(players), *(f"{value}" for value in more.values())])
