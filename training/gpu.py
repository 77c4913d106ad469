"""The structs of `turns.cu` in ctypes, and its `Rules` filled from exported tables, without torch.

Tables are 16 bits wide on the GPU, so that they fit into its small cache together with the
network's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Put = Callable[[Array], int]
"""A function that copies an array to the device and returns its address there."""

SEATS, PLACES, COUNTS = 5, 16, 32
"""Constants compiled into `turns.cu`: slots of the network, widths of its tables."""
MOST_LINES = 10
"""Maximum number of network lines per sheet."""
SHORTS = (
    "row_state", "open", "next", "sets", "locks", "token", "row_points", "ends", "white_bits",
    "colour_bits", "colour_row", "square_row", "row_squares", "token_strikes", "token_in_fewest",
    "token_in_every", "token_wanted", "bonus_mask",
)  # fmt: skip
INTS = ("lucky_numbers", "bonus_points", "bonus_least", "bonus_cost")
FLOATS = ("penalty_value", "margin_unit", "total_unit", "near_unit")
HEURISTIC, RACE = 2, 3
"""Policies of the readable bots; 0 and 1 are networks."""

Int, Float, Long, Pointer = ctypes.c_int, ctypes.c_float, ctypes.c_uint64, ctypes.c_void_p


def fields(text: str, kind: type) -> list[tuple[str, type]]:
    return [(name, kind) for name in text.split()]


class GpuRules(ctypes.Structure):
    _fields_ = (
        *fields("sides sums states penalty_states lucky_states symbol_states", Int),
        *fields("penalty_points squares bonuses has_lucky has_tokens choices owes_penalty", Int),
        *((name, Pointer) for name in (*SHORTS, *INTS, "row_values")),
        *((name, Float) for name in FLOATS),
    )


class Net(ctypes.Structure):
    _fields_ = (
        *fields("table scalars bias second second_bias last last_bias", Pointer),
        *fields("people", Float),
        *fields("readable", Int),
        *fields("margin", Float),
    )


class Lessons(ctypes.Structure):
    _fields_ = (
        *fields("number players width looks pairs", Int),
        *fields("seed", Long),
        *fields("positions policies out dice after", Pointer),
    )


class Games(ctypes.Structure):
    _fields_ = (
        *fields("games players width most", Int),
        *fields("seed", Long),
        *fields("policies spreads", Pointer),
        *fields("share", Float),
        *fields("kept owners positions totals turns", Pointer),
    )


def gpu_rules(arrays: Mapping[str, Array], put: Put) -> GpuRules:
    """The struct of a sheet. The caller must keep the arrays of `put` alive."""
    check_room(arrays)
    tables = dict(arrays) | {"ends": bits(arrays["ends"])}
    rules = GpuRules(
        sums=len(arrays["white_bits"]),
        states=arrays["open"].shape[1],
        squares=len(arrays["square_row"]),
        bonuses=len(arrays["bonus_mask"]),
        has_tokens=int(arrays["token"].any()),
        choices=4 if arrays["token_in_fewest"].any() else 1,
        owes_penalty=int(bits(arrays["owes_penalty"].reshape(1, -1))[0]),
        row_values=put(np.ascontiguousarray(arrays["row_values"], np.float32)),
    )
    for name in ("sides", "penalty_states", "lucky_states", "symbol_states", "penalty_points"):
        setattr(rules, name, int(arrays[name]))
    rules.has_lucky = int(arrays["has_lucky"])
    for names, kind in ((SHORTS, np.uint16), (INTS, np.int32)):
        for name in names:
            setattr(rules, name, put(np.ascontiguousarray(tables[name], kind)))
    for name in FLOATS:
        setattr(rules, name, float(arrays[name]))
    return rules


def bits(lines: Array) -> Array:
    """n bit masks from booleans [n, k]."""
    masks: Array = (lines.astype(np.int64) << np.arange(lines.shape[1])).sum(axis=1)
    return masks


def check_room(arrays: Mapping[str, Array]) -> None:
    """Refuse a sheet that does not fit the fixed widths of `turns.cu`."""
    lines = 5 + bool(len(arrays["square_row"])) + int(arrays["has_lucky"])
    slots = [int(arrays[name]) for name in ("slots", "lead_line", "near_line")]
    fits = (
        lines + len(arrays["bonus_mask"]) <= MOST_LINES
        and slots == [SEATS, SEATS, SEATS + 1]
        and arrays["row_state"].shape == (2, COUNTS, COUNTS)
        and arrays["sets"].shape[1] == PLACES
    )
    if not fits:
        raise ValueError(f"{arrays['id']} is too large for turns.cu")
