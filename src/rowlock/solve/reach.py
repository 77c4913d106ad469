"""Which sheets can be solved, how large that is, and why some cannot."""

from __future__ import annotations

import os

from rowlock.core.rules import after_cross, count, may_cross, reach
from rowlock.errors import Unreadable
from rowlock.solve.problem import Problem
from rowlock.variants.variant import ROWS, Variant

GIB = 1 << 30
MOST_AT_ONCE = 320 << 20
"""Bytes of the largest table that is made while somebody waits: half a minute on two cores."""


def is_quick(problem: Problem) -> bool:
    """Whether a table may be made on first use; others are made by `rowlock solve --keep`."""
    return problem.table_bytes <= MOST_AT_ONCE


def check_reach(problem: Problem, device: str) -> None:
    """Refuse what is out of reach, with the reason and the size."""
    variant = problem.variant
    size = problem.table_bytes / GIB
    if variant.bonuses:
        states = symbol_states(variant) * variant.penalties_to_end * problem.players
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} cannot be solved: its symbols must be remembered cell by cell, and "
            f"its fewest crosses count at the end, which makes {states:,} states "
            f"({8 * states / GIB:,.0f} GiB)",
        )
    if variant.bar and device != "cuda":
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} cannot be solved on the processor: with the bonus bar it has "
            f"{problem.states:,} states ({size:.1f} GiB); with a GPU: rowlock solve "
            f"--variant {variant.id} --device cuda --keep",
        )
    memory = physical_memory()
    if device == "cpu" and memory and problem.table_bytes > memory:
        raise Unreadable(
            "out_of_reach",
            f"{variant.id} for {problem.players} needs {size:.1f} GiB of memory, "
            f"this machine has {memory / GIB:.1f}",
        )


def physical_memory() -> int:
    """Bytes of memory, 0 where the system does not say."""
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def symbol_states(variant: Variant) -> int:
    """Sheets of a running game where every crossed or missed symbol cell must be known."""
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
    """Row states by next position, crosses, and which symbol cells are crossed."""
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
    return len({(0 if closed else reach(m), count(m), m & symbols) for m in masks})
