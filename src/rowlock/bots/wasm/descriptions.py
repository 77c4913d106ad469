"""The evaluators of a sheet as plain numbers: the heuristic, `race`, and the network.

The same numbers as those of `compiled/evaluator_arrays.py`, without NumPy; a test compares them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from math import tanh

from rowlock.bots.compiled import evaluator_fields as word
from rowlock.bots.compiled.position_layout import SLOTS, V_SIZE
from rowlock.bots.evaluation.evaluators import PEOPLE
from rowlock.bots.evaluation.features import feature_lists
from rowlock.bots.evaluation.heuristic_values import beside_value_lists, row_value_lists
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.row_shapes import shape_triples
from rowlock.bots.wasm.network_file import NetworkFile
from rowlock.variants.variant import Variant

HEURISTIC_PLACE = 0
RACE_PLACE = 1
NETWORK_PLACE = 2

CACHE_LINE = 16
"""Single-precision numbers per cache line."""
LANES = 4
BLOCK = 8
"""As in `compiled/layers.py`."""
NOTES = 4
NOTE = V_SIZE + 2
V_UNITS = V_SIZE + 1 + NOTES * NOTE
"""As in `compiled/joint_position.py`."""
NEAR_LEADS = 80
NEAR_UNIT = 8.0
LEAD_LINE = SLOTS
"""As in `compiled/network.py` and `evaluation/input_layout.py`."""


class Descriptions:
    """The descriptions of the evaluators, and all their weights one after the other."""

    def __init__(self, variant: Variant, weights: Weights, network: NetworkFile | None) -> None:
        self.variant = variant
        self.lines: list[int] = []
        self.numbers = array("f")
        self.states = len(shape_triples(variant))
        self.hidden = self.second = 0
        self.at_rows = 0
        """Where the network's table lines of rows begin, which the module computes."""
        rows, penalty = self._heuristic(weights)
        self._add({word.KIND: word.HEURISTIC, word.AT_ROWS: rows, word.AT_PENALTY: penalty})
        race = {word.KIND: word.RACE, word.AT_ROWS: rows, word.AT_PENALTY: penalty}
        self._add({**race, word.LOOKS_AROUND: 1})
        if network is not None:
            self._add({**self._network(network), word.LOOKS_AROUND: 1})

    @property
    def layers(self) -> int:
        """Numbers in the layers of a workspace."""
        return (NOTES + 2) * self.hidden + BLOCK + 3 * self.second

    @property
    def joint(self) -> int:
        """Numbers in the joint position of a workspace."""
        return V_UNITS + self.hidden + BLOCK

    def features(self) -> tuple[array[float], int, int]:
        """The inputs of every row shape; the number of inputs, and that of shapes."""
        lists = feature_lists(self.variant)
        numbers = array("f", (number for row in lists for line in row for number in line))
        return numbers, len(lists[0][0]), self.states

    def _add(self, fields: dict[int, int]) -> None:
        line = [0] * word.JUDGE
        line[word.STATES] = self.states
        line[word.AT_NOISE] = self._put([0.0])
        for place, number in fields.items():
            line[place] = number
        self.lines += line

    def _put(self, numbers: Iterable[float]) -> int:
        """Append weights; returns where they begin."""
        start = len(self.numbers)
        self.numbers.extend(numbers)
        self.numbers.extend([0.0] * (-len(self.numbers) % CACHE_LINE))
        return start

    def _heuristic(self, weights: Weights) -> tuple[int, int]:
        values = row_value_lists(self.variant, weights) + beside_value_lists(self.variant, weights)
        rows = self._put(number for line in values for number in line)
        return rows, self._put([weights.penalty])

    def _network(self, network: NetworkFile) -> dict[int, int]:
        arrays, shapes = network.arrays, network.shapes
        hidden, second = network.hidden, network.second
        spare = [0.0] * (-second % LANES)  # inactive units, to fill the last vector
        self.hidden, self.second = hidden, second + len(spare)

        def optional(name: str) -> int:
            return self._put(arrays.get(name, ()))

        def line(name: str, number: int, size: int) -> array[float]:
            return arrays[name][number * size : (number + 1) * size]

        scalars = arrays["scalars"]
        own = [
            one + other
            for one, other in zip(
                line("scalars", 0, hidden), line("scalars", LEAD_LINE, hidden), strict=True
            )
        ]
        across = arrays["second.weight"]
        second_layer = array("f")
        for unit in range(hidden):
            second_layer.extend(across[unit::hidden])
            second_layer.extend(spare)
        last = [*line("last.weight", 0, second), *spare, *line("last.weight", 1, second), *spare]
        near = [tanh(lead / NEAR_UNIT) for lead in range(-NEAR_LEADS, NEAR_LEADS + 1)]
        self.at_rows = self._put(bytes(SLOTS * 4 * self.states * hidden))
        human_rows, human_penalty = self._heuristic(Weights())
        human = word.PEOPLE_JUDGE
        return {
            word.KIND: word.NETWORK,
            word.HIDDEN: hidden,
            word.SECOND: self.second,
            word.PENALTY_STATES: shapes["penalties"][1],
            word.TRAIT_LINES: shapes["traits"][1] if "traits" in shapes else 0,
            word.HAS_EXTRAS: int(
                any(name in shapes for name in ("lucky", "bar", "symbols", "traits"))
            ),
            word.AT_ROWS: self.at_rows,
            word.AT_PENALTY: self._put(arrays["penalties"]),
            word.AT_LUCKY: optional("lucky"),
            word.AT_BAR: optional("bar"),
            word.AT_SYMBOLS: optional("symbols"),
            word.AT_TRAITS: optional("traits"),
            word.AT_SCALARS: self._put([*scalars, *own]),
            word.AT_BIAS: self._put(arrays["bias"]),
            word.AT_SECOND: self._put(second_layer),
            word.AT_SECOND_BIAS: self._put([*arrays["second.bias"], *spare]),
            word.AT_LAST: self._put(last),
            word.AT_LAST_BIAS: self._put(arrays["last.bias"]),
            word.AT_NEAR: self._put(near),
            word.AT_PEOPLE: self._put([PEOPLE]),
            human + word.KIND: word.HEURISTIC,
            human + word.STATES: self.states,
            human + word.AT_ROWS: human_rows,
            human + word.AT_PENALTY: human_penalty,
        }
