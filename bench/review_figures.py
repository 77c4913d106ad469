"""Measures the quality of reviews, one line of JSON per figure; see docs/results.md.

python -m bench.review_figures calibration  slope that calibrates the networks' win probabilities
python -m bench.review_figures identity     residual of luck, loss and result, by level
python -m bench.review_figures order        residual and start by order of play, sums of chances
python -m bench.review_figures alone        the same in solo games with the exact table (must be 0)
python -m bench.review_figures planted      share of planted blunders at the top of the list
python -m bench.review_figures coverage     share of rollout intervals that contain the true value
python -m bench.review_figures errors       error of the networks when they compare two answers
python -m bench.review_figures speed        processor time of a review

`--games` is the number of games per figure; `--sheets`, `--levels` and `--players` select them.
Several topics run one after another. `--processes` runs the work in parallel. `--json FILE` saves
every piece of it; `--read FILE …` in place of topics reports the pieces of an interrupted run.
`--write` stores the losses of levels, the errors and the slopes in the files that reviews read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.review_games import bot_of, rows_of
from bench.spread import Piece, Rows, by_kind, noted, spread_out
from rowlock import load_variant
from rowlock.bots.levels import levels
from rowlock.reviews import review
from rowlock.reviews.calibration import Calibration, Slope, measured_slopes
from rowlock.reviews.evaluator_error import MeasuredError, SheetErrors, measured_errors
from rowlock.reviews.levels import MeasuredLevel, write_levels
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import recorded_game
from rowlock.variants import BUILT_IN

PIECES = {
    "calibration": 20,
    "identity": 10,
    "order": 10,
    "alone": 50,
    "planted": 5,
    "coverage": 1,
    "errors": 1,
}
"""Games per piece of work, which takes some seconds."""
DECISIONS = 2_000
"""Number of decisions from which the error of a sheet is computed."""
Table = NDArray[np.float64]
Figures = dict[str, Any]


def mean_se(values: Table) -> tuple[float, float]:
    """The mean and its standard error."""
    error = values.std(ddof=1) / len(values) ** 0.5
    return round(float(values.mean()), 5), round(float(error), 5)


def identity(kind: Piece, rows: Table, *, write: bool) -> Figures:
    residual, luck, loss, choices, result = rows.T
    lost = round(float(loss.sum() / choices.sum()), 5)
    if write:
        write_levels(
            kind.sheet, kind.players, kind.level, MeasuredLevel(lost, len(rows), kind.seed)
        )
    return {
        "residual": mean_se(residual),
        "residual_sd": round(float(residual.std()), 4),
        "luck": mean_se(luck),
        "loss_mean": lost,
        "loss": mean_se(loss),
        "result": mean_se(result),
    }


def order(kind: Piece, rows: Table, *, write: bool) -> Figures:
    """By order of play, the player who begins first. The slope is 1 where the chances before each
    roll come true; its interval comes from a bootstrap over games."""
    residuals, starts, rest = np.split(rows, [kind.players, 2 * kind.players], axis=1)
    gaps, gradient, curvature = rest.T
    rng = np.random.default_rng(0)
    picks = rng.integers(0, len(rows), (2_000, len(rows)))
    slopes = 1 + gradient[picks].sum(axis=1) / curvature[picks].sum(axis=1)
    low, high = (round(float(each), 3) for each in np.quantile(slopes, [0.025, 0.975]))
    return {
        "residual": [mean_se(seat) for seat in residuals.T],
        "residual_sd": round(float(residuals.std()), 4),
        "start": [round(float(seat.mean()), 4) for seat in starts.T],
        "gap": float(gaps.max()),
        "slope": [round(float(1 + gradient.sum() / curvature.sum()), 3), low, high],
    }


def alone(kind: Piece, rows: Table, *, write: bool) -> Figures:
    return {"worst": float(np.abs(rows[:, 0]).max()), "luck": mean_se(rows[:, 1])}


def planted(kind: Piece, rows: Table, *, write: bool) -> Figures:
    return {"on_top": int(rows[:, 0].sum())}


def coverage(kind: Piece, rows: Table, *, write: bool) -> Figures:
    quick, error, long = rows.T
    return {"held": round(float((np.abs(quick - long) <= 1.96 * error).mean()), 4)}


def errors(kind: Piece, rows: Table, *, write: bool) -> Figures:
    """The root mean square error of the networks' comparisons: the root of the mean of

        (network's difference - playouts' difference)² - variance of the playouts' difference

    so that the noise of the playouts is removed. The interval comes from a bootstrap.
    """
    network, playouts, variance = rows[:DECISIONS].T
    squares = (network - playouts) ** 2 - variance
    rng = np.random.default_rng(0)
    means = [rng.choice(squares, len(squares)).mean() for _ in range(2_000)]
    low, high = np.quantile(means, [0.025, 0.975])
    found = np.sqrt(np.maximum(0.0, [squares.mean(), low, high]))
    error, low, high = (round(float(each), 4) for each in found)
    if write:
        write_error(kind, len(squares), error, low, high)
    bias = mean_se(network - playouts)
    return {"decisions": len(squares), "error": error, "low": low, "high": high, "bias": bias}


def write_error(kind: Piece, decisions: int, error: float, low: float, high: float) -> None:
    """Store the error next to its weights."""
    found = MeasuredError(
        error=error,
        of="choices",
        decisions=decisions,
        games=kind.playouts,
        low=low,
        high=high,
        seed=kind.seed,
    )
    known, digest = measured_errors(), weights_digest(kind.sheet)
    before = known.get(kind.sheet)
    errors = before.errors if before and before.weights == digest else {}
    known[kind.sheet] = SheetErrors(digest, dict(sorted({**errors, kind.players: found}.items())))
    write_beside_weights("errors.json", known)


def weights_digest(sheet: str) -> str:
    weights = files("rowlock.bots").joinpath("weights", f"{sheet}.npz").read_bytes()
    return hashlib.sha256(weights).hexdigest()[:16]


def write_beside_weights(name: str, known: Mapping[str, object]) -> None:
    place = files("rowlock.bots").joinpath("weights", name)
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1)
    Path(str(place)).write_bytes(text + b"\n")


def calibration(kind: Piece, rows: Table, *, write: bool) -> Figures:
    """The maximum-likelihood slope for the outcomes of these positions."""
    odds, positions, won = rows.T
    slope, fisher = 1.0, 0.0
    for _ in range(20):  # Newton's method
        chance = 1 / (1 + np.exp(np.log(kind.players - 1) - slope * odds))
        fisher = float((positions * odds**2 * chance * (1 - chance)).sum())
        slope += float(((won - positions * chance) * odds).sum()) / fisher
    # The standard error accounts for the seats of a position, which share one win.
    found = Slope(
        round(slope, 4),
        round((kind.players / (kind.players - 1) / fisher) ** 0.5, 4),
        int(positions.sum()) // kind.players,
        kind.seed,
    )
    if write:
        write_slope(kind, found)
    return {"slope": found.slope, "se": found.se, "positions": found.positions}


def write_slope(kind: Piece, found: Slope) -> None:
    """Store the slope next to its weights."""
    known, digest = measured_slopes(), weights_digest(kind.sheet)
    before = known.get(kind.sheet)
    slopes = before.slopes if before and before.weights == digest else {}
    known[kind.sheet] = Calibration(digest, {**slopes, kind.players: found})
    write_beside_weights("calibration.json", known)


FIGURES: dict[str, Callable[..., Figures]] = {
    "calibration": calibration,
    "identity": identity,
    "order": order,
    "alone": alone,
    "planted": planted,
    "coverage": coverage,
    "errors": errors,
}


def speed(args: argparse.Namespace) -> None:
    for sheet in args.sheets.split():
        for players in (2, 3, 4, 5):
            seating = Seating(load_variant(sheet), (bot_of("medium"),) * players, args.seed)
            records = [recorded_game(seating, number) for number in range(args.games)]
            review(records[0])  # compile, or load from the cache
            times = []
            for record in records:
                began = time.process_time()
                review(record)
                times.append(1000 * (time.process_time() - began))
            low, high = round(min(times)), round(max(times))
            median = round(float(np.median(times)))
            say({"sheet": sheet, "players": players, "ms": median, "low": low, "high": high})


def say(figures: Figures) -> None:
    print(json.dumps(figures), flush=True)


def report(kinds: dict[Piece, Rows], *, write: bool) -> None:
    for kind, rows in kinds.items():
        if kind.topic == "coverage" and not kind.playouts:
            continue  # the long playouts are not done yet
        found = FIGURES[kind.topic](kind, np.array(rows), write=write)
        about = {"topic": kind.topic, "sheet": kind.sheet, "players": kind.players}
        about |= {"level": kind.level} if kind.level else {}
        say({**about, "number": len(rows), **found})


def pieces_of(topic: str, args: argparse.Namespace) -> list[Piece]:
    """The pieces of work, ordered so that an interrupted run has equal shares of all sheets and
    levels."""
    chosen = {"identity": args.levels, "alone": "gentle champion"}.get(topic, "").split() or [""]
    size, last = PIECES[topic], args.first + args.games
    return [
        Piece(
            topic,
            sheet,
            level,
            1 if topic == "alone" else args.players,
            args.seed,
            args.playouts if topic in ("coverage", "errors") else 0,
            first,
            min(size, last - first),
        )
        for first in range(args.first, last, size)
        for sheet in args.sheets.split()
        for level in chosen
    ]


def topic_of(text: str) -> str:
    if text not in (*FIGURES, "speed"):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a topic (expected {', '.join(FIGURES)} or speed)"
        )
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("topics", nargs="*", type=topic_of, metavar="TOPIC")
    parser.add_argument("--sheets", default=" ".join(BUILT_IN))
    parser.add_argument("--levels", default=" ".join(each.name for each in levels()))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.read:
        report(by_kind(noted(args.read)), write=args.write)
    for topic in args.topics:
        if topic == "speed":
            speed(args)
        else:
            pieces = pieces_of(topic, args)
            done = spread_out(rows_of, pieces, args.processes, args.json)
            report(by_kind(done), write=args.write)


if __name__ == "__main__":
    main()
