"""The arrays in which a thread plays one game after the other, all of them flat."""

from __future__ import annotations

from typing import Any, NamedTuple

from rowlock.kernel.jit import FlatArray


class Workspace(NamedTuple):
    """What compiled bots read and write; `evaluator_arrays.py` makes it for some judges.

    Handing it on costs a word for every length and place of its arrays, so that what is called for
    every candidate is built in (`inline`) or takes the few arrays that it needs.

    An *evaluator* is named by the index in `evaluators` where its description begins, a *candidate*
    by the index in `candidates` where it begins.
    """

    tables: FlatArray
    """Of the sheet, as the kernel has them (`t` in the kernel)."""
    state: FlatArray
    """Of the game (`s` in the kernel, its offset `o` being 0)."""
    seats: FlatArray
    """The number of each seat's judge."""
    candidates: FlatArray
    """Those of each seat, then the chosen ones: WIDTH integers each (`candidates.py`)."""
    listed: FlatArray
    """How many candidates each seat has."""
    aside: FlatArray
    """A seat's block of the state put aside, three times."""
    picks: FlatArray
    """The candidates that all seats pick in the judge's eyes, then those that people pick."""
    favourites: FlatArray
    """Where in `candidates` those picks were found; -1 for a seat that nobody looks at."""
    joint: FlatArray
    """The position under judgement (`joint_position.py`), and the network's notes."""
    evaluators: FlatArray
    """Descriptions of the judges, JUDGE integers each (`evaluator_fields.py`)."""
    weights: Any
    """Theirs, single precision."""
    layers: Any
    """Of the network: sums, units, outputs; single precision."""
    shapes: FlatArray
    """The number of every row shape."""
