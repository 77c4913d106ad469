"""Measures the error of the networks for solo games against the exact tables.

    rowlock solve --variant classic --keep
    .venv/bin/python bench/solo_errors.py classic --decisions 20000 --write

The levels below the champion play solo games. In every decision the network and the exact table
value all answers, and the difference between the network's best answer and the chosen one is
compared. The script prints a line of JSON for every sheet: the root mean square error of such a
difference in points with its 95% interval, its mean, and what the network's best answer gives away
per game. `--write` stores the error beside the weights, where reviews read it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np

from rowlock.bots.champion import Champion
from rowlock.bots.judges import Judge, untabled_kind
from rowlock.bots.levels import levels
from rowlock.core.chance import random_roll
from rowlock.core.game import new_game, play, roll
from rowlock.core.view import view
from rowlock.reviews.answers import evaluated_answers
from rowlock.reviews.evaluator_error import MeasuredError, SheetErrors, measured_solo_errors
from rowlock.reviews.evaluators import Evaluator, TableEvaluator, dice_evaluator
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import table_of
from rowlock.variants import Variant, load_variant

SEED = 1


class Comparison:
    """Differences by the network and by the table, over the games of the levels."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        kind = untabled_kind(variant)
        self.network: Evaluator = dice_evaluator(Judge(kind), (variant,))
        self.exact = TableEvaluator(table_of(make_problem(variant)))
        self.pairs: list[tuple[float, float]] = []
        self.given_away = 0.0
        self.games = 0

    def play(self, bot: Champion, number: int) -> None:
        """One game of a level."""
        rng = random.Random(f"{SEED}:{number}")
        game = new_game(self.variant, ["A"])
        self.games += 1
        while not game.over:
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
                continue
            seen = view(game, 0)
            move = bot.choose(seen, rng)
            if not seen.moves:
                found = evaluated_answers(game, self.network).get(0)
                if found is not None and len(found.moves) > 1:
                    exact = evaluated_answers(game, self.exact)[0].values
                    chosen = found.after(())[move]
                    best = int(np.argmax(found.values))
                    self.given_away += float(exact.max() - exact[best])
                    if best != chosen:
                        said = float(found.values[best] - found.values[chosen])
                        self.pairs.append((said, float(exact[best] - exact[chosen])))
            game = play(game, 0, move).state

    def figures(self, *, write: bool) -> dict[str, object]:
        gaps = np.subtract(*np.array(self.pairs).T)
        rng = np.random.default_rng(0)
        means = [float((rng.choice(gaps, len(gaps)) ** 2).mean()) for _ in range(1_000)]
        low, high = (round(float(each) ** 0.5, 4) for each in np.quantile(means, [0.025, 0.975]))
        error = round(float((gaps**2).mean()) ** 0.5, 4)
        if write:
            found = MeasuredError(error, "table", len(gaps), 0, low, high, SEED)
            note(self.variant, found)
        return {
            "sheet": self.variant.id,
            "decisions": len(gaps),
            "error": error,
            "low": low,
            "high": high,
            "bias": round(float(gaps.mean()), 4),
            "given_away_per_game": round(self.given_away / self.games, 3),
        }


def note(variant: Variant, found: MeasuredError) -> None:
    """Store the error with the digest of its weights."""
    folder = Path(str(files("rowlock.bots").joinpath("weights", "solo")))
    weights = (folder / f"{variant.id}.npz").read_bytes()
    known = measured_solo_errors() | {
        variant.id: SheetErrors(hashlib.sha256(weights).hexdigest()[:16], {1: found})
    }
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1)
    (folder / "errors.json").write_bytes(text + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sheets", nargs="+", metavar="SHEET")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    weaker = [level.bot for level in levels()[:-1]]
    for sheet in args.sheets:
        comparison = Comparison(load_variant(sheet))
        while len(comparison.pairs) < args.decisions:
            comparison.play(weaker[comparison.games % len(weaker)], comparison.games)
        print(json.dumps(comparison.figures(write=args.write)), flush=True)


if __name__ == "__main__":
    main()
