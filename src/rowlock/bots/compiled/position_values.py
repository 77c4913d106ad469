"""Values of given positions at the end of a turn, in compiled code.

`bots/wasm` compiles these functions to WebAssembly for the browser, which has no NumPy.
"""

from __future__ import annotations

from typing import Any

from rowlock.bots.compiled.evaluator_fields import KIND, NETWORK
from rowlock.bots.compiled.evaluators import sheet_worth, worth_to
from rowlock.bots.compiled.joint_position import SLOTS, V_SIZE, set_totals, share_and_lead
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.workspace import Workspace
from rowlock.kernel.jit import FlatArray, entry_point, noinline


@noinline
def set_position(work: Workspace, positions: FlatArray, i: int) -> None:
    """Set the joint position to position `i`, which has V_SIZE numbers (`joint_position.py`)."""
    for k in range(V_SIZE):
        work.joint[k] = positions[V_SIZE * i + k]


@entry_point
def value_positions(
    work: Workspace, positions: FlatArray, seat: int, evaluator: int, out: Any
) -> None:
    """Write the value of each position to a seat; `evaluator` is the index of its description."""
    for i in range(len(out)):
        set_position(work, positions, i)
        out[i] = worth_to(work, seat, evaluator)


@entry_point
def expect_positions(
    work: Workspace, positions: FlatArray, first: int, end: int, evaluator: int, out: Any
) -> None:
    """Write SLOTS numbers per position: for the seats from `first` to before `end`, the win share
    by a network, or the value of the sheet by the heuristic.

    Unlike `value_positions`, this ignores whether the game is over.
    """
    for i in range(len(out) // SLOTS):
        set_position(work, positions, i)
        set_totals(work)
        for seat in range(first, end):
            if work.evaluators[evaluator + KIND] == NETWORK:
                _, lead = share_and_lead(work, seat)
                worth = network_out(work, seat, evaluator, lead)[0]
            else:
                worth = sheet_worth(work, seat, evaluator)
            out[SLOTS * i + seat] = worth


@entry_point
def write_row_lines(
    features: Any, weights: Any, out: Any, tables: int, shapes: int, inputs: int, hidden: int
) -> None:
    """Multiply the inputs of every row shape by the learned weights: the first layer's table lines.

    features  [row, shape, input]
    weights   [slot, row, input, hidden], `tables` of them for all slots and rows
    out       [slot, row, shape, hidden], zeros before
    """
    for table in range(tables):
        for shape in range(shapes):
            to = (table * shapes + shape) * hidden
            for k in range(inputs):
                factor = features[((table & 3) * shapes + shape) * inputs + k]
                if factor != 0:
                    at = (table * inputs + k) * hidden
                    for unit in range(hidden):
                        out[to + unit] += factor * weights[at + unit]
