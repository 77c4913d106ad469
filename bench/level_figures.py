"""Measures the distance between levels: the win share of each among players of the level below.

    .venv/bin/python bench/level_figures.py --sheets classic mixx_a --games 10000
    .venv/bin/python bench/level_figures.py --sheets examples/my_sheet.toml classic:tulip
    .venv/bin/python bench/level_figures.py --sheets bonus_a --cards --players 2 5 --games 400

A sheet is a built-in one, a file, or a built-in one shuffled by a code. The script prints a line of
JSON for every sheet and number of players. For each level it has the win share (a percentage with
two players, a multiple of the equal share with more) and half of its 95% interval. See
docs/results.md.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.levels import levels
from rowlock.matches.intervals import half_width
from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import shares
from rowlock.variants import BUILT_IN, Variant, from_text, load_variant
from rowlock.variants.shuffle import random_sheet

SEED = 7


def sheet_named(text: str) -> Variant:
    """A built-in sheet, a file, or a shuffled sheet such as `classic:tulip`."""
    base, _, code = text.partition(":")
    return from_text(random_sheet(code, base)) if code else load_variant(base)


def won_by_twins(
    variant: Variant, one: Champion, others: Champion, players: int, sets: int
) -> NDArray[np.float64]:
    """[set] the win share of one bot among others, in each seat once with the same dice."""
    specs = [compiled_spec_of(bot, variant, players) for bot in (one, others)]
    evaluators = compile_evaluators(variant, [spec for spec in specs if spec is not None])
    games = np.arange(sets * players)
    seats = np.ones((len(games), players), dtype=np.int64)
    seats[games, games % players] = 0
    totals = play_games(evaluators, seats, SEED, games // players, 2).totals
    won: NDArray[np.float64] = shares(totals)[seats == 0].reshape(sets, players).mean(axis=1)
    return won


def won_with_cards(
    variant: Variant, one: Champion, others: Champion, players: int, sets: int
) -> NDArray[np.float64]:
    """The same in the card game, for which there are no compiled bots."""
    bots = (one, *[others] * (players - 1))
    match = Match(variant, tuple("abbbb"[:players]), bots, seed=SEED, cards=True)
    totals = np.concatenate([part.totals for part in play_matches(match, sets)])
    won: NDArray[np.float64] = shares(totals)[:, :, 0].mean(axis=1)
    return won


def main() -> None:
    args = parse()
    play = won_with_cards if args.cards else won_by_twins
    for sheet, players in product(args.sheets, args.players):
        unit = 100 if players == 2 else players
        steps: dict[str, tuple[float, float]] = {}
        for below, above in pairwise(levels()):
            sets = args.games // players
            won = unit * play(sheet_named(sheet), above.bot, below.bot, players, sets)
            steps[above.name] = round(float(won.mean()), 2), round(half_width(won), 2)
        print(json.dumps({"sheet": sheet, "players": players} | steps), flush=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sheets", nargs="+", default=BUILT_IN, metavar="SHEET")
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4, 5], metavar="N")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--cards", action="store_true", help="play the card game (slow)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
