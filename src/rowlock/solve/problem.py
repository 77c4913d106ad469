"""What is to be solved: a sheet, a number of players, and how large that is."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from rowlock.core.rules import owes_penalty
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.errors import Unreadable
from rowlock.solve.board import LANES, Board, Limits, limits_of, make_board
from rowlock.solve.layout import Layout, count_sheets, fitted_layout
from rowlock.solve.links import Links, make_links
from rowlock.solve.marks import mark_count, mark_of
from rowlock.solve.row_states import RowStates, keeps_crosses, row_states
from rowlock.solve.symmetry import Exchange, symmetries
from rowlock.variants.features import check_features, features
from rowlock.variants.variant import MAX_SEATS, ROWS, LuckyPair, Variant

SOLVED = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells second_boxes steps chain "
    "swap_fields"
)
"""The features of a sheet that the solver knows."""
KNOWN = SOLVED | features("cross_fewest cross_every double_fewest points free_penalties")
"""Of symbols it knows how many states they would make (`reach.py`)."""


class Problem(Struct, frozen=True, dict=True):
    """A sheet alone at the table, its owner rolling every `players`-th turn.

    With one player every turn is an active one. With more it is the friendly form: in the turns
    between, the owner may cross the white sum; nobody else closes a row or ends the game.
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
    def board(self) -> Board:
        return make_board(self.variant, self.rows, self.layout, self.lucky, self.limits)

    @cached_property
    def links(self) -> Links:
        return make_links(self.variant, self.rows, self.layout)

    @property
    def is_linked(self) -> bool:
        """Whether a cross does more than to its own row."""
        return bool(self.variant.swaps or self.variant.steps or self.variant.chain)

    @cached_property
    def limits(self) -> Limits:
        return limits_of(self.variant)

    @property
    def marks(self) -> int:
        """States of what is beside the rows: a bar, swap fields, a fifth row; 1 without any."""
        return mark_count(self.variant)

    @property
    def lanes(self) -> int:
        """Values of a sheet, one for each number of penalties, in whole groups."""
        return -(-self.limits.penalties // LANES) * LANES

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the table: phases, groups of penalties, places and lanes."""
        places = self.layout.places * self.marks
        return self.players, self.lanes // LANES, places * LANES

    @property
    def table_bytes(self) -> int:
        return 8 * int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def states(self) -> int:
        """Different sheets of a running game, times penalties and phases (see docs/solver.md).

        Rows count by next position and crosses, closed ones as one (with lucky numbers or a chain
        by their crosses); sheets that a symmetry maps onto each other count once.
        """
        plain = [row_states(self.variant, row, merge=False) for row in ROWS]
        open_states = [int(np.sum(~row.closed)) for row in plain]
        several = keeps_crosses(self.variant)
        closed = [int(np.sum(row.closed)) if several else 1 for row in plain]
        sheets = count_sheets(self.group, open_states, closed, self.limits.rows)
        return sheets * self.marks * self.limits.penalties * self.players

    @cached_property
    def solved_states(self) -> int:
        """How many values are computed: dead rows count as one, and the folds of the layout."""
        open_states = [int(np.sum(~row.closed)) for row in self.rows]
        closed = [int(np.sum(row.closed)) for row in self.rows]
        sheets = count_sheets(self.layout.group, open_states, closed, self.limits.rows)
        return sheets * self.marks * self.limits.penalties * self.players

    def place(self, sheet: Sheet, closed: int = 0) -> int:
        """Where the values of a sheet lie; `closed` are rows that others have closed."""
        closed |= locked_rows(self.variant, sheet)
        states = tuple(
            self.rows[row].of_mask(sheet.rows[row], bool(closed >> row & 1)) for row in ROWS
        )
        return self.layout.place(states) * self.marks + mark_of(self.variant, sheet)


def _check_penalties() -> None:
    """The recursion is built on this: one cross in either action is enough (C-08)."""
    turns = [(before, now) for before in (False, True) for now in (False, True)]
    if [owes_penalty(*turn) for turn in turns] != [True, False, False, False]:
        message = "the exact solver knows penalties only for turns without a cross"
        raise Unreadable("unknown_rule", message)


def make_problem(variant: Variant, players: int = 1, lucky: LuckyPair | None = None) -> Problem:
    """The problem, or a refusal that says what it lacks."""
    check_features("the exact solver", KNOWN, variant)
    _check_penalties()
    if not 1 <= players <= MAX_SEATS:
        raise Unreadable("bad_players", f"one to five can play, not {players}")
    if lucky is not None:
        lucky = (min(lucky), max(lucky))
        if lucky not in variant.lucky_pairs:
            message = f"no sheet of {variant.id} has the lucky numbers {lucky[0]}&{lucky[1]}"
            raise Unreadable("unknown_lucky_pair", message)
    elif variant.lucky_pairs:
        pairs = ", ".join(f"{low}&{high}" for low, high in variant.lucky_pairs)
        raise Unreadable(
            "lucky_missing",
            f"{variant.id}: every lucky pair is a sheet of its own; choose one of {pairs}",
        )
    return Problem(variant, players, lucky)
