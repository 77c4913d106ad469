"""Compares the strength of two networks: one of the first among the second, two to five players.

.venv/bin/python bench/compare_weights.py longo OLD.npz NEW.npz [GAMES]

To get older weights: git show COMMIT:src/rowlock/bots/weights/longo.npz >OLD.npz
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.evaluation.network import read_network
from rowlock.matches.intervals import half_width
from rowlock.matches.sets import shares
from rowlock.variants import load_variant


def main(sheet: str, old: str, new: str, games: str = "12000") -> None:
    variant = load_variant(sheet)
    champion = compiled_spec_of(Champion(), variant, 2)
    assert champion is not None
    networks = [read_network(variant, Path(file)) for file in (old, new)]
    evaluators = compile_evaluators(
        variant, [replace(champion, network=network) for network in networks]
    )
    for players in (2, 3, 4, 5):
        number = int(games) // players * players
        for one, name in ((1, "new among old"), (0, "old among new")):
            seats = np.full((number, players), 1 - one)
            seats[np.arange(number), np.arange(number) % players] = one
            # All games of a set have the same dice, with the one network in each seat once.
            result = play_games(evaluators, seats, 7, np.arange(number) // players, 2)
            won = players * shares(result.totals)[seats == one].reshape(-1, players).mean(axis=1)
            figures = {
                "times_fair": round(float(won.mean()), 3),
                "error": round(half_width(won), 3),
            }
            print(
                json.dumps({"sheet": sheet, "players": players, "who": name, **figures}), flush=True
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
