"""Values of an exact table for many positions of solo games at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.core.rules import first_free_place
from rowlock.core.sheet import Sheet
from rowlock.errors import Unreadable
from rowlock.solver.marks import mark_of
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.sheet_arrays import LANES
from rowlock.solver.table_cache import kept_table
from rowlock.solver.value_table import ValueTable
from rowlock.variants import Variant
from rowlock.variants.variant import ROWS


class ExactValues(Struct, frozen=True, dict=True):
    """A stored table, read for arrays of positions."""

    table: ValueTable

    @property
    def problem(self) -> SolverProblem:
        return self.table.problem

    @cached_property
    def states(self) -> NDArray[np.int64]:
        """[row, row shape] the solver's row state."""
        variant, shapes = self.problem.variant, row_shapes(self.problem.variant)
        found = np.zeros((len(ROWS), shapes.size), dtype=np.int64)
        for row in ROWS:
            rows = self.problem.rows[row]
            end = first_free_place(variant.lock_bits[row])
            for shape in range(shapes.size):
                closed = bool(shapes.closed[shape])
                reach = end if closed else int(shapes.first_free_place[shape])
                key = reach, int(shapes.crosses[shape]), closed
                found[row, shape] = rows.number.get(key, rows.size - 1 if closed else 0)
        return found

    def totals(self, positions: Positions) -> NDArray[np.float64]:
        """[n] the expected final totals of positions of unfinished games."""
        layout, shapes = self.problem.layout, positions.row_shapes()[:, 0]
        q0, q1, q2, q3 = (self.states[row][shapes[:, row]] for row in layout.slots)
        first, second = layout.halves
        a, b = first.number[q0, q1].astype(np.int64), second.number[q2, q3].astype(np.int64)
        if layout.fold_halves:
            a, b = np.maximum(a, b), np.minimum(a, b)
            places = a * (a + 1) // 2 + b
        else:
            places = a * second.size + b
        places = places * self.problem.marks + self.marks(positions)
        group, lane = np.divmod(positions.penalties[:, 0], LANES)
        numbers = self.table.numbers[0, group, places * LANES + lane]
        header = self.table.header
        to_come = numbers / (1 << header.bits) - header.shift
        totals: NDArray[np.float64] = to_come + positions.totals()[:, 0]
        return totals

    def marks(self, positions: Positions) -> NDArray[np.int64]:
        """[n] the mark of each sheet."""
        if self.problem.marks == 1:
            return np.zeros(len(positions.closed), dtype=np.int64)
        rows, bars = positions.rows[:, 0].tolist(), positions.bar[:, 0].tolist()
        sheets = (Sheet(tuple(r), 0, bar) for r, bar in zip(rows, bars, strict=True))
        return np.array([mark_of(self.problem.variant, sheet) for sheet in sheets])


def exact_table(variant: Variant) -> ExactValues | None:
    """The stored exact table for solo games; None if there is none."""
    if variant.lucky_pairs:
        return None
    try:
        table = kept_table(make_problem(variant))
    except Unreadable:  # the solver does not support the sheet
        return None
    return None if table is None else ExactValues(table)
