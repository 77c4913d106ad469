"""The hand-worked scenarios of spec/ on the kernel, all that are played with dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.kernel_table import KernelTable
from tests.scenarios.spec import files, read_scenario, run, start

DICE = [path for path in files() if read_scenario(path).turns == "dice"]


@pytest.mark.parametrize("path", DICE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_kernel_plays_the_scenario_as_it_was_worked_out_by_hand(path: Path) -> None:
    scenario = read_scenario(path)
    run(scenario, KernelTable(start(path, scenario)))
