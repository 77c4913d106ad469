"""Reads what `mutmut export-cicd-stats` wrote; fails when too few mutants were noticed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

STATS = Path("mutants/mutmut-cicd-stats.json")


def main() -> int:
    needed = float(sys.argv[1])
    stats = json.loads(STATS.read_text("utf-8"))
    noticed = stats["killed"] + stats["timeout"]
    share = 100 * noticed / stats["total"]
    print(f"{noticed} of {stats['total']} mutants noticed: {share:.1f} %, {needed:g} % needed")
    return 0 if share >= needed else 1


if __name__ == "__main__":
    sys.exit(main())
