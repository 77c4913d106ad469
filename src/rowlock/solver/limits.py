"""Which sheets can be solved, how much memory they need, and why some cannot."""

from __future__ import annotations

import os

from rowlock.core.rules import (
    after_cross,
    count,
    first_free_place,
    may_cross,
)
from rowlock.errors import Unreadable
from rowlock.solver.problem import SolverProblem
from rowlock.variants.variant import ROWS, Variant

GIB = 1 << 30
MAX_QUICK_BYTES = 320 << 20
"""Table size up to which a table is computed on first use: half a minute on two cores."""


def is_quick(problem: SolverProblem) -> bool:
    """Whether the table may be computed on first use; others require `rowlock solve --keep`."""
    return problem.table_bytes <= MAX_QUICK_BYTES


def check_reach(problem: SolverProblem, device: str) -> None:
    """Refuse a problem that cannot be solved, with the reason and its size."""
    variant = problem.variant
    size = problem.table_bytes / GIB
    if variant.bonuses:
        states = symbol_states(variant) * variant.penalties_to_end * problem.players
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} cannot be solved: its symbols depend on single cells, and its fewest "
            f"crosses count at the end, so it has {states:,} states ({8 * states / GIB:,.0f} GiB)",
        )
    if variant.bar and device != "cuda":
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} cannot be solved on the CPU: with the bonus bar it has "
            f"{problem.states:,} states ({size:.1f} GiB); use a GPU: rowlock solve "
            f"--variant {variant.id} --device cuda --keep",
        )
    memory = physical_memory()
    if device == "cpu" and memory and problem.table_bytes > memory:
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} with {problem.players} players needs {size:.1f} GiB of memory "
            f"(this machine has {memory / GIB:.1f})",
        )


def physical_memory() -> int:
    """Memory of this machine in bytes; 0 if the system does not report it."""
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def symbol_states(variant: Variant) -> int:
    """Number of sheets of a running game if every crossed or missed symbol cell matters."""
    open_states = [_symbol_row(variant, row, closed=False) for row in ROWS]
    closed_states = [_symbol_row(variant, row, closed=True) for row in ROWS]
    by_closed = [1] + [0] * len(ROWS)
    for open_, closed in zip(open_states, closed_states, strict=True):
        by_closed = [
            by_closed[n] * open_ + (by_closed[n - 1] * closed if n else 0)
            for n in range(len(by_closed))
        ]
    return sum(by_closed[: variant.closed_rows_to_end])


def _symbol_row(variant: Variant, row: int, *, closed: bool) -> int:
    """Number of row states by next position, crosses, and crossed symbol cells."""
    symbols = sum(cell.bits for cell in variant.rows[row] if cell.name in variant.bonus_of)
    first_lock, lock = variant.first_lock_bits[row], variant.lock_bits[row]
    seen, todo = {0}, [0]
    while todo:
        mask = todo.pop()
        for cell in variant.rows[row]:
            if may_cross(mask, cell.bits, first_lock, variant.crosses_before_lock):
                after = after_cross(mask, cell.bits, first_lock, lock)
                todo += [after] if after not in seen else []
                seen.add(after)
    masks = (mask for mask in seen if bool(mask & lock) == closed)
    return len({(0 if closed else first_free_place(m), count(m), m & symbols) for m in masks})
