"""What the masks of a row say, looked up: the same as the rules say of each of them."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.bots.evaluation import row_shapes
from rowlock.bots.evaluation.row_shapes import masks_of
from rowlock.core.rules import (
    count,
    counted,
    first_free_place,
    row_points,
)
from rowlock.variants import load_variant


@pytest.mark.parametrize(("name", "sample"), [("classic", None), ("double_a", 20_000)])
def test_the_looked_up_numbers_are_those_of_the_rules(name: str, sample: int | None) -> None:
    variant = load_variant(name)
    masks, size = masks_of(variant), 1 << max(variant.places) + 1
    assert len(masks.crosses) == len(masks.first_free_place) == len(masks.points) >= size
    chosen = range(size) if sample is None else Random(1).sample(range(size), sample)
    for mask in chosen:
        points = row_points(counted(count(mask), variant.most_counted))
        found = (masks.crosses[mask], masks.first_free_place[mask], masks.points[mask])
        assert found == (count(mask), first_free_place(mask), points), f"{mask:b}"


def test_the_rules_are_not_asked_about_every_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two million masks of Double A, one after the other, would make the first answer late.
    asked: list[int] = []

    def noted(mask: int) -> int:
        asked.append(mask)
        return count(mask)

    monkeypatch.setattr(row_shapes, "count", noted)
    row_shapes._masks.__wrapped__(bits=21, most=16)
    assert 0 < len(asked) <= 21
