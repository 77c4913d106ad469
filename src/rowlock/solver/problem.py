"""A problem for the solver: a sheet and a number of players, with its size."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from rowlock.core.rules import owes_penalty
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.errors import Unreadable
from rowlock.solver.layout import Layout, count_sheets, fitted_layout
from rowlock.solver.links import Links, make_links
from rowlock.solver.marks import mark_count, mark_of
from rowlock.solver.row_states import RowStates, keeps_crosses, row_states
from rowlock.solver.sheet_arrays import (
    LANES,
    Limits,
    SheetArrays,
    limits_of,
    make_sheet_arrays,
)
from rowlock.solver.symmetry import Exchange, symmetries
from rowlock.variants.features import check_features, features
from rowlock.variants.variant import MAX_SEATS, ROWS, LuckyPair, Variant

SOLVED = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells second_boxes steps chain "
    "swap_fields"
)
"""Features of sheets that can be solved."""
KNOWN = SOLVED | features("cross_fewest cross_every double_fewest points free_penalties")
"""For sheets with symbols, only the number of states can be computed (`limits.py`)."""


class SolverProblem(Struct, frozen=True, dict=True):
    """The sheet of one player who rolls in every `players`-th turn.

    With one player, every turn is active. With more it is the friendly form: in the turns of others
    the player may cross the white sum, and the others never close a row or end the game.
    """

    variant: Variant
    players: int = 1
    lucky: LuckyPair | None = None

    @cached_property
    def group(self) -> tuple[Exchange, ...]:
        return symmetries(self.variant, self.lucky)

    @cached_property
    def rows(self) -> tuple[RowStates, ...]:
        merge = not keeps_crosses(self.variant)
        return tuple(row_states(self.variant, row, merge=merge) for row in ROWS)

    @cached_property
    def layout(self) -> Layout:
        return fitted_layout(self.group, self.rows)

    @cached_property
    def board(self) -> SheetArrays:
        return make_sheet_arrays(self.variant, self.rows, self.layout, self.lucky, self.limits)

    @cached_property
    def links(self) -> Links:
        return make_links(self.variant, self.rows, self.layout)

    @property
    def is_linked(self) -> bool:
        """Whether a cross can affect other rows or the mark."""
        return bool(self.variant.swaps or self.variant.steps or self.variant.chain)

    @cached_property
    def limits(self) -> Limits:
        return limits_of(self.variant)

    @property
    def marks(self) -> int:
        """Number of marks (bar, swap fields or fifth row); 1 for sheets without any."""
        return mark_count(self.variant)

    @property
    def lanes(self) -> int:
        """Number of values per sheet: one per number of penalties, rounded up to whole groups."""
        return -(-self.limits.penalties // LANES) * LANES

    @property
    def shape(self) -> tuple[int, int, int]:
        """Shape of the table: phases, groups of penalties, places times lanes."""
        places = self.layout.places * self.marks
        return self.players, self.lanes // LANES, places * LANES

    @property
    def table_bytes(self) -> int:
        return 8 * int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def states(self) -> int:
        """Number of different sheets of a running game times penalties and phases (docs/solver.md).

        Rows are distinguished by next position and crosses; closed ones count as one (with lucky
        numbers or a chain, by their crosses). Sheets that a symmetry maps onto each other count
        once.
        """
        plain = [row_states(self.variant, row, merge=False) for row in ROWS]
        open_states = [int(np.sum(~row.closed)) for row in plain]
        several = keeps_crosses(self.variant)
        closed = [int(np.sum(row.closed)) if several else 1 for row in plain]
        sheets = count_sheets(self.group, open_states, closed, self.limits.rows)
        return sheets * self.marks * self.limits.penalties * self.players

    @cached_property
    def solved_states(self) -> int:
        """Number of values computed, after merging dead rows and folding the layout."""
        open_states = [int(np.sum(~row.closed)) for row in self.rows]
        closed = [int(np.sum(row.closed)) for row in self.rows]
        sheets = count_sheets(self.layout.group, open_states, closed, self.limits.rows)
        return sheets * self.marks * self.limits.penalties * self.players

    def place(self, sheet: Sheet, closed: int = 0) -> int:
        """The place of a sheet's values; `closed` is the mask of rows closed by others."""
        closed |= locked_rows(self.variant, sheet)
        states = tuple(
            self.rows[row].of_mask(sheet.rows[row], bool(closed >> row & 1)) for row in ROWS
        )
        return self.layout.place(states) * self.marks + mark_of(self.variant, sheet)


def _check_penalties() -> None:
    """Check the assumption of the recursion: one cross in either action avoids a penalty (C-08)."""
    turns = [(before, now) for before in (False, True) for now in (False, True)]
    if [owes_penalty(*turn) for turn in turns] != [True, False, False, False]:
        message = "the exact solver supports penalties only for turns without a cross"
        raise Unreadable("unknown_rule", message)


def make_problem(
    variant: Variant, players: int = 1, lucky: LuckyPair | None = None
) -> SolverProblem:
    """The problem; refused if the solver does not support it."""
    check_features("the exact solver", KNOWN, variant)
    _check_penalties()
    if not 1 <= players <= MAX_SEATS:
        raise Unreadable("bad_players", f"{players} players: a game has one to five")
    if lucky is not None:
        lucky = (min(lucky), max(lucky))
        if lucky not in variant.lucky_pairs:
            message = f"{variant.id} has no sheet with the lucky numbers {lucky[0]}&{lucky[1]}"
            raise Unreadable("unknown_lucky_pair", message)
    elif variant.lucky_pairs:
        pairs = ", ".join(f"{low}&{high}" for low, high in variant.lucky_pairs)
        raise Unreadable(
            "lucky_missing",
            f"{variant.id} needs a lucky pair: each pair is a sheet of its own (expected {pairs})",
        )
    return SolverProblem(variant, players, lucky)
