"""A short list of ranked answers, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    best: str = "best"
    """What stands in the place of the cost where there is none."""


def print_rows(title: str, unit: str, rows: Sequence[Row], *, every: bool) -> None:
    """The best rows; what is left out is said in a line."""
    shown = rows if every else rows[:MOST]
    names = max(len(title), *(len(row.name) for row in shown))
    worths = max(len(unit), *(len(row.worth) for row in shown))
    losses = [row.cost_text if row.cost > 0 else row.best for row in shown]
    costs = max(len("loses"), *map(len, losses))
    print(f"{title:{names}}  {unit:>{worths}}  {'loses':>{costs}}  what it does")
    for row, cost in zip(shown, losses, strict=True):
        print(f"{row.name:{names}}  {row.worth:>{worths}}  {cost:>{costs}}  {row.reason}")
    left = rows[len(shown) :]
    if left:
        least, most = left[0].cost_text, left[-1].cost_text
        print(f"{len(left)} more lose {least} to {most}; --all lists them")
