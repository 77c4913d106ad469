"""Making a table in the background: a game alone can begin before its exact table is there."""

from __future__ import annotations

from rowlock.kernel.preparation import Preparation, step_back
from rowlock.solve.problem import make_problem
from rowlock.solve.store import kept_path, table_of
from rowlock.variants import load_variant

SHEET = "classic"
"""The sheet whose table takes seconds: the others are made by `rowlock solve --keep`."""


def prepare() -> None:
    """Solve the sheet and keep its table, unless it is kept already."""
    table_of(make_problem(load_variant(SHEET)))


def make_in_background() -> None:
    """Begin with it, where the table is not there yet."""
    if not kept_path(make_problem(load_variant(SHEET))).exists():
        _preparation.begin()


_preparation = Preparation("rowlock.solve.ready", lambda: None)
"""The file is all that this process needs."""


if __name__ == "__main__":
    step_back()
    prepare()
