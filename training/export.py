"""Exports the rules of a variant as tables for training: named integers and arrays in an .npz file.

    .venv/bin/python training/export.py classic longo ... --out training/arrays

The training scripts read these files and do not need this package. They contain no rules: this
script computes all tables from the small rules (`rowlock/core/rules.py`). The tables say what may
be crossed, what a cross sets and triggers, what counts, and what ends a game.

A row is a mask of crosses. `row_state[closed, reach, crosses]` is the index of its state, which
determines everything about the row except its symbols:

    open[row, state]         mask of all cells that may be crossed now
    next[row, state]         bits of the next cell if it may be crossed, else 0
    sets, locks[row, place]  bits that a cross sets in its row; bit of the row that it closes
    token[row, place]        number of the token that it triggers, 0 for none
    row_points[crosses]      points of a row
    ends[penalties, closed]  whether the game ends with these closed rows (a mask)

A token becomes active when the crosses `token_wanted[token, row]` are set. It then strikes a square
of the bar and crosses in that row, or it crosses the next cells in the row with the fewest crosses
or in every row. A symbol that is complete at the end (`bonus_mask[symbol, row]`) adds
`bonus_points`, the points of the weakest row times `bonus_least`, and the points lost by penalties
times `bonus_cost`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.evaluation import input_layout
from rowlock.bots.evaluation.features import row_features
from rowlock.bots.evaluation.heuristic_values import row_values
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.row_shapes import (
    CLOSED_BIT,
    CODES,
    REACH_STEP,
    RowShapes,
    row_shapes,
)
from rowlock.bots.evaluation.traits import trait_lines
from rowlock.core import rules
from rowlock.errors import Unreadable
from rowlock.kernel.variant_tables import ROW_PLACES, SUMS, compile_variant
from rowlock.variants import BUILT_IN, Variant, load_variant
from rowlock.variants.features import check_features, features
from rowlock.variants.variant import EFFECT_NUMBERS, ROWS, Bonus

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features that training on a GPU supports; `on_kernel.py` supports the others."""
MOST_PLACES = 15
MOST_SQUARES = 16
"""Maximum squares of a row with its lock, and of a bar, which have 16 bits on the GPU."""
MOST_CROSSED = 3
"""Maximum number of crosses in one play of cards (K-03)."""

Arrays = dict[str, NDArray[Any]]


def export(variant: Variant, file: Path) -> None:
    np.savez_compressed(file, allow_pickle=False, **arrays(variant))


def for_network(variant: Variant) -> Arrays:
    """The facts about a sheet that the network needs, independent of how games are played."""
    return {**_sheet(variant), **_network(variant)}


def arrays(variant: Variant) -> Arrays:
    """All exported arrays of a sheet, by name."""
    check_features("training", KNOWN, variant)
    if max(variant.places) > MOST_PLACES or len(variant.bar) > MOST_SQUARES:
        message = (
            f"training has room for rows of {MOST_PLACES} places and bars of {MOST_SQUARES} "
            f"squares, and {variant.id} has more"
        )
        raise Unreadable("too_large", message)
    return {
        **_sheet(variant),
        **_rows(variant),
        **_crosses(variant),
        **_tokens(variant),
        **_points(variant),
        **_table(variant),
        **_cards(variant),
        **_network(variant),
    }


def _sheet(variant: Variant) -> Arrays:
    """The printed sheet, from the kernel's tables."""
    tables = compile_variant(variant)
    return {
        "id": np.array(variant.id),
        "digest": np.array(variant.digest),
        "sides": np.array(variant.sides),
        "white_bits": tables.white_bit.reshape(SUMS, len(ROWS)),
        "colour_bits": tables.colour_bit.reshape(len(ROWS), SUMS),
        "colour_row": tables.colour_row.reshape(len(ROWS), SUMS),
        "bonus_mask": np.array([b.masks for b in variant.bonuses], np.int64).reshape(-1, 4),
        "lucky_numbers": tables.lucky_mask[: input_layout.SLOTS],
        "has_lucky": np.array(bool(variant.lucky_pairs)),
        "square_row": np.array(variant.bar, dtype=np.int64),
        "row_squares": np.array(
            [sum(1 << k for k, owner in enumerate(variant.bar) if owner == row) for row in ROWS]
        ),
    }


def _rows(variant: Variant) -> Arrays:
    """The cells that may be crossed in every row shape; none in closed rows (C-10)."""
    states = row_shapes(variant)
    opened = np.zeros((len(ROWS), states.size), dtype=np.int64)
    following = np.zeros_like(opened)
    for row in ROWS:
        limits = variant.first_lock_bits[row], variant.crosses_before_lock
        for state in np.flatnonzero(~states.closed):
            mask = _some_mask(states, int(state))
            bits = rules.next_cell(mask, variant.double_bits[row], variant.lock_bits[row])
            following[row, state] = bits * rules.may_cross(mask, bits, *limits)
            opened[row, state] = sum(
                cell.bits for cell in variant.rows[row] if rules.may_cross(mask, cell.bits, *limits)
            )
    masks = range(1 << max(*variant.places, len(variant.bar)) + 1)  # for rows and bars
    return {
        "row_state": states.number.reshape(CODES // CLOSED_BIT, -1, REACH_STEP),
        "reach": np.array([rules.first_free_place(mask) for mask in masks], dtype=np.uint8),
        "crosses": np.array([rules.count(mask) for mask in masks], dtype=np.uint8),
        "open": opened,
        "next": following,
    }


def _some_mask(states: RowShapes, state: int) -> int:
    """A row with this state: all crosses adjacent, up to the last one."""
    crosses, first_free_place = int(states.crosses[state]), int(states.first_free_place[state])
    return ((1 << crosses) - 1) << (first_free_place - crosses)


def _crosses(variant: Variant) -> Arrays:
    """The effect of a cross on its own row; both places of a double cell have the same."""
    sets = np.zeros((len(ROWS), ROW_PLACES), dtype=np.int64)
    locks = np.zeros_like(sets)
    for cell in variant.cells:
        lock = variant.lock_bits[cell.row]
        mask = rules.after_cross(0, cell.bits, variant.first_lock_bits[cell.row], lock)
        for place in _places(cell.bits):
            sets[cell.row, place] = mask
            locks[cell.row, place] = bool(mask & lock) << cell.row
    return {"sets": sets, "locks": locks}


def _places(bits: int) -> list[int]:
    return [place for place in range(ROW_PLACES) if bits >> place & 1]


def _tokens(variant: Variant) -> Arrays:
    """The tokens that a cross triggers (BA-02, BB-01): token 1 is a box, the others are symbols."""
    token = np.zeros((len(ROWS), ROW_PLACES), dtype=np.int64)
    lines = [(0, 0, 0, (0,) * len(ROWS)), (1, 0, 0, (0,) * len(ROWS))]
    printed = [(cell, 1) for cell in variant.boxes]
    for bonus in variant.bonuses:
        fewest = bonus.times * (bonus.effect == "cross_fewest")
        every = int(bonus.effect == "cross_every")
        if fewest or every:  # other symbols count at the end of the game
            printed += [(cell, len(lines)) for cell in bonus.cells]
            lines.append((0, fewest, every, bonus.masks))
    for cell, number in printed:
        for place in _places(cell.bits):
            token[cell.row, place] = number
    strikes, fewest_of, every_of, wanted = zip(*lines, strict=True)
    return {
        "token": token,
        "token_strikes": np.array(strikes),
        "token_in_fewest": np.array(fewest_of),
        "token_in_every": np.array(every_of),
        "token_wanted": np.array(wanted),
    }


def _points(variant: Variant) -> Arrays:
    """Points of rows, penalties and symbols (C-14, BB-01)."""
    lines = np.array([_bonus_line(b) for b in variant.bonuses], np.int64).reshape(-1, 3)
    return {
        "row_points": np.array([rules.row_points(crosses) for crosses in range(REACH_STEP)]),
        "penalty_points": np.array(variant.penalty_points),
        "bonus_points": lines[:, 0],
        "bonus_least": lines[:, 1],
        "bonus_cost": lines[:, 2],
    }


def _bonus_line(bonus: Bonus) -> tuple[int, int, int]:
    """What a symbol adds: points, and multiples of the weakest row and of the cost of penalties."""

    def worth(least: int, cost: int) -> int:
        return rules.bonus_points(EFFECT_NUMBERS[bonus.effect], bonus.points, least, cost)

    points = worth(0, 0)
    times_least, times_cost = worth(1, 0) - points, worth(0, 1) - points
    for least, cost in ((3, 0), (0, 20), (6, 15)):
        if worth(least, cost) != points + times_least * least + times_cost * cost:
            raise ValueError(
                f"{bonus.symbol}: points must be multiples of the weakest row and the penalties"
            )
    return points, times_least, times_cost


def _table(variant: Variant) -> Arrays:
    """What ends the game, and when a penalty is due (C-08, C-13)."""
    limits = variant.closed_rows_to_end, variant.penalties_to_end
    return {
        "ends": np.array(
            [
                [rules.ending(closed, taken, *limits) != rules.NOT_ENDED for closed in range(16)]
                for taken in range(variant.penalties_to_end + 1)
            ]
        ),
        "owes_penalty": np.array(
            [[rules.owes_penalty(before, now) for now in (False, True)] for before in (False, True)]
        ),
    }


def _cards(variant: Variant) -> Arrays:
    """The cell of every card, and which cells may be crossed in one play.

    `together[first, last, crosses]` is indexed by the positions of the outermost cells (K-03,
    K-06).
    """
    places = max(variant.places)
    positions = np.zeros((len(ROWS), SUMS), dtype=np.int64)
    for cell in variant.cells:
        positions[cell.colour, cell.number] = cell.position
    return {
        "card_position": positions,
        "lock_bits": np.array(variant.lock_bits),
        "together": np.array(
            [
                [
                    [
                        variant.mixed_colours or rules.stand_together(first, last, crosses)
                        for crosses in range(MOST_CROSSED + 1)
                    ]
                    for last in range(places)
                ]
                for first in range(places)
            ]
        ),
    }


def _network(variant: Variant) -> Arrays:
    """Features of the network and the heuristic, and the digest of this layout."""
    weights = Weights()
    return {
        "layout": np.array(input_layout.layout(variant)),
        "files_without_layout_fit": np.array(input_layout.is_as_before()),
        "slots": np.array(input_layout.SLOTS),
        "penalty_states": np.array(input_layout.penalty_states(variant)),
        "lucky_states": np.array(input_layout.LUCKY_STATES),
        "symbol_states": np.array(input_layout.SYMBOL_STATES),
        "trait_lines": np.array(trait_lines(variant)),
        "lead_line": np.array(input_layout.LEAD_LINE),
        "near_line": np.array(input_layout.NEAR_LINE),
        "margin_unit": np.array(input_layout.MARGIN_UNIT),
        "total_unit": np.array(input_layout.TOTAL_UNIT),
        "near_unit": np.array(input_layout.NEAR_UNIT),
        "row_features": row_features(variant),
        "row_values": row_values(variant, weights).astype(np.float32),
        "penalty_value": np.array(weights.penalty, dtype=np.float32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "variants",
        nargs="*",
        default=sorted(n for n in BUILT_IN if load_variant(n).features <= KNOWN),
    )
    parser.add_argument("--out", type=Path, default=Path("training/arrays"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.variants:
        variant = load_variant(name)
        export(variant, args.out / f"{variant.id}.npz")


if __name__ == "__main__":
    main()
