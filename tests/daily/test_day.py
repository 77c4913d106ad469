"""The scheme `rowlock-daily-1`: which game a day has, and its dice, which never change."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock.daily import SCHEME, day_of
from rowlock.errors import Unreadable
from rowlock.notation import moments
from rowlock.notation.record import Turn
from tests.daily.games import any_move, eager, never, played

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
DAYS: list[dict[str, Any]] = VECTORS["days"]
"""Written down once. If one of these fails, days that people have played would change."""


def stream(key: bytes, name: str) -> Iterator[int]:
    """The stream of a key, written a second time."""
    number = 0
    while True:
        yield from hmac.new(key, f"{name}:{number}".encode(), "sha256").digest()
        number += 1


def die(sides: int, octets: Iterator[int]) -> int:
    while (octet := next(octets)) >= 256 - 256 % sides:
        pass
    return octet % sides + 1


@pytest.mark.parametrize("known", DAYS, ids=lambda known: str(known["date"]))
def test_a_past_day_never_changes(known: dict[str, Any]) -> None:
    day = day_of(known["date"])
    assert (day.variant.id, day.variant.digest) == (known["sheet"], known["digest"])
    assert (day.players, day.key.hex()) == (known["players"], known["key"])
    setup = day.setup(*("Ann", "bot")[: day.players])
    assert setup.first + 1 == known["first"]
    assert (setup.lucky and "&".join(map(str, setup.lucky[0]))) == known["lucky"]
    for turn, text in known["rolls"]:
        white, colours = day.dice.six(day.variant.sides, turn)
        assert "".join(map(str, white)) + " " + "".join(map(str, colours)) == text


@pytest.mark.parametrize("known", DAYS, ids=lambda known: str(known["date"]))
def test_the_vectors_follow_from_the_words_of_the_scheme(known: dict[str, Any]) -> None:
    text = f"{VECTORS['scheme']}:{known['date']}:{known['digest']}"
    key = hashlib.sha256(text.encode()).digest()
    assert key.hex() == known["key"]
    sides = 8 if known["sheet"] == "longo" else 6
    for turn, text in known["rolls"]:
        octets = stream(key, f"roll:{turn}")
        dice = "".join(str(die(sides, octets)) for _ in range(6))
        assert f"{dice[:2]} {dice[2:]}" == text


def test_the_scheme_has_a_name_of_its_own() -> None:
    assert VECTORS["scheme"] == SCHEME == "rowlock-daily-1"


def test_a_week_has_four_days_of_classic_and_one_for_two() -> None:
    monday = datetime.date(2026, 11, 16)
    week = [day_of((monday + datetime.timedelta(days=n)).isoformat()) for n in range(7)]
    assert [day.variant.id == "classic" for day in week] == [1, 0, 1, 0, 1, 1, 0]
    assert [day.players for day in week] == [1, 1, 1, 1, 1, 2, 1]


def test_three_weeks_show_every_other_sheet_once() -> None:
    monday = datetime.date(2026, 11, 16)
    days = [day_of((monday + datetime.timedelta(days=n)).isoformat()) for n in range(21)]
    others = [day.variant.id for day in days if day.variant.id != "classic"]
    assert len(others) == len(set(others)) == 9


@pytest.mark.parametrize("date", ["2026-11-16", "2026-11-19", "2026-11-21"])
def test_different_decisions_get_the_same_dice(date: str) -> None:
    day = day_of(date)
    records = [played(day, hand) for hand in (never, eager, any_move(1), any_move(2))]
    assert len({str(record.turns[0]) for record in records}) > 1  # from turn 1 on
    for record in records:
        closed = [moment.state.closed for moment in moments(record)]
        for turn, out in zip(record.turns, closed, strict=False):
            assert isinstance(turn, Turn)
            white, colours = day.dice.six(day.variant.sides, turn.number)
            assert turn.roll.white == white
            left = tuple(None if out >> row & 1 else die for row, die in enumerate(colours))
            assert turn.roll.colours == left


def test_the_same_choices_make_the_same_game_against_the_bot() -> None:
    day = day_of("2026-11-21")
    assert str(played(day, eager)) == str(played(day, eager))


@pytest.mark.parametrize("text", ["", "today", "2026-2-3", "20261116", "2026-02-30", "2026-W47-1"])
def test_a_date_has_one_spelling(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        day_of(text)
    assert refused.value.code == "bad_date"


def test_a_day_is_open_from_the_day_before_to_the_day_after() -> None:
    day = day_of("2026-11-16")

    def at(text: str) -> datetime.datetime:
        return datetime.datetime.fromisoformat(text)

    assert not day.is_open(at("2026-11-14T23:59:00+00:00"))
    assert day.is_open(at("2026-11-15T00:00:00+00:00"))
    assert day.is_open(at("2026-11-17T23:59:00+00:00"))
    assert not day.is_over(at("2026-11-17T23:59:00+00:00"))
    assert day.is_over(at("2026-11-18T00:00:00+00:00"))
    # Where people live their date is never further away than that.
    assert day.is_open(at("2026-11-16T00:00:00+14:00"))
    assert day.is_open(at("2026-11-16T23:59:00-12:00"))
