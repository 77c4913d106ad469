"""The arrays in which a thread plays one game after the other, all of them flat."""

from __future__ import annotations

from typing import Any, NamedTuple

from rowlock.kernel.jit import Flat


class Room(NamedTuple):
    """What compiled bots read and write; `judge_arrays.py` makes it for some judges.

    Handing it on costs a word for every length and place of its arrays, so that what is called for
    every candidate is built in (`piece`) or takes the few arrays that it needs.

    A *judge* is named by the place in `judges` where its description begins, a *candidate* by the
    place in `candidates` where it begins.
    """

    tables: Flat
    """Of the sheet, as the kernel has them (`t` in the kernel)."""
    state: Flat
    """Of the game (`s` in the kernel, its offset `o` being 0)."""
    seats: Flat
    """The number of each seat's judge."""
    candidates: Flat
    """Those of each seat, then the chosen ones: WIDTH integers each (`candidates.py`)."""
    listed: Flat
    """How many candidates each seat has."""
    aside: Flat
    """A seat's block of the state put aside, three times."""
    picks: Flat
    """The candidates that all seats pick in the judge's eyes, then those that people pick."""
    favourites: Flat
    """Where in `candidates` those picks were found; -1 for a seat that nobody looks at."""
    joint: Flat
    """The position under judgement (`joint_position.py`), and the network's notes."""
    judges: Flat
    """Descriptions of the judges, JUDGE integers each (`descriptions.py`)."""
    weights: Any
    """Theirs, single precision."""
    layers: Any
    """Of the network: sums, units, outputs; single precision."""
    shapes: Flat
    """The number of every row shape."""
