"""A sheet as a value."""

from __future__ import annotations

import pickle

import pytest

from rowlock.variants import BUILT_IN, load_variant


@pytest.mark.parametrize("name", [*BUILT_IN, "xl"])
def test_a_sheet_that_travels_is_the_one_that_came_before(name: str) -> None:
    sheet = load_variant(name)
    first, second = (pickle.loads(pickle.dumps(sheet)) for _ in range(2))
    assert first == sheet
    assert first.large_print == sheet.large_print
    assert first is second  # and has its tables already
