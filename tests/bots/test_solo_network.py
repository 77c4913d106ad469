"""The networks for solo games: compiled like readable, small, and far better than the heuristic."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.compiled.next_turn import expected_turn
from rowlock.bots.evaluation.evaluators import SoloNetworkEvaluator
from rowlock.bots.evaluation.solo_network import solo_network
from rowlock.bots.evaluation.spreads import measured_solo_errors
from rowlock.bots.levels import levels
from rowlock.bots.simple import Greedy
from rowlock.kernel.play import RESULT_SEATS
from rowlock.simulation.core_games import Seating, play_game
from rowlock.variants import BUILT_IN, Variant, load_variant
from tests.bots.test_compiled import NEWEST, SHEETS, InCore, positions_of, seen_by
from tests.sampling import some

CLASSIC = load_variant("classic")
MOST_BYTES = 4_000_000


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))


def mean_of(variant: Variant, bot: object, games: int) -> float:
    """The mean total of solo games."""
    spec = compiled_spec_of(bot, variant, 1)
    assert spec is not None
    return float(play_lines(variant, (spec,), 7, 0, games)[:, RESULT_SEATS].mean())


def test_errors_belong_to_the_weights_beside_them() -> None:
    # New weights want new errors: bench/solo_errors.py --write
    folder = files("rowlock.bots").joinpath("weights", "solo")
    for sheet, found in measured_solo_errors().items():
        weights = folder.joinpath(f"{sheet}.npz").read_bytes()
        assert found.weights == sha256(weights).hexdigest()[:16]
    assert "classic" in measured_solo_errors()


def test_every_printed_sheet_has_one_and_all_are_small() -> None:
    folder = files("rowlock.bots").joinpath("weights", "solo")
    for name in BUILT_IN:
        assert solo_network(load_variant(name)) is not None, name
    sizes = [len(file.read_bytes()) for file in folder.iterdir()]
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize("sheet", some([*SHEETS, *NEWEST], ["longo", "bonus_b", "big_points"]))
def test_compiled_values_equal_readable_ones(sheet: str) -> None:
    positions, _ = positions_of(sheet, 1)
    spec = compiled_spec_of(Champion(), positions.variant, 1)
    assert spec is not None
    assert spec.kind == "solo_network"
    expected = SoloNetworkEvaluator().worth(positions, 0)
    assert seen_by(spec, positions, 0) == pytest.approx(expected, rel=1e-4, abs=1e-3)


def test_the_readable_champion_plays_the_same_solo_games() -> None:
    spec = compiled_spec_of(Champion(), CLASSIC, 1)
    assert spec is not None
    compiled = play_lines(CLASSIC, (spec,), 5, 0, 2)[:, RESULT_SEATS]
    seating = Seating(CLASSIC, (InCore(Champion()),), 5)
    assert [play_game(seating, number)[RESULT_SEATS] for number in (0, 1)] == compiled.tolist()


def test_a_value_agrees_with_the_values_one_turn_later() -> None:
    network = solo_network(CLASSIC)
    evaluators = compile_evaluators(CLASSIC, [CompiledSpec("solo_network", network=network)])
    positions, states = positions_of("classic", 1)
    seats = np.zeros((len(states), 1), dtype=np.int64)
    later = expected_turn(evaluators, states, seats, 0)[:, 0, 1]
    gaps = later - SoloNetworkEvaluator().worth(positions, 0)
    assert abs(gaps.mean()) < 1.0
    assert np.sqrt((gaps**2).mean()) < 4.0


def test_solo_levels_are_a_ladder_above_a_careful_child() -> None:
    means = [mean_of(CLASSIC, level.bot, 400) for level in levels()]
    for below, above in pairwise(means):
        assert above - below > 7.0, means
    assert means[0] > mean_of(CLASSIC, Greedy(2), 400) - 2.0
    assert means[-1] > 110.0


def test_a_custom_sheet_is_played_for_points_to_the_end() -> None:
    # Without a network the heuristic plays; it does not end the game as soon as it can.
    variant = replace(CLASSIC, id="own")
    assert solo_network(variant) is None
    assert mean_of(variant, Champion(), 400) > 80.0
