"""The review as JSON is a contract: the page and other programs read it."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from rowlock.bots.evaluation import spreads
from rowlock.bots.evaluation.network import has_network
from rowlock.core.game import new_game
from rowlock.reviews import Review
from rowlock.reviews.evaluator_error import (
    OTHER_ERROR,
    MeasuredError,
    SheetErrors,
    measured_errors,
)
from rowlock.reviews.evaluators import evaluator_for
from rowlock.variants import BUILT_IN, load_variant

EXAMPLE = Path(__file__).parent / "example.json"


def test_the_example_is_a_review_and_nothing_is_lost_on_the_way() -> None:
    text = EXAMPLE.read_bytes()
    found = msgspec.json.decode(text, type=Review)
    assert json.loads(msgspec.json.encode(found)) == json.loads(text)


def test_the_keys_that_other_programs_rely_on() -> None:
    found = json.loads(EXAMPLE.read_text())
    assert list(found)[:4] == ["variant", "players", "unit", "exact"]
    assert {"seats", "decisions", "rolls"} <= set(found)
    seat, decision, roll = found["seats"][0], found["decisions"][0], found["rolls"][0]
    assert list(seat)[:11] == [
        "seat", "name", "decisions", "loss", "loss_mean", "low", "high", "luck", "result",
        "adjusted", "residual",
    ]  # fmt: skip
    assert list(decision)[:9] == [
        "turn", "seat", "phase", "moves", "chosen", "loss", "se", "mark", "exact",
    ]  # fmt: skip
    assert list(decision["moves"][0]) == ["move", "value", "loss", "se"]
    assert list(roll)[:2] == ["turn", "luck"]


@pytest.mark.parametrize("sheet", sorted(measured_errors()))
def test_the_errors_belong_to_the_weights_beside_them(sheet: str) -> None:
    # New weights want new errors: bench/review_figures.py errors --write
    weights = files("rowlock.bots").joinpath("weights", f"{sheet}.npz").read_bytes()
    assert measured_errors()[sheet].weights == hashlib.sha256(weights).hexdigest()[:16]


def test_every_sheet_with_a_network_has_its_error_with_two_players() -> None:
    assert set(measured_errors()) == {n for n in BUILT_IN if has_network(load_variant(n))}
    assert all(2 in sheet.errors for sheet in measured_errors().values())


def test_a_judge_claims_the_error_of_its_number_of_players_or_of_four_or_the_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two, four = (MeasuredError(error, "choices", 2, 1, None, None, 1) for error in (0.01, 0.02))
    known = {"classic": SheetErrors("", {2: two, 4: four})}
    monkeypatch.setattr(spreads, "measured_errors", lambda: known)
    games = [new_game(load_variant("classic"), list("ABCDE")[:number]) for number in (2, 3, 4, 5)]
    assert [evaluator_for(game).error for game in games] == [0.01, 0.02, 0.02, 0.02]
    monkeypatch.setattr(spreads, "measured_errors", lambda: {"classic": SheetErrors("", {2: two})})
    assert [evaluator_for(game).error for game in games] == [0.01, *[OTHER_ERROR] * 3]
    assert OTHER_ERROR == 0.04
