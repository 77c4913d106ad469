"""Plots win shares and ratings with intervals. Call `simulation.plot.check_plot` first."""

from __future__ import annotations

import math
from pathlib import Path

from rowlock.errors import Unreadable
from rowlock.matches.ladder import Ladder
from rowlock.matches.verdict import MatchVerdict
from rowlock.simulation.plot import COLOURS, INK, clear_axes


def plot_shares(verdicts: tuple[MatchVerdict, ...], file: Path, title: str) -> None:
    """Plot every bot's win share; the dashed line is the equal share."""
    names = [v.bot for v in verdicts]
    lines = [(100 * v.win_share, *_reach(v.win_share, v.low, v.high, 100)) for v in verdicts]
    _bars(names, lines, 100 / len(names), "games won, %", file, title=title)


def plot_ratings(ladder: Ladder, file: Path, title: str) -> None:
    """Plot every bot's rating; bots without games are omitted."""
    names, lines = [], []
    for name, r in zip(ladder.names, ladder.ratings, strict=True):
        if r.rating is not None:
            names.append(name)
            lines.append((r.rating, *_reach(r.rating, r.low, r.high, 1)))
    _bars(names, lines, 0, "rating, Elo scale", file, title=title)


def _reach(value: float, low: float | None, high: float | None, unit: float) -> tuple[float, float]:
    """Distances from the value to the ends of its interval; 0 if unknown."""
    if low is None or high is None or math.isnan(low):
        return 0.0, 0.0
    return unit * (value - low), unit * (high - value)


def _bars(
    names: list[str],
    lines: list[tuple[float, float, float]],
    middle: float,
    label: str,
    file: Path,
    *,
    title: str,
) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.4 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    values = [value for value, _, _ in lines]
    errors = [[left for _, left, _ in lines], [right for _, _, right in lines]]
    axes.barh(range(len(names)), values, xerr=errors, color=COLOURS[1], alpha=0.7, capsize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(middle, color=INK, linestyle="--", linewidth=1)
    axes.set_xlabel(label, color=INK)
    axes.set_title(title, loc="left", color=INK, fontsize=13)
    clear_axes(axes, "x")
    try:
        figure.savefig(file, dpi=150)
    except OSError as error:
        raise Unreadable("bad_plot", f"{file}: cannot be written: {error}") from None
