"""Plots the curve of a game: each seat's chance before every roll (requires Matplotlib)."""

from __future__ import annotations

from pathlib import Path

from rowlock.errors import Unreadable
from rowlock.reviews.model import Review
from rowlock.simulation.plot import COLOURS, INK, clear_axes


def plot_review(review: Review, path: Path, title: str) -> None:
    """Plot the value of the game to each seat before every roll, and its result."""
    from matplotlib.figure import Figure

    if not review.rolls:
        raise Unreadable("no_curve", "there is no curve: luck is not measured in card games")
    figure = Figure(figsize=(9, 5), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    scale = 100 if review.unit == "wins" else 1
    turns = [roll.turn for roll in review.rolls]
    for place, seat in enumerate(review.seats):
        column = place if len(review.rolls[0].before) == len(review.seats) else seat.seat - 1
        values = [scale * roll.before[column] for roll in review.rolls]
        last = [] if seat.result is None else [scale * seat.result]
        label = f"{seat.name}   luck {scale * seat.luck:+.1f}, given away {scale * seat.loss:.1f}"
        x = [*turns, *([turns[-1] + 1] if last else [])]
        axes.plot(x, values + last, color=COLOURS[seat.seat - 1], lw=1.8, label=label)
        marked = [each for each in review.decisions if each.seat == seat.seat and each.mark]
        at = dict(zip(turns, values, strict=True))
        axes.scatter(
            [each.turn for each in marked],
            [at[each.turn] for each in marked],
            color=COLOURS[seat.seat - 1],
            s=[60 if each.mark == "blunder" else 25 for each in marked],
            zorder=3,
        )
    axes.set_xlabel("turn", color=INK)
    axes.set_ylabel("chance of winning, %" if scale == 100 else "points", color=INK)
    axes.set_title(title, loc="left", color=INK, fontsize=13)
    axes.legend(frameon=False, labelcolor=INK)
    clear_axes(axes)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise Unreadable("bad_plot", f"{path}: cannot be written: {error}") from None
