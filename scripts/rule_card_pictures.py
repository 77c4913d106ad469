"""The pictures of the rule card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from rowlock.solver.value_table import ValueTable
from scripts.rule_card_facts import Watched, first_cross_worth

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"

INK = "#26282b"
SOFT = "#8a8f98"
ROW_COLOURS = ("#d64545", "#d9a400", "#3a9d4f", "#3b74c9")
GOOD, BAD = "#2e7d4f", "#b3423a"


def style() -> None:
    mpl.rcParams.update(
        {
            "font.family": "DejaVu Sans",
            "font.size": 11,
            "text.color": INK,
            "axes.edgecolor": SOFT,
            "axes.labelcolor": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "xtick.color": INK,
            "ytick.color": INK,
            "figure.dpi": 140,
            "savefig.bbox": "tight",
            "savefig.facecolor": "white",
        }
    )


def save(name: str) -> None:
    plt.savefig(PICTURES / f"rule-card-{name}.png", metadata={"Software": None})
    plt.close()


def shade(worth: float, reach: float) -> tuple[float, float, float]:
    """White at nothing, greener for gains, redder for losses."""
    share = max(-1.0, min(1.0, worth / reach))
    target = mpl.colors.to_rgb(GOOD if share > 0 else BAD)
    strength = abs(share) ** 0.7 * 0.75
    red, green, blue = (1 - strength + strength * part for part in target)
    return red, green, blue


def box(x: float, y: float, width: float, height: float, **looks: Any) -> FancyBboxPatch:
    shape = "round,pad=0,rounding_size=0.12"
    return FancyBboxPatch((x, y), width, height, boxstyle=shape, **looks)


def draw_sheet(axes: Axes, table: ValueTable, worth: dict[str, float]) -> None:
    """A printed sheet with the worth of each first cross in its cells."""
    for row, cells in enumerate(table.variant.rows):
        for cell in cells:
            change = worth.get(cell.name)
            face = "#eeeeee" if change is None else shade(change, 12 if change > 0 else 45)
            colour = ROW_COLOURS[cell.colour]
            x, y = cell.position, -row
            axes.add_patch(box(x + 0.06, y + 0.06, 0.88, 0.88, facecolor=face, edgecolor=colour))
            axes.add_patch(box(x + 0.06, y + 0.5, 0.88, 0.44, facecolor=colour, edgecolor=colour))
            looks: dict[str, Any] = {"ha": "center", "va": "center"}
            axes.text(
                x + 0.5, y + 0.71, str(cell.number), color="white", fontweight="bold", **looks
            )
            text = "lock" if change is None else f"{change:+.1f}"
            axes.text(x + 0.5, y + 0.28, text, fontsize=9, color=INK, **looks)
    axes.set_xlim(0, max(map(len, table.variant.rows)))
    axes.set_ylim(-3, 1)
    axes.set_aspect("equal")
    axes.axis("off")


def picture_first_cross(table: ValueTable, name: str) -> None:
    _, axes = plt.subplots(figsize=(9, 3.4))
    draw_sheet(axes, table, first_cross_worth(table))
    save(name)


def picture_skip(worth: dict[tuple[int, int], float]) -> None:
    _, axes = plt.subplots(figsize=(7.6, 4.6))
    lasts, gaps = range(2, 12), range(6)
    for y, last in enumerate(lasts):
        for gap in gaps:
            change = worth.get((last, gap))
            if change is None:
                continue
            face = shade(change, 6 if change > 0 else 40)
            locks = last + gap + 1 == 12
            axes.add_patch(
                box(
                    gap + 0.05,
                    -y + 0.08,
                    0.9,
                    0.84,
                    facecolor=face,
                    edgecolor=INK if locks else "none",
                )
            )
            text = f"{change:+.1f} lock" if locks else f"{change:+.1f}"
            axes.text(gap + 0.5, -y + 0.5, text, ha="center", va="center", fontsize=10)
    rows = [f"2–{last}" if last > 2 else "2" for last in lasts]
    axes.set_xticks([gap + 0.5 for gap in gaps], [str(gap) for gap in gaps])
    axes.set_yticks([0.5 - y for y in range(len(lasts))], rows)
    axes.set_xlabel("cells left out")
    axes.set_ylabel("crossed so far, without gaps")
    axes.set_xlim(0, len(gaps))
    axes.set_ylim(1 - len(lasts), 1)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    save("skip")


def picture_penalty(table: ValueTable, seen: Watched) -> None:
    _, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), width_ratios=(3, 2))
    for penalties, name, colour in (
        (0, "first", "#7fb0dd"),
        (1, "second", "#4479b8"),
        (2, "third", "#25446f"),
        (3, "fourth", BAD),
    ):
        axes = left if penalties < 3 else right
        means = {
            turn: float(np.mean(costs))
            for (so_far, turn), costs in seen.penalty_cost.items()
            if so_far == penalties and len(costs) >= 100 and turn <= 32
        }
        turns = sorted(means)
        axes.plot(turns, [means[turn] for turn in turns], color=colour, linewidth=2.6)
        at = turns[len(turns) // 4]
        axes.annotate(
            name, (at, means[at]), xytext=(4, 5), textcoords="offset points", color=colour
        )
    for axes in (left, right):  # two scales: the fourth costs a multiple of the others
        axes.axhline(table.variant.penalty_points, color=SOFT, linestyle=":", linewidth=1.4)
        axes.set_xlabel("turn")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
    left.set_xlim(left=1)
    left.text(1.4, 3.4, "what is printed", color=SOFT, fontsize=9.5)
    left.set_ylabel("points it really costs")
    plt.tight_layout()
    save("penalty")


def picture_scores(totals: NDArray[np.int32]) -> None:
    _, axes = plt.subplots(figsize=(7.6, 4.0))
    # A bar holds the totals place + 1 to place + 5: 100 is not above 100.
    shares = np.bincount((np.maximum(totals, 1) - 1) // 5 * 5, minlength=230) * 100 / len(totals)
    places = np.arange(0, len(shares), 5)
    colours = [ROW_COLOURS[min(3, int(place) // 50)] for place in places]
    axes.bar(places + 3, shares[places], width=4.4, color=colours)
    for mark in (100, 150, 200):
        share = 100 * float(np.mean(totals > mark))
        axes.axvline(mark + 0.5, color=INK, linewidth=1, linestyle="--")
        digits = 0 if share > 5 else 2
        axes.text(mark + 2.5, 9.8, f"above {mark}:\n{share:.{digits}f} %", fontsize=9.5, va="top")
    axes.set_xlabel("final total")
    axes.set_ylabel("games in 100")
    axes.set_xlim(0, 225)
    axes.set_ylim(0, 10.2)
    save("scores")
