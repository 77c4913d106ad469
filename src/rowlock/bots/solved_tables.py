"""Plays one sheet by its exact table, for `solo`, and for the champion in solo games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.errors import Unreadable
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_path
from rowlock.solver.turns import ranked_answers, ranked_endings, ranked_turns
from rowlock.solver.value_table import ValueTable, load_table
from rowlock.variants.variant import LuckyPair, Variant


def best_by_table(table: ValueTable, view: View) -> Move:
    """The move with the highest expected total of the seat's own sheet."""
    if view.seat is None or view.roll is None:
        raise Unreadable("no_table", "solo plays with dice only; it has no table for cards")
    sheet = view.sheets[view.seat]
    if view.seat != view.active:
        turns = ranked_answers(table, sheet, view.roll.white, view.closed)
    elif view.phase == "action1":
        turns = ranked_turns(table, sheet, view.roll, view.closed)
    else:
        turns = ranked_endings(table, sheet, view.roll, view.closed, crossed=view.crossed)
    return turns[0].moves[0]


def stored_table(variant: Variant, lucky: LuckyPair | None) -> ValueTable | None:
    """The exact solo table if it is stored; None otherwise, because solving takes minutes."""
    try:
        path = kept_path(make_problem(variant, 1, lucky))
    except Unreadable:  # a sheet that the solver does not know
        return None
    return _read(path, variant) if path.exists() else None


@cache
def _read(path: Path, variant: Variant) -> ValueTable | None:
    try:
        return load_table(path, variant)
    except Unreadable:  # damaged
        return None
