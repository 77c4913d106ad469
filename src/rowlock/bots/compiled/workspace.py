"""The flat arrays in which a thread plays one game after the other."""

from __future__ import annotations

from typing import Any, NamedTuple

from rowlock.bots.compiled.evaluator_fields import JUDGE
from rowlock.kernel.jit import FlatArray, inline
from rowlock.kernel.seat_tables import lines_in, seat_tables
from rowlock.kernel.variant_tables import FIRST_SEAT


class Workspace(NamedTuple):
    """What compiled bots read and write; `evaluator_arrays.py` creates it for given evaluators.

    Passing it to a function costs a word for every length and pointer of its arrays, so functions
    that are called for every candidate are inlined (`inline`) or take only the arrays they need.

    An *evaluator* is named by the index in `evaluators` where its description begins, a *candidate*
    by the index in `candidates` where it begins.
    """

    tables: FlatArray
    """The kernel's tables of the sheet, or of each seat's (`t` in the kernel)."""
    state: FlatArray
    """The kernel's state of the game (`s` in the kernel, with offset `o` = 0)."""
    seats: FlatArray
    """The index of each seat's evaluator."""
    candidates: FlatArray
    """The candidates of each seat, then the chosen ones, WIDTH integers each (`candidates.py`)."""
    listed: FlatArray
    """The number of candidates of each seat."""
    aside: FlatArray
    """Room for three saved copies of a seat's block of the state."""
    picks: FlatArray
    """The predicted candidates of all seats, by the evaluator and then by people."""
    favourites: FlatArray
    """The indexes of those picks in `candidates`; -1 for a seat without a prediction."""
    joint: FlatArray
    """The position that is evaluated (`joint_position.py`), and the network's cache keys."""
    evaluators: FlatArray
    """Descriptions of the evaluators, JUDGE integers each (`evaluator_fields.py`)."""
    weights: Any
    """Their weights, in single precision."""
    layers: Any
    """Layers of the network: sums, units, outputs, in single precision."""
    shapes: FlatArray
    """The number of every row shape, by its code (`evaluator_arrays.py`)."""


@inline
def seat_step(work: Workspace) -> int:
    """The distance between the descriptions of an evaluator for the sheets of two seats."""
    lines = lines_in(work.tables)
    return 0 if lines == 1 else len(work.evaluators) // lines


@inline
def evaluator_at(work: Workspace, number: int, seat: int) -> int:
    """The evaluator with this number, for the sheet of a seat."""
    return JUDGE * number + seat_step(work) * seat


@inline
def is_foreign(work: Workspace, seat: int, q: int) -> bool:
    """Whether another seat has another sheet than this one."""
    if lines_in(work.tables) == 1:
        return False
    one, other = seat_tables(work.tables, seat), seat_tables(work.tables, q)
    return one[FIRST_SEAT] != other[FIRST_SEAT]


@inline
def shape_line(work: Workspace, seat: int, q: int) -> int:
    """The line of `shapes` by which the network of a seat's sheet sees the rows of another."""
    return lines_in(work.tables) * seat + q
