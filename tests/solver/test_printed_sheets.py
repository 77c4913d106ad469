"""What the larger printed sheets are worth: the figures of docs/solver.md, found again.

Their tables are too large to be kept. Connected steps takes 3 GiB of memory while it is solved and
Double A nearly 5; an hour's patience on two busy cores is enough for all of them.
"""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.core.sheet import Sheet
from rowlock.solver.policy import play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.sheet_arrays import LANES
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import make_table
from rowlock.variants import load_variant

WORTH = {
    # the sheet, the digest of its rules, the expected total of best play alone
    "x_change": ("6b33cbea273acbcf", 137.99462360),
    "connected_chain": ("e660555a0b8522c9", 119.22735818),
    "connected_steps": ("71d104aa79e4bf94", 151.24300710),
    "double_a": ("b9cbec70240d9738", 345.32663516),
}


@pytest.mark.long
@pytest.mark.parametrize("name", WORTH)
def test_it_is_worth_what_the_page_says(name: str) -> None:
    digest, value = WORTH[name]
    problem = make_problem(load_variant(name))
    assert problem.variant.digest == digest
    values = sweep_all(problem).values
    assert values[0, 0, problem.place(Sheet()) * LANES] == pytest.approx(value, abs=1e-8)


@pytest.mark.long
@pytest.mark.parametrize("name", ["x_change", "connected_chain"])
def test_games_by_its_table_score_as_much(name: str) -> None:
    problem = make_problem(load_variant(name))
    table = make_table(problem, sweep_all(problem).values)
    totals = play_games(table, 500_000, seed=3).totals
    assert abs(totals.mean() - table.values[0]) < 3 * totals.std() / np.sqrt(len(totals))
