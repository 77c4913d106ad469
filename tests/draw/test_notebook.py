"""Notebooks show games and drawings by themselves; until then pictures cost nothing."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys

import pytest

import rowlock
from rowlock import draw_table, new_game


def test_a_game_shows_its_table() -> None:
    game = new_game("classic", ["Ann", "Ben"])
    picture = getattr(game, "_repr_svg_")  # noqa: B009  # how a notebook asks
    assert picture() == draw_table(game).svg()


def test_a_drawing_shows_itself() -> None:
    drawing = draw_table(new_game("classic", ["Ann", "Ben"]))
    assert drawing._repr_svg_() == drawing.svg()


def test_the_front_door_has_the_pictures() -> None:
    assert {"Drawing", "draw_sheet", "draw_table"} <= set(rowlock.__all__)
    assert rowlock.draw_table is importlib.import_module("rowlock.draw").draw_table


def test_importing_rowlock_draws_nothing() -> None:
    code = "import sys, rowlock; print([name for name in sys.modules if '.draw' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "name", ["box", "colours", "drawing", "shapes", "sheet", "svg", "table", "text", "texts"]
)
def test_the_examples_of_docstrings_run(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"rowlock.draw.{name}"))
    assert outcome.attempted > 0
    assert outcome.failed == 0
