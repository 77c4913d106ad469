"""The pages about environments run as they stand, and the scripts that train do learn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from examples import train_openspiel, train_pettingzoo
from rowlock.envs import observation_parts
from rowlock.envs.actions import card_action_count
from rowlock.envs.ids import IDS, OWN_SHEET
from rowlock.envs.setting import make_setting
from rowlock.variants import BUILT_IN

DOCS = Path(__file__).parents[2] / "docs" / "envs"


@pytest.mark.parametrize("name", ["batch", "gymnasium", "observations", "openspiel", "pettingzoo"])
def test_every_block_of_a_page_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / f"{name}.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    for shown in re.findall(r"print\(.*?\)  # (.*)", "".join(blocks)):
        assert shown in capsys.readouterr().out


def test_the_page_names_every_id_and_the_number_of_actions() -> None:
    text = (DOCS / "gymnasium.md").read_text("utf-8")
    for name in (*IDS, OWN_SHEET):
        assert f"`{name}`" in text
    common = (DOCS / "README.md").read_text("utf-8")
    assert make_setting("classic", 2).actions == 53
    assert make_setting("longo", 2).actions == 69
    assert make_setting("big_points", 2).actions == 75
    assert 53 + card_action_count() == 1040
    assert (
        "53 actions on sheets of 44 cells, 69 on Longo, 75 on Big Points, 1,040 with cards"
        in common
    )


def test_the_page_of_observations_has_every_index_of_every_sheet() -> None:
    lines = (DOCS / "observations.md").read_text("utf-8").splitlines()
    for name in BUILT_IN:
        sizes, indexes = (line.split("|")[2:-1] for line in lines if line.startswith(f"| `{name}`"))
        totals = [sum(size for _, size in observation_parts(name, n)) for n in range(1, 6)]
        assert [int(size) for size in sizes] == [make_setting(name, 1).actions, *totals]
        place, wanted = 0, []
        for _, size in observation_parts(name, 2):
            wanted.append(f"{place}–{place + size - 1}" if size > 1 else f"{place}")
            place += size
        assert [index.strip() for index in indexes if index.strip()] == wanted


def test_regrets_shrink_with_every_round_of_the_example() -> None:
    found = [value for _, value in train_openspiel.train(str(train_openspiel.SHEET), rounds=2)]
    assert found == pytest.approx([1.25, 0.41667], abs=1e-4)


@pytest.mark.long
def test_the_policy_of_the_example_gets_better() -> None:
    scores = [score for _, score in train_pettingzoo.train(games=1000)]
    assert sum(scores[-5:]) > 2 * sum(scores[:5])
