"""Measures the levels in solo games, and the errors that set them equally far apart.

    .venv/bin/python bench/solo_levels.py classic longo --games 20000
    .venv/bin/python bench/solo_levels.py classic --fit

The script prints a line of JSON for every sheet: the mean total of each level with half of its 95%
interval, that of a careful child (`greedy:2`: crosses the cell that skips the fewest others, at
most two, otherwise nothing), and the time of a decision of the champion. With `--fit` it first
finds errors for the four weaker levels: gentle is to score at least like the child, and the steps
are to be equal; then it writes them to `bots/weights/solo/levels.json`.
"""

from __future__ import annotations

import argparse
import json
import time
from importlib.resources import files
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.error_sizes import error_at
from rowlock.bots.evaluation.solo_network import solo_network
from rowlock.bots.levels import levels
from rowlock.bots.simple import Greedy
from rowlock.kernel.play import RESULT_SEATS, RESULT_TURNS
from rowlock.matches.intervals import half_width
from rowlock.variants import BUILT_IN, Variant, load_variant

SEED = 7
GENTLEST = 0.55
"""The least share of the champion's mean for gentle."""
STEPS = 14
"""Halvings of the interval in which an error is looked for."""


def spec_of(variant: Variant, error: float) -> CompiledSpec:
    """The champion with errors of this size in points, without exact tables."""
    spec = CompiledSpec("heuristic")
    if (network := solo_network(variant)) is not None:
        spec = CompiledSpec("solo_network", network=network)
    return replace(spec, noise=error / error_at(1))


def lines_of(variant: Variant, spec: CompiledSpec, games: int) -> NDArray[np.int64]:
    return play_lines(variant, (spec,), SEED, 0, games)


def totals_of(variant: Variant, spec: CompiledSpec, games: int) -> NDArray[np.float64]:
    """The totals of solo games."""
    return lines_of(variant, spec, games)[:, RESULT_SEATS].astype(np.float64)


def error_for(variant: Variant, wanted: float, games: int, most: float) -> float:
    """The error with which the mean total is as wanted."""
    low, high = 0.0, most
    for _ in range(STEPS):
        middle = (low + high) / 2
        if totals_of(variant, spec_of(variant, middle), games).mean() > wanted:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, 2)


def fitted(variant: Variant, games: int) -> list[float]:
    """Errors for hard, medium, easy and gentle."""
    champion = float(totals_of(variant, spec_of(variant, 0.0), games).mean())
    gentle = max(child_mean(variant, games) * 1.02, GENTLEST * champion)
    errors = []
    for step in (1, 2, 3, 4):
        wanted = champion - step * (champion - gentle) / 4
        errors.append(error_for(variant, wanted, games, most=champion))
    return errors


def child_mean(variant: Variant, games: int) -> float:
    spec = compiled_spec_of(Greedy(2), variant, 1)
    assert spec is not None
    return float(totals_of(variant, spec, games).mean())


def main() -> None:
    args = parse()
    for sheet in args.sheets:
        variant = load_variant(sheet)
        errors = [0.0, *fitted(variant, args.fit_games)] if args.fit else None
        means: dict[str, object] = {"child": round(child_mean(variant, args.games), 2)}
        found: dict[str, object] = {"sheet": sheet}
        for place, level in enumerate(reversed(levels())):
            if errors is None:
                spec = compiled_spec_of(level.bot, variant, 1)
                assert spec is not None or level.bot == Champion()
                spec = spec or spec_of(variant, 0.0)
            else:
                spec = spec_of(variant, errors[place])
            began = time.process_time()
            lines = lines_of(variant, spec, args.games)
            if not place:
                seconds = time.process_time() - began
                found["us_per_turn"] = round(1e6 * seconds / float(lines[:, RESULT_TURNS].sum()), 2)
            totals = lines[:, RESULT_SEATS].astype(np.float64)
            means[level.name] = round(float(totals.mean()), 2), round(half_width(totals), 2)
        if errors is not None:
            note(sheet, errors[1:])
        print(json.dumps(found | {"means": means}), flush=True)


def note(sheet: str, errors: list[float]) -> None:
    """Store the errors of a sheet."""
    place = Path(str(files("rowlock.bots").joinpath("weights", "solo", "levels.json")))
    known = json.loads(place.read_text()) | {sheet: errors}
    lines = (f'  "{name}": {json.dumps(known[name])}' for name in sorted(known))
    place.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sheets", nargs="*", default=BUILT_IN, metavar="SHEET")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--fit", action="store_true", help="find the errors of the weaker levels")
    parser.add_argument("--fit-games", type=int, default=1_000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
