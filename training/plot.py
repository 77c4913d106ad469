"""Plots training/improve.jsonl as docs/pictures/bots-improve.png. Needs Matplotlib."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib.pyplot as plt

HERE = Path(__file__).parent
RUNS = {
    "4 plain 128": ("128 hidden units, self-play alone", "#8a8a8a"),
    "4 as met 128": ("128 hidden units", "#2f7fd0"),
    "4 as met 256": ("256 hidden units", "#d23b30"),
    "5": ("256, then two to five players", "#2e9e4f"),
    "6": ("256, the same with smaller steps", "#c99a00"),
}


def main() -> None:
    notes = [json.loads(line) for line in (HERE / "improve.jsonl").read_text().splitlines()]
    figure, (top, low) = plt.subplots(2, 1, figsize=(7.5, 6), sharex=True, layout="constrained")
    ends: dict[str, float] = {}
    follows = {"5": "4 as met 256", "6": "5"}
    for run, (label, colour) in RUNS.items():
        lines = [note for note in notes if note["run"] == run]
        start = ends.get(follows.get(run, ""), 0.0)
        x = [start + line["learnt"] / 1e6 for line in lines]
        ends[run] = x[-1]
        top.plot(x, [line["heuristic_2"] for line in lines], "o-", color=colour, label=label)
        low.plot(x, [100 * line["unrest"] for line in lines], "o-", color=colour)
    top.axhline(60, color="black", linewidth=0.8, linestyle="--")
    top.set_ylabel("win share against\nthe heuristic, %")
    top.legend(frameon=False, fontsize=9)
    low.set_ylabel("unrest: value now against\na turn later, points of 100")
    low.set_xlabel("lessons learnt from, millions")
    low.set_ylim(bottom=0)
    for axes in (top, low):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE.parent / "docs/pictures/bots-improve.png", dpi=110)


if __name__ == "__main__":
    main()
