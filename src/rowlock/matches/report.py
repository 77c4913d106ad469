"""Prints a match or a ladder as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowlock.matches.ladder import Ladder
from rowlock.matches.verdict import MatchVerdict

WIDTH = 1000
"""Wider than any table, so that the terminal wraps long lines and nothing is cut."""
UNKNOWN = "-"


def print_match(verdicts: Sequence[MatchVerdict], title: str, notes: Sequence[str]) -> None:
    """Print one line per bot, best first."""
    table = Table(title=title)
    for column in ("bot", "wins %", "95 %", "score", "sd", "margin", "adjusted"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for v in sorted(verdicts, key=lambda v: -v.win_share):
        table.add_row(
            Text(v.bot),
            f"{100 * v.win_share:.1f}",
            _interval(v.low, v.high),
            f"{v.mean_score:.1f}",
            f"{v.sd_score:.1f}",
            _margin(v.margin, v.margin_error),
            _margin(v.adjusted_margin, v.adjusted_error),
        )
    _print(table, notes)


def print_ladder(ladder: Ladder, title: str) -> None:
    """Print one line per bot, best first."""
    table = Table(title=title)
    table.add_column("")
    table.add_column("bot")
    for column in ("rating", "95 %", *(f"{k}" for k in range(1, len(ladder.names) + 1))):
        table.add_column(column, justify="right")
    lines = zip(ladder.names, ladder.ratings, ladder.won, strict=True)
    for k, (name, r, won) in enumerate(lines, 1):
        table.add_row(
            f"{k}",
            Text(name),
            UNKNOWN if r.rating is None else f"{r.rating:+.0f}",
            UNKNOWN if r.low is None or r.high is None else f"{r.low:+.0f} – {r.high:+.0f}",
            *("" if share is None else f"{100 * share:.1f}" for share in won),
        )
    columns = (
        "The columns 1, 2 ... show the share of games in % that a bot won against each other bot."
    )
    _print(table, [columns, *ladder.notes])


def _interval(low: float, high: float) -> str:
    return UNKNOWN if math.isnan(low) else f"{100 * low:.1f} – {100 * high:.1f}"


def _margin(margin: float | None, error: float | None) -> str:
    if margin is None or error is None:
        return UNKNOWN
    return f"{margin:+.1f}" if math.isnan(error) else f"{margin:+.1f} ±{error:.1f}"


def _print(table: Table, notes: Sequence[str]) -> None:
    console = Console(width=WIDTH)
    console.print(table)
    for note in notes:
        console.print(note, markup=False, highlight=False)
