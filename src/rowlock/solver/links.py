"""Arrays for what links the rows of a sheet: swap fields, framed cells, chained cells.

Rows are in the order of the layout's slots, as in `SheetArrays`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.rules import first_free_place
from rowlock.solver.layout import Layout
from rowlock.solver.marks import (
    NO_FIELD,
    fifth_row_points,
    swap_offers,
    usable_fields,
)
from rowlock.solver.row_states import ILLEGAL, RowStates
from rowlock.solver.sheet_arrays import stacked
from rowlock.variants.variant import Variant

NOWHERE = 255


class Links(NamedTuple):
    offer_first: NDArray[np.uint16]
    """For each number the index of its first offer in action 1, plus one at the end."""
    offer_sum: NDArray[np.uint8]
    """The white sum of an offer: the number itself first, then sums that a field turns into it."""
    offer_field: NDArray[np.uint8]
    """The swap field of an offer, from 1; `NO_FIELD` for the number itself."""
    usable: NDArray[np.uint8]
    """`usable[mark, field]`: whether the field may still be used."""

    framed: NDArray[np.uint8]
    """`framed[slot, position]`: whether the cell belongs to the fifth row."""
    fifth: NDArray[np.float64]
    """Points of the fifth row, by mark; 0 on sheets without one."""
    most_framed: NDArray[np.uint8]
    """`most_framed[slot, state]`: maximum number of framed cells crossed in such a row."""

    partner_slot: NDArray[np.uint8]
    """`partner_slot[slot, position]`: slot of the other cell of a pair, or `NOWHERE`."""
    partner_position: NDArray[np.uint8]
    after_forced: NDArray[np.uint16]
    """Row state after a partner's cross: `after_forced[slot, state, position]`."""
    gain_forced: NDArray[np.float64]


def make_links(variant: Variant, rows: tuple[RowStates, ...], layout: Layout) -> Links:
    """The link arrays of a variant for the slots of a layout."""
    slots = [rows[row] for row in layout.slots]
    cells = max(len(row) for row in variant.rows)
    offers = [[(number, NO_FIELD), *more] for number, more in enumerate(swap_offers(variant))]
    flat = [offer for each in offers for offer in each]
    framed = np.zeros((len(slots), cells), np.uint8)
    for cell in variant.steps:
        framed[layout.slots.index(cell.row), cell.position] = 1
    partner = np.full((2, len(slots), cells), NOWHERE, np.uint8)
    for name, other in variant.partner.items():
        cell = variant.cell[name]
        at = layout.slots.index(cell.row), cell.position
        partner[:, *at] = layout.slots.index(other.row), other.position
    return Links(
        offer_first=np.cumsum([0, *map(len, offers)]).astype(np.uint16),
        offer_sum=np.array([total for total, _ in flat], np.uint8),
        offer_field=np.array([field for _, field in flat], np.uint8),
        usable=usable_fields(variant),
        framed=framed,
        fifth=fifth_row_points(variant),
        most_framed=stacked([_most_framed(row) for row in slots], 0, np.uint8),
        partner_slot=partner[0],
        partner_position=partner[1],
        after_forced=stacked([slot.after_forced for slot in slots], ILLEGAL, np.uint16),
        gain_forced=stacked([slot.gain_forced for slot in slots], 0, np.float64),
    )


def _most_framed(row: RowStates) -> NDArray[np.uint8]:
    """For each state, the number of framed cells left of its last cross."""
    cells = [cell for cell in row.variant.steps if cell.row == row.row]
    ends = [max(end for end, _, _ in keys) for keys in row.keys]
    return np.array([sum(first_free_place(c.bits) <= end for c in cells) for end in ends], np.uint8)
