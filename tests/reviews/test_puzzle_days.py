"""The puzzles of a day: the same ten for everybody, for all time, and none again for many days."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from rowlock.reviews.puzzles import (
    ROUND,
    SCHEME_2_FROM,
    TAGS,
    bank,
    format_puzzle,
    of_day,
)

VECTORS: dict[str, str] = json.loads(
    Path(__file__).with_name("puzzle_vectors.json").read_text("utf-8")
)
"""Of days before and after the change of the scheme: the SHA-256 of their ten lines."""


@pytest.mark.parametrize("day", VECTORS)
def test_the_puzzles_of_a_day_stay_what_they_are(day: str) -> None:
    lines = "\n".join(map(format_puzzle, of_day(date.fromisoformat(day))))
    assert hashlib.sha256(lines.encode()).hexdigest() == VECTORS[day]


def test_in_the_first_scheme_they_are_the_ten_lowest_digests() -> None:
    """By a few lines of one's own."""
    digests = {
        hashlib.sha256(f"rowlock-puzzles-1:2026-11-30:{each.position}".encode()).hexdigest(): each
        for each in bank(1)
    }
    assert of_day(date(2026, 11, 30)) == tuple(digests[key] for key in sorted(digests)[:10])


def test_the_second_scheme_begins_in_december() -> None:
    assert set(of_day(date(2026, 11, 30))) <= set(bank(1))
    assert date(2026, 12, 1) == SCHEME_2_FROM
    assert set(of_day(date(2026, 12, 1))) <= set(bank(2))


def test_every_day_mixes_all_kinds_and_its_order_changes() -> None:
    days = [of_day(SCHEME_2_FROM + timedelta(days=n)) for n in range(60)]
    for ten in days:
        assert Counter(puzzle.tag for puzzle in ten) == dict.fromkeys(TAGS, 2)
    assert len({tuple(puzzle.tag for puzzle in ten) for ten in days}) > 50


def test_nothing_comes_again_for_fifty_days() -> None:
    last: dict[str, int] = {}
    gaps = []
    for n in range(400):
        for puzzle in of_day(SCHEME_2_FROM + timedelta(days=n)):
            if puzzle.position in last:
                gaps.append(n - last[puzzle.position])
            last[puzzle.position] = n
    assert min(gaps) > ROUND == 50
    assert len(set(gaps)) > 50  # not the same ten together again


def test_a_hundred_days_show_all_of_them() -> None:
    days = (SCHEME_2_FROM + timedelta(days=n) for n in range(2 * ROUND))
    assert {puzzle for day in days for puzzle in of_day(day)} == set(bank(2))
