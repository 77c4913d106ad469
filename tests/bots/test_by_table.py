"""Alone the champion plays by the exact table where one is kept, and makes none."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.solved_tables import stored_table
from rowlock.core.bot import Bot
from rowlock.core.game import new_game, roll
from rowlock.core.state import Roll
from rowlock.core.view import view
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_path, table_of
from rowlock.solver.turns import ranked_turns
from rowlock.variants import Variant, load_variant
from tests.solver.sheets import PLAIN_ROWS, short_text

ROLLS = [Roll((w, x), tuple(colours)) for w, x, *colours in product((1, 2), repeat=6)]


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A short sheet, and a folder for tables of its own."""
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "short.toml"
    path.write_text(short_text(*PLAIN_ROWS), "utf-8")
    return load_variant(str(path))


def answers(bot: Bot, variant: Variant) -> list[str]:
    """What a bot crosses first with each roll, alone with an empty sheet."""
    games = [roll(new_game(variant, ["Ann"]), dice).state for dice in ROLLS]
    return [str(bot.choose(view(game, 0), random.Random(1))) for game in games]


def test_without_a_table_it_plays_like_the_heuristic_and_makes_none(short: Variant) -> None:
    assert answers(Champion(), short) == answers(Heuristic(), short)
    assert stored_table(short, None) is None
    assert not kept_path(make_problem(short)).exists()
    twin = compiled_spec_of(Champion(), short, 1)
    assert twin is not None
    assert twin.kind == "heuristic"


def test_with_a_table_it_plays_best(short: Variant) -> None:
    table = table_of(make_problem(short))
    best = [
        str(ranked_turns(table, new_game(short, ["Ann"]).sheets[0], dice)[0].moves[0])
        for dice in ROLLS
    ]
    assert answers(Champion(), short) == best
    assert best != answers(Heuristic(), short)
    assert compiled_spec_of(Champion(), short, 1) is None  # compiled games know no tables


def test_levels_below_the_champion_stay_as_they_are(short: Variant) -> None:
    before = answers(Champion(0.05), short)
    table_of(make_problem(short))
    assert answers(Champion(0.05), short) == before
    assert compiled_spec_of(Champion(0.05), short, 1) is not None


def test_a_sheet_that_cannot_be_solved_has_no_table() -> None:
    assert stored_table(load_variant("bonus_b"), None) is None
