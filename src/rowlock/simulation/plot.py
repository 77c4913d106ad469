"""Plots the scores of a simulation (requires Matplotlib)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rowlock.errors import Unreadable
from rowlock.simulation.report import bins
from rowlock.simulation.run import Outcome
from rowlock.simulation.tally import interval, mean
from rowlock.variants.together import variant_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".png", ".svg")
COLOURS = ("#c8352b", "#2b6cb0", "#2f855a", "#d69e2e", "#6b46c1")
"""One per seat, distinguishable for most colour-blind people."""
INK = "#2d3748"


def check_plot(path: Path) -> None:
    """Refuse an invalid plot file before hours of work."""
    if path.suffix.lower() not in FORMATS:
        raise Unreadable(
            "bad_plot", f"{path} is not a picture file (expected {' or '.join(FORMATS)})"
        )
    if not path.absolute().parent.is_dir():
        raise Unreadable("bad_plot", f"{path} cannot be written: there is no folder {path.parent}")
    import matplotlib  # noqa: F401  a missing one is to be noticed now


def plot(outcome: Outcome, names: list[str], path: Path) -> None:
    """Plot the distribution of each seat's scores."""
    from matplotlib.figure import Figure

    tally, simulation = outcome.tally, outcome.simulation
    figure = Figure(figsize=(9, 5), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    width, starts = bins(outcome)
    for seat, name in enumerate(names):
        counts = tally.scores[seat]
        games = max(counts.total(), 1)
        scores = sorted(counts)
        shares = [100 * counts[score] / games for score in scores]
        label = f"{seat + 1} {name}   mean {mean(counts):.1f}"
        if len(names) > 1:
            low, high = interval(tally.win_share(seat), tally.games)
            label += f"   wins {tally.win_share(seat):.1%} ({low:.1%} - {high:.1%})"
        colour = COLOURS[seat]
        edges = [*starts, starts[-1] + width]
        axes.hist(scores, bins=edges, weights=shares, color=colour, alpha=0.18)
        axes.hist(
            scores, bins=edges, weights=shares, color=colour, histtype="step", lw=1.8, label=label
        )
        axes.axvline(mean(counts), color=colour, lw=1, ls="--")
    axes.set_xlabel("points", color=INK)
    axes.set_ylabel(f"% of games, bins of {width} points", color=INK)
    axes.set_title(
        f"{variant_names(simulation.variant)}: {tally.games:,} games, seed {simulation.seed}",
        loc="left",
        color=INK,
        fontsize=13,
    )
    axes.legend(frameon=False, labelcolor=INK)
    clear_axes(axes)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise Unreadable("bad_plot", f"{path}: cannot be written: {error}") from None


def clear_axes(axes: Axes, grid: Literal["x", "y"] = "y") -> None:
    """Give these axes the style of all plots: light grid lines, no frame at the top and right."""
    axes.grid(axis=grid, color="#e2e8f0", lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color("#a0aec0")
