"""The bots in the kernel choose what their Python selves choose, game after game."""

from __future__ import annotations

from random import Random as PythonRandom

import pytest

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.simple import Greedy, Random
from rowlock.core.bot import Bot
from rowlock.simulation.core_games import Seating, play_game
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import BUILT_IN, Variant, from_text, load_variant

GAMES = 12

TABLES: list[tuple[Bot, ...]] = [
    (Random(), Random()),
    (Greedy(0),),
    (Greedy(1), Random(), Greedy(2)),
    (Greedy(3), Greedy(0), Random(), Greedy(1), Greedy(99)),
]


def twins(bots: tuple[Bot, ...], variant: Variant) -> tuple[CompiledSpec, ...]:
    found = [compiled_spec_of(bot, variant, len(bots)) for bot in bots]
    return tuple(twin for twin in found if twin is not None)


def assert_same_games(variant: Variant, bots: tuple[Bot, ...], seed: int, games: int) -> None:
    table = Seating(variant, bots, seed)
    found = play_lines(variant, twins(bots, variant), seed, 0, games).tolist()
    assert found == [play_game(table, number) for number in range(games)]


@pytest.mark.parametrize("bots", TABLES, ids=["random", "greedy", "three", "five"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_games_in_core_and_kernel(name: str, bots: tuple[Bot, ...]) -> None:
    assert_same_games(load_variant(name), bots, 3, GAMES)


def test_the_same_games_on_invented_sheets() -> None:
    for seed in range(40):
        variant = from_text(own_sheet(PythonRandom(1000 + seed)), "own.toml")
        assert_same_games(variant, TABLES[seed % len(TABLES)], seed, 2)


@pytest.mark.parametrize("seed", [2**63, 2**64 - 1, -5])
def test_large_and_negative_seeds_are_the_same_on_both_sides(seed: int) -> None:
    assert_same_games(load_variant("classic"), TABLES[0], seed, 3)
