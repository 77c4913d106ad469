"""Good texts of every kind, to be spoiled: records, positions, sheets, variant files, moves."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from rowlock import (
    deciders,
    format_position,
    format_record,
    format_sheet,
    legal_moves,
    load_variant,
)
from rowlock.notation import Scribe
from rowlock.testing import any_move, enter, next_input, small_gaps
from rowlock.testing.playout import random_setup
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import BUILT_IN, Variant, from_text
from tests.variants.toml_text import FOLDER

CARD_SHEETS = set(BUILT_IN) - {"longo", "double_a", "x_change", "big_points"}
NAMES = ("Ann", "Ben", "Zoë", "Dan", "李")


@lru_cache
def own_variants() -> dict[str, Variant]:
    """By id a sheet with mixed colours, bar, symbols and lucky numbers, and one with doubles."""
    texts = [own_sheet(Random(seed)) for seed in range(200)]
    own = (from_text(text, "own.toml") for text in texts)
    twice = (from_text(text, "twice.toml") for text in texts)
    return {
        "own": next(v for v in own if v.mixed_colours and v.bar and v.bonuses and v.lucky_pairs),
        "twice": next(v for v in twice if v.mixed_colours and v.doubles and v.lock_cells > 1),
    }


def scribe(rng: Random) -> Scribe:
    """A game of any kind, played to any point."""
    variant = rng.choice([*map(load_variant, BUILT_IN), *own_variants().values()])
    seats = rng.randint(1, 5)
    cards = variant.id in CARD_SHEETS and rng.random() < 0.4
    setup = random_setup(rng, variant, NAMES[:seats], cards=cards)
    played = Scribe(setup, {"Event": "An evening; with friends"} if rng.random() < 0.3 else None)
    choose = rng.choice([any_move, small_gaps])
    most = rng.choice([0, 3, 10, 40, 500])
    while most and not played.game.over:
        enter(played, next_input(played.game, rng, choose))
        most -= 1
    return played


def record(rng: Random) -> str:
    return format_record(scribe(rng).record())


def position(rng: Random) -> str:
    return format_position(scribe(rng).game)


def sheet(rng: Random) -> str:
    game = scribe(rng).game
    return format_sheet(game.variant, game.sheets[0])


def variant_file(rng: Random) -> str:
    if rng.random() < 0.5:
        return own_sheet(rng)
    return (FOLDER / f"{rng.choice(BUILT_IN)}.toml").read_text("utf-8")


def move(rng: Random) -> str:
    game = scribe(rng).game
    moves = [str(move) for seat in deciders(game) for move in legal_moves(game, seat)]
    return rng.choice(moves or ["-"])
