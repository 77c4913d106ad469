"""A short list of ranked answers, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.languages.texts import Texts

MOST = 8
"""Rows that are shown unless all are asked for."""


class Row(NamedTuple):
    """One answer of a ranked list."""

    name: str
    worth: str
    cost: float
    """How much less it is worth than the best."""
    cost_text: str
    reason: str
    best: str | None = None
    """What stands in the place of the cost where there is none; else that it is best."""


def print_rows(texts: Texts, title: str, unit: str, rows: Sequence[Row], *, every: bool) -> None:
    """The best rows under the names of the columns; what is left out is said in a line."""
    shown = rows if every else rows[:MOST]
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
    left = rows[len(shown) :]
    if left:
        least, most = left[0].cost_text, left[-1].cost_text
        print(texts("advise_more_lose", n=len(left), least=least, most=most))
