"""The WebAssembly module of the bots plays and evaluates like the code it is made from."""

from __future__ import annotations

import json
import re
from gzip import compress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.bots.compiled import (
    candidates,
    compiled_spec_of,
    evaluator_fields,
    joint_position,
    layers,
    network,
)
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators, in_slots, make_workspace
from rowlock.bots.compiled.evaluator_fields import JUDGE
from rowlock.bots.compiled.joint_position import SLOTS
from rowlock.bots.evaluation import input_layout
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.registry import make_bot
from rowlock.bots.wasm import descriptions, sizes
from rowlock.bots.wasm.network_file import read_network_file
from rowlock.kernel.play import result_size
from rowlock.variants import load_variant
from scripts.wasm_build import BINDING, MADE_FROM, MODULE
from scripts.webassembly.binding import binding
from scripts.webassembly.sources import digest
from tests.wasm.node import Job, run

HINT = "run scripts/wasm and commit what it writes; after a merge conflict as well"
BOTS = ("random", "greedy:2", "heuristic", "race", "champion", "hard")
WEIGHTS = Path(load_network.__code__.co_filename).parents[1] / "weights"


def test_the_module_was_made_from_these_sources() -> None:
    assert json.loads(MADE_FROM.read_text())["sources"] == digest(), HINT


def test_the_binding_was_written_from_these_entry_points() -> None:
    def words(text: str) -> str:
        return re.sub(r"[\s,;]", "", text)  # the rest is Prettier's

    assert words(BINDING.read_text()) == words(binding()), HINT


def test_the_module_is_small() -> None:
    assert len(compress(MODULE.read_bytes())) < 100_000


def game_job(sheet: str, players: int, games: int) -> tuple[Job, NDArray[np.int64]]:
    """Games between all bots that have a compiled version there, and their native results."""
    variant = load_variant(sheet)
    specs = [compiled_spec_of(make_bot(name), variant, players) for name in BOTS]
    evaluators = compile_evaluators(variant, [spec for spec in specs if spec is not None])
    number = len(evaluators.descriptions) // JUDGE
    seats = (np.arange(games)[:, None] + np.arange(players)) % number
    native = play_games(evaluators, seats, seed=5).lines
    job = Job(
        "playGames",
        make_workspace(evaluators, players),
        players,
        in_slots(seats).ravel(),
        5,
        np.arange(games),
        np.zeros(games * result_size(players), dtype=np.int64),
        0,
        np.zeros(games * SLOTS),
    )
    return job, native


def test_games_are_the_same_as_native_ones() -> None:
    tables = [("classic", 2), ("longo", 3), ("bonus_b", 2), ("big_points", 5), ("double_a", 2)]
    jobs = [game_job(sheet, players, games=30) for sheet, players in tables]
    found = run([job for job, _ in jobs])
    for (sheet, _), (_, native), arrays in zip(tables, jobs, found, strict=True):
        lines = arrays[2].reshape(native.shape)
        other = (lines != native).any(axis=1).sum()
        # Processors that fuse multiplication and addition may order equal candidates differently.
        assert other <= 1, f"{other} of {len(native)} games on {sheet} are different"


def test_constants_without_numpy_are_those_of_compiled_code() -> None:
    assert (sizes.CANDIDATE, sizes.MOST) == (candidates.WIDTH, candidates.MOST)
    assert (descriptions.LANES, descriptions.BLOCK) == (layers.LANES, layers.BLOCK)
    assert (descriptions.NOTES, descriptions.V_UNITS) == (
        joint_position.NOTES,
        joint_position.V_UNITS,
    )
    assert descriptions.NEAR_LEADS == network.NEAR_LEADS
    assert (descriptions.NEAR_UNIT, descriptions.LEAD_LINE) == (
        input_layout.NEAR_UNIT,
        input_layout.LEAD_LINE,
    )


@pytest.mark.parametrize("sheet", ["classic", "longo", "connected_steps"])
def test_descriptions_without_numpy_are_those_of_compiled_code(sheet: str) -> None:
    variant = load_variant(sheet)
    network_file = read_network_file((WEIGHTS / f"{sheet}.npz").read_bytes())
    assert network_file.digest == variant.digest
    found = descriptions.Descriptions(variant, Weights(), network_file)
    spec = compiled_spec_of(make_bot("champion"), variant, 2)
    assert spec is not None
    native = compile_evaluators(variant, [spec])
    line = found.lines[JUDGE * descriptions.NETWORK_PLACE :]
    for place, number in enumerate(native.descriptions.tolist()):
        if number and place in _PLACES:
            size = min(len(found.numbers) - line[place], len(native.weights) - number, 64)
            ours = np.array(found.numbers[line[place] : line[place] + size])
            if place != evaluator_fields.AT_ROWS:  # computed in the module
                theirs = native.weights[number : number + 16]
                assert ours[:16] == pytest.approx(theirs, abs=1e-6), place
        elif place not in _PLACES:
            assert line[place] == number, place


_PLACES = {
    getattr(evaluator_fields, name) for name in dir(evaluator_fields) if name.startswith("AT_")
} | {evaluator_fields.PEOPLE_JUDGE + place for place in (2, 3)}
