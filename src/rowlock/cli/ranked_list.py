"""Prints a short list of ranked answers with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.languages.texts import Texts

MAX_ROWS = 8
"""Number of rows printed without `--all`."""


class Row(NamedTuple):
    """One answer of a ranked list."""

    name: str
    worth: str
    cost: float
    """How much less it is worth than the best answer."""
    cost_text: str
    reason: str
    best: str | None = None
    """Text to print instead of the cost if it costs nothing; by default "best"."""


def print_rows(texts: Texts, title: str, unit: str, rows: Sequence[Row], *, every: bool) -> None:
    """Print column names and the best rows, and say how many rows are omitted."""
    shown = rows if every else rows[:MAX_ROWS]
    best = texts("advise_best")
    losses = [row.cost_text if row.cost > 0 else row.best or best for row in shown]
    lines = [
        (texts(f"advise_{title}"), texts(f"advise_{unit}"), texts("advise_loses")),
        *((row.name, row.worth, loss) for row, loss in zip(shown, losses, strict=True)),
    ]
    reasons = [texts("advise_what"), *(row.reason for row in shown)]
    names, worths, costs = (max(map(len, column)) for column in zip(*lines, strict=True))
    for (name, worth, cost), reason in zip(lines, reasons, strict=True):
        print(f"{name:{names}}  {worth:>{worths}}  {cost:>{costs}}  {reason}")
    omitted = rows[len(shown) :]
    if omitted:
        least, most = omitted[0].cost_text, omitted[-1].cost_text
        print(texts("advise_more_lose", n=len(omitted), least=least, most=most))
