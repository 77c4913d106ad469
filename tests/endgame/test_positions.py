"""The hand-worked ends of `positions.toml`: every answer is worth what the pencil says."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rowlock.core.game import deciders
from rowlock.core.view import view
from rowlock.endgame.plain import PlainEndgame
from rowlock.endgame.solve_endgame import solve
from rowlock.notation import parse_position

POSITIONS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("positions.toml").read_text("utf-8")
)["position"]
EXACT = 1e-12

by_text = pytest.mark.parametrize("worked", POSITIONS, ids=lambda worked: worked["text"][:120])


def test_there_are_enough_of_them() -> None:
    assert len({worked["text"] for worked in POSITIONS}) >= 30


@by_text
def test_every_answer_is_worth_what_was_worked_out_by_hand(worked: dict[str, Any]) -> None:
    game = parse_position(worked["text"])
    seat = worked["seat"] - 1
    assert seat in deciders(game)
    ends = solve(game)
    assert ends is not None, "it does not fit the budget"
    found = {str(choice.move): choice.win_share for choice in ends.answers(seat)}
    for move, share in worked["shares"].items():
        assert found[move] == pytest.approx(float(Fraction(share)), abs=EXACT), move
    best = max(found.values())
    assert {move for move, share in found.items() if share > best - EXACT} == set(worked["best"])


@by_text
def test_a_seat_sees_the_same_as_the_whole_table(worked: dict[str, Any]) -> None:
    game = parse_position(worked["text"])
    seat = worked["seat"] - 1
    seen, known = solve(view(game, seat)), solve(game)
    assert seen is not None
    assert known is not None
    assert seen.answers(seat) == known.answers(seat)


@by_text
def test_the_plain_search_agrees(worked: dict[str, Any]) -> None:
    game = parse_position(worked["text"])
    ends = solve(game)
    assert ends is not None
    assert PlainEndgame().share(game) == pytest.approx(ends.shares[0], abs=EXACT)
