"""Win shares with their intervals as a picture."""

from __future__ import annotations

from pathlib import Path

from rowlock.arena.match import Verdict
from rowlock.errors import Unreadable


def plot_shares(verdicts: tuple[Verdict, ...], file: Path) -> None:
    """Draw every bot's win share; the dashed line is the fair share."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        message = "a plot needs Matplotlib: pip install 'rowlock[plot]'"
        raise Unreadable("no_matplotlib", message) from None
    figure = Figure(figsize=(6, 0.6 + 0.5 * len(verdicts)), layout="constrained")
    axes = figure.add_subplot()
    names = [v.bot for v in verdicts]
    values = [100 * v.win_share for v in verdicts]
    errors = [100 * (v.high - v.low) / 2 for v in verdicts]
    axes.barh(range(len(names)), values, xerr=errors, color="#4477aa", capsize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(100 / len(names), color="black", linestyle="--", linewidth=1)
    axes.set_xlabel("games won, %")
    figure.savefig(file)
