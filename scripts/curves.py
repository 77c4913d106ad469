"""Writes `review/curves.json`: how the totals of games alone are spread, sheet by sheet.

    python scripts/curves.py [SHEET …]

Where the exact table can play, its expected total is exact, and the spread is that of games played
by it; it is made and kept where it is missing (`rowlock solve`). On sheets whose table takes a GPU
or whose games it cannot play, the heuristic plays instead, and the curve says so (`by`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rowlock import load_variant
from rowlock.bots.compiled.games import play_lines
from rowlock.bots.compiled.spec import CompiledSpec
from rowlock.kernel.play import RESULT_SEATS
from rowlock.solver.policy import play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import table_of

SOLVED = ("classic", "mixx_a", "mixx_b", "double_b")
BY_HEURISTIC = ("longo", "bonus_a")
GAMES = 1_000_000
SEED = 5
STEP = 10
PLACE = Path(__file__).parents[1] / "src/rowlock/reviews/curves.json"


def curve(sheet: str) -> dict[str, object]:
    """`counts[k]` games have a total from `first + k * step` to just below the next."""
    variant = load_variant(sheet)
    if sheet in BY_HEURISTIC:
        played = play_lines(variant, (CompiledSpec("heuristic"),), SEED, 0, GAMES)[:, RESULT_SEATS]
        return {"by": "heuristic", **spread(played, float(played.mean()))}
    table = table_of(make_problem(variant))
    totals = play_games(table, GAMES, seed=SEED).totals
    return spread(totals, float(table.header.values[0]))


def spread(totals: NDArray[np.integer], expected: float) -> dict[str, object]:
    first = int(totals.min()) // STEP * STEP
    return {
        "expected": round(expected, 6),
        "games": GAMES,
        "seed": SEED,
        "first": first,
        "step": STEP,
        "counts": np.bincount((totals - first) // STEP).tolist(),
    }


def main(sheets: list[str]) -> None:
    known = json.loads(PLACE.read_text("utf-8")) if PLACE.exists() else {}
    for sheet in sheets or (*SOLVED, *BY_HEURISTIC):
        known[sheet] = curve(sheet)
        lines = (f'"{sheet}": {json.dumps(found)}' for sheet, found in known.items())
        PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(sheet, known[sheet]["expected"])


if __name__ == "__main__":
    main(sys.argv[1:])
