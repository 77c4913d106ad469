"""docs/kernel.md says what is: offsets, vectors, sizes; its examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.kernel import state, stream
from rowlock.kernel.actions import action_count
from rowlock.kernel.observe import observation_parts
from rowlock.kernel.variant_tables import SIZE, compile_variant
from rowlock.variants import load_variant

PAGE = Path(__file__).parents[2].joinpath("docs/kernel.md").read_text("utf-8")


def rows(pattern: str) -> list[tuple[str, ...]]:
    found = re.findall(pattern, PAGE, re.MULTILINE)
    assert found
    return [tuple(row) for row in found]


def test_the_offsets_of_the_tables() -> None:
    tables = compile_variant(load_variant("classic"))
    place = 0
    for offset, name, length in rows(r"^\| (\d+) \| `(\w+)` \| (\d+) \|"):
        window = getattr(tables, name)
        assert int(offset) == place
        assert int(length) == len(window)
        assert window.base is tables.flat
        assert (window.ctypes.data - tables.flat.ctypes.data) // 8 == place
        place += len(window)
    assert place == SIZE
    assert f"array `flat` of {SIZE} numbers" in PAGE


def test_the_size_of_a_state() -> None:
    assert f"is `{state.HEAD} + {state.SEAT} · n` numbers" in PAGE


def test_the_test_vectors() -> None:
    names = {"word": stream.word, "game_key": stream.game_key, "GameChance": stream.GameChance}
    lines = rows(r"^\| `((?:word|game_key|GameChance)\(.*)` \| (.+) \|$")
    assert len(lines) == 9
    for call, value in lines:
        assert str(eval(call, names)) == value


def test_the_places_in_an_observation_of_classic_for_two() -> None:
    place = 0
    for _, length in observation_parts(compile_variant(load_variant("classic")), 2):
        span = f"{place}–{place + length - 1}" if length > 1 else f"{place}"
        assert re.search(rf"\| .*{span}\b.* \|$", PAGE, re.MULTILINE), span
        place += length


def test_the_number_of_actions() -> None:
    assert action_count(44) == 53
    assert action_count(60) == 69
    assert action_count(66) == 75
    assert "53 actions on\n  sheets of 44 cells, 69 on Longo and 75 on Big Points" in PAGE


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_a_python_block_runs_as_it_stands_and_prints_what_it_says(block: str) -> None:
    said = re.findall(r"^print\(.*\)  # (.+)$", block, re.MULTILINE)
    assert said
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == said


def test_every_block_that_imports_is_one_that_is_run() -> None:
    assert not re.search(r"^ +(from \S+ )?import ", PAGE, re.MULTILINE)
