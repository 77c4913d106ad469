"""Win shares and ratings with their intervals as pictures; `simulate.plot.check_plot` first."""

from __future__ import annotations

import math
from pathlib import Path

from rowlock.arena.ladder import Ladder
from rowlock.arena.verdict import Verdict
from rowlock.errors import Unreadable


def plot_shares(verdicts: tuple[Verdict, ...], file: Path) -> None:
    """Draw every bot's win share; the dashed line is the fair share."""
    names = [v.bot for v in verdicts]
    lines = [(100 * v.win_share, *_reach(v.win_share, v.low, v.high, 100)) for v in verdicts]
    _bars(names, lines, 100 / len(names), "games won, %", file)


def plot_ratings(ladder: Ladder, file: Path) -> None:
    """Draw every bot's rating; bots that met nobody are left out."""
    names, lines = [], []
    for name, r in zip(ladder.names, ladder.ratings, strict=True):
        if r.rating is not None:
            names.append(name)
            lines.append((r.rating, *_reach(r.rating, r.low, r.high, 1)))
    _bars(names, lines, 0, "rating, Elo scale", file)


def _reach(value: float, low: float | None, high: float | None, unit: float) -> tuple[float, float]:
    """How far an interval goes to the left and to the right; no way where it is unknown."""
    if low is None or high is None or math.isnan(low):
        return 0.0, 0.0
    return unit * (value - low), unit * (high - value)


def _bars(
    names: list[str],
    lines: list[tuple[float, float, float]],
    middle: float,
    label: str,
    file: Path,
) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 0.6 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    values = [value for value, _, _ in lines]
    errors = [[left for _, left, _ in lines], [right for _, _, right in lines]]
    axes.barh(range(len(names)), values, xerr=errors, color="#4477aa", capsize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(middle, color="black", linestyle="--", linewidth=1)
    axes.set_xlabel(label)
    try:
        figure.savefig(file, dpi=150)
    except OSError as error:
        raise Unreadable("bad_plot", f"{file}: cannot be written: {error}") from None
