"""The hand-worked scenarios of spec/ on the readable core."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rowlock.variants import BUILT_IN
from tests.scenarios.core_table import CoreTable
from tests.scenarios.spec import ROOT, files, read_scenario, run, start


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_core_plays_the_scenario_as_it_was_worked_out_by_hand(path: Path) -> None:
    scenario = read_scenario(path)
    run(scenario, CoreTable(start(path, scenario)))


def test_every_sheet_and_the_card_game_have_scenarios() -> None:
    count = Counter(path.parent.name for path in files())
    folders = {*BUILT_IN, "cards", "mixed", "own"}
    assert set(count) == folders
    assert all(count[folder] >= 6 for folder in folders - {"mixed", "own"})


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_scenario_tells_what_it_shows_and_expects_something(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.title
    assert scenario.why
    assert scenario.rules
    assert any(step.then for step in scenario.steps)


def test_the_folder_holds_nothing_that_is_not_run() -> None:
    known = {*files(), ROOT / "README.md", *ROOT.glob("own/*.toml")}
    assert {path for path in ROOT.rglob("*") if path.is_file()} == known
