"""Some of many: every change tries a few, `scripts/test-long` tries all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], kept: Iterable[Any]) -> list[Any]:
    """All of them as parameters of a test; those that are not kept are marked as long."""
    wanted = list(kept)
    every = list(values)
    assert all(value in every for value in wanted)
    return [v if v in wanted else _long(v) for v in every]


def _long(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.long)
