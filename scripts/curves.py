"""Writes `review/curves.json`: how the totals of perfect games alone are spread, sheet by sheet.

    python scripts/curves.py [SHEET …]

The expected total is exact; the spread is that of games played by the exact table, which is made
and kept where it is missing (`rowlock solve`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from rowlock import load_variant
from rowlock.solve.policy import play_games
from rowlock.solve.problem import make_problem
from rowlock.solve.store import table_of

SHEETS = ("classic", "mixx_a", "mixx_b", "double_b")
GAMES = 1_000_000
SEED = 5
STEP = 10
PLACE = Path(__file__).parents[1] / "src/rowlock/review/curves.json"


def curve(sheet: str) -> dict[str, object]:
    """`counts[k]` games have a total from `first + k * step` to just below the next."""
    table = table_of(make_problem(load_variant(sheet)))
    totals = play_games(table, GAMES, seed=SEED).totals
    first = int(totals.min()) // STEP * STEP
    return {
        "expected": round(float(table.header.values[0]), 6),
        "games": GAMES,
        "seed": SEED,
        "first": first,
        "step": STEP,
        "counts": np.bincount((totals - first) // STEP).tolist(),
    }


def main(sheets: list[str]) -> None:
    known = json.loads(PLACE.read_text("utf-8")) if PLACE.exists() else {}
    for sheet in sheets or SHEETS:
        known[sheet] = curve(sheet)
        lines = (f'"{sheet}": {json.dumps(found)}' for sheet, found in known.items())
        PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(sheet, known[sheet]["expected"])


if __name__ == "__main__":
    main(sys.argv[1:])
