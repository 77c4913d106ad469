"""Gymnasium ids: `rowlock/Classic-v1`, `rowlock/MixxA-v1` and so on."""

from __future__ import annotations

import gymnasium

from rowlock.variants import BUILT_IN

VERSION = 1


def env_id(variant: str) -> str:
    """
    >>> env_id("mixx_a")
    'rowlock/MixxA-v1'
    """
    name = "".join(word.capitalize() for word in variant.split("_"))
    return f"rowlock/{name}-v{VERSION}"


IDS = {env_id(name): name for name in BUILT_IN}
"""Ids of the built-in sheets, with the name of each sheet."""

OWN_SHEET = env_id("sheet")
"""The id for custom sheets: `make(OWN_SHEET, variant="my_sheet.toml")`."""


def register_ids() -> None:
    """Register all ids with Gymnasium, unless this has been done already."""
    for name in (*IDS, OWN_SHEET):
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="rowlock.envs.single:RowlockEnv",
                vector_entry_point="rowlock.envs.vector:RowlockVectorEnv",
                kwargs={"variant": IDS[name]} if name in IDS else {},
            )
