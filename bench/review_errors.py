"""How far the networks are off when they compare two answers: `python bench/review_errors.py`.

Games between the levels for people are reviewed, and every choice that the network does not like
best is played on by the champion, after it and after the network's favourite, with the same dice.
The error of a sheet is

    sqrt(mean over decisions of (network's difference - rollouts' difference)² - rollouts' se²)

so the luck of the rollouts is taken out; the interval is that of a bootstrap over the decisions.
`--write` puts the result beside the weights, where the review looks for it.
"""

from __future__ import annotations

import argparse
import hashlib
from importlib.resources import files
from itertools import count
from pathlib import Path

import msgspec
import numpy as np

from rowlock import load_variant
from rowlock.bots.levels import levels
from rowlock.review.again import question
from rowlock.review.errors import MeasuredError, measured_errors
from rowlock.review.eyes import eyes_for
from rowlock.review.playouts import played_on
from rowlock.review.review import Reviewing
from rowlock.simulate.core_games import Seating
from rowlock.simulate.records import recorded_game
from rowlock.variants import BUILT_IN

Measured = list[tuple[float, float, float]]
"""Of each decision the network's difference, that of the rollouts, and the variance of its mean."""


def measure(sheet: str, decisions: int, pairs: int, seed: int) -> Measured:
    """So many decisions of games between levels."""
    variant = load_variant(sheet)
    weaker = [level.bot for level in levels()[:-1]]
    found: Measured = []
    for number in count():
        bots = (weaker[number % len(weaker)], weaker[(number // len(weaker)) % len(weaker)])
        reviewing = Reviewing(recorded_game(Seating(variant, bots, seed), number))
        for _ in reviewing.steps():
            pass
        for judged in reviewing.judged:
            if judged.decision.loss == 0 or judged.decision.exact:
                continue
            if len(found) == decisions:
                return found
            table, arms = question(judged, eyes_for(reviewing.end))
            keys = np.random.default_rng([seed, len(found)]).integers(0, 1 << 62, pairs)
            chosen, best = (played_on(arm, table, keys)[:, table.value] for arm in arms)
            differences = best - chosen
            variance = differences.var(ddof=1) / pairs
            found.append((judged.decision.loss, float(differences.mean()), float(variance)))
    return found


def error_of(found: Measured) -> tuple[float, float, float]:
    """The error and its 95 % interval."""
    network, rollouts, variance = np.array(found).T
    squares = (network - rollouts) ** 2 - variance
    rng = np.random.default_rng(0)
    means = [rng.choice(squares, len(squares)).mean() for _ in range(2_000)]
    low, high = np.quantile(means, [0.025, 0.975])
    error, low, high = np.sqrt(np.maximum(0.0, [squares.mean(), low, high])).tolist()
    return error, low, high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", default=" ".join(BUILT_IN))
    parser.add_argument("--decisions", type=int, default=2_000)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    known = dict(measured_errors())
    for sheet in args.sheets.split():
        error, low, high = error_of(measure(sheet, args.decisions, args.pairs, args.seed))
        print(f"{sheet:10} {error:.4f}  95 % {low:.4f} .. {high:.4f}", flush=True)
        weights = files("rowlock.bots").joinpath("weights", f"{sheet}.npz").read_bytes()
        known[sheet] = MeasuredError(
            weights=hashlib.sha256(weights).hexdigest()[:16],
            error=round(error, 4),
            of="choices",
            decisions=args.decisions,
            games=args.pairs,
            low=round(low, 4),
            high=round(high, 4),
            seed=args.seed,
        )
        if args.write:
            place = Path(str(files("rowlock.bots").joinpath("weights", "errors.json")))
            text = msgspec.json.format(msgspec.json.encode(known), indent=1)
            place.write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
