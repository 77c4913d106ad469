"""The engine in the browser: the compiled evaluators as WebAssembly (see `Engine`).

The host, which is JavaScript, runs the module and owns its memory; this class fills the arrays. It
needs neither NumPy nor Numba.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

from rowlock.bots.compiled.evaluator_fields import JUDGE
from rowlock.bots.compiled.position_layout import (
    SLOTS,
    V_BAR,
    V_OVER,
    V_PENALTIES,
    V_ROWS,
)
from rowlock.bots.evaluation.end_positions import EndPositions, alone
from rowlock.bots.evaluation.evaluators import (
    FAR,
    HeuristicEvaluator,
    NetworkEvaluator,
    PositionEvaluator,
    RaceEvaluator,
    Values,
)
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.row_shapes import shape_numbers
from rowlock.bots.wasm.descriptions import HEURISTIC_PLACE, NETWORK_PLACE, RACE_PLACE, Descriptions
from rowlock.bots.wasm.entry_points import WORKSPACE
from rowlock.bots.wasm.network_file import NetworkFile, read_network_file
from rowlock.bots.wasm.sizes import ARRAYS
from rowlock.core.score import score
from rowlock.core.sheet import Sheet
from rowlock.errors import Unreadable
from rowlock.kernel.state import PLAYERS, stride
from rowlock.kernel.variant_tables import flat_numbers
from rowlock.variants.variant import MARK_BITS, Variant

if TYPE_CHECKING:
    from rowlock.bots.evaluation.positions import Positions

Kind = Literal["integers", "singles", "doubles"]


class Host(Protocol):
    """What JavaScript gives: `web/src/engine/bridge.ts`."""

    def place(self, kind: Kind, length: int) -> Any:
        """Room for an array of zeros."""
        ...

    def part(self, place: Any, start: int, length: int) -> Any:
        """A part of an array."""
        ...

    def write(self, place: Any, numbers: array[Any]) -> None: ...

    def read(self, place: Any) -> Any:
        """The numbers of an array of doubles."""
        ...

    def mark(self) -> int: ...

    def release(self, mark: int) -> None: ...

    def call(self, name: str, *passed: Any) -> None:
        """Call an entry point (`entry_points.py`)."""
        ...


class Evaluators(NamedTuple):
    """The arrays of a sheet, which all numbers of players share."""

    tables: Any
    descriptions: Any
    weights: Any
    shapes: Any
    layers: int
    joint: int
    """Lengths of two arrays that each number of players has to itself."""


class WasmEngine:
    """Evaluates positions in the module of the host."""

    has_numpy = False

    def __init__(self, host: Host) -> None:
        self._host = host
        self._networks: dict[str, NetworkFile] = {}
        self._evaluators: dict[tuple[str, Weights], Evaluators] = {}
        self._states: dict[int, Any] = {}
        self._notes: dict[object, dict[str, Any]] = {}
        self._scratch: dict[str, Any] = {}

    def add_network(self, variant: Variant, file: bytes) -> None:
        """Use this file of weights for the sheet; refuses one for another sheet."""
        if variant.digest not in self._networks:
            network = read_network_file(file)
            if network.digest != variant.digest:
                raise Unreadable("foreign_digest", f"these weights are not for {variant.id}")
            self._networks[variant.digest] = network
            self._evaluators = {
                key: arrays for key, arrays in self._evaluators.items() if key[0] != variant.digest
            }

    def has_network(self, variant: Variant) -> bool:
        return variant.digest in self._networks

    def values(self, evaluator: PositionEvaluator, ends: EndPositions, seat: int) -> Values:
        if ends.variants:
            return self._values_on_own_sheets(evaluator, ends, seat)
        host = self._host
        weights = getattr(evaluator, "weights", Weights())
        work = self._workspace(ends.variant, ends.players, weights)
        mark = host.mark()
        try:
            numbers = array("q", (number for line in ends.lines for number in line))
            positions = host.place("integers", len(numbers))
            host.write(positions, numbers)
            out = host.place("doubles", len(ends.lines))
            host.call("valuePositions", *work, positions, seat, _description(evaluator), out)
            found: list[float] = list(host.read(out))
        finally:
            host.release(mark)
        return cast(Values, found)

    def _values_on_own_sheets(
        self, evaluator: PositionEvaluator, ends: EndPositions, seat: int
    ) -> Values:
        """The values at a table with different sheets, each sheet by itself."""
        weights = getattr(evaluator, "weights", Weights())
        by_seat = [
            self.values(HeuristicEvaluator(weights), alone(ends, q), 0) for q in range(ends.players)
        ]
        found = []
        for place, line in enumerate(ends.lines):
            worths = [float(values[place]) for values in by_seat]
            if line[V_OVER]:
                totals = [_total(variant, line, q) for q, variant in enumerate(ends.variants)]
                best = max(total for q, total in enumerate(totals) if q != seat)
                own = totals[seat]
                share = 0.0 if best > own else 1.0 / totals.count(own)
                found.append(FAR * (share - 0.5) + own - best)
            elif evaluator.looks_around:
                others = [worth for q, worth in enumerate(worths) if q != seat]
                found.append(worths[seat] - max(others))
            else:
                found.append(worths[seat])
        return cast(Values, found)

    def evaluate(
        self, evaluator: PositionEvaluator, parts: list[EndPositions], seat: int
    ) -> list[tuple[Positions, Values]]:
        together = parts[0]._replace(lines=[line for part in parts for line in part.lines])
        values = self.values(evaluator, together, seat)
        found, start = [], 0
        for part in parts:
            found.append((part, values[start : start + len(part.lines)]))
            start += len(part.lines)
        return cast("list[tuple[Positions, Values]]", found)

    def mean(self, weighted: list[tuple[float, Values]]) -> Values:
        (weight, values), *more = weighted
        mean = [weight * value for value in values]
        for weight, values in more:
            mean = [sum_ + weight * value for sum_, value in zip(mean, values, strict=True)]
        return cast(Values, mean)

    def _workspace(self, variant: Variant, players: int, weights: Weights) -> list[Any]:
        """The arrays of a `Workspace`, in its order."""
        arrays = self._arrays(variant, weights)
        if not self._scratch:
            self._scratch = {name: self._host.place("integers", n) for name, n in ARRAYS.items()}
        if players not in self._states:
            numbers = array("q", [0] * stride(players))
            numbers[PLAYERS] = players
            self._states[players] = self._put("integers", numbers)
        key = variant.digest, weights, self.has_network(variant), players
        if key not in self._notes:
            self._notes[key] = {
                "joint": self._host.place("integers", arrays.joint),
                "layers": self._host.place("singles", arrays.layers),
            }
        named = {
            **self._scratch,
            **self._notes[key],
            "tables": arrays.tables,
            "state": self._states[players],
            "evaluators": arrays.descriptions,
            "weights": arrays.weights,
            "shapes": arrays.shapes,
        }
        return [named[name] for name, _ in WORKSPACE]

    def _arrays(self, variant: Variant, weights: Weights) -> Evaluators:
        key = variant.digest, weights
        if key not in self._evaluators:
            network = self._networks.get(variant.digest)
            described = Descriptions(variant, weights, network)
            placed = self._put("singles", described.numbers)
            if network is not None:
                self._write_row_lines(described, network, placed)
            self._evaluators[key] = Evaluators(
                self._put("integers", array("q", flat_numbers(variant))),
                self._put("integers", array("q", described.lines)),
                placed,
                self._put("integers", array("q", shape_numbers(variant))),
                described.layers,
                described.joint,
            )
        return self._evaluators[key]

    def _write_row_lines(self, described: Descriptions, network: NetworkFile, placed: Any) -> None:
        """Multiply the inputs of the row shapes by the learned weights, in the module."""
        host = self._host
        mark = host.mark()
        features, inputs, shapes = described.features()
        tables = SLOTS * 4
        out = host.part(placed, described.at_rows, tables * shapes * network.hidden)
        host.call(
            "writeRowLines",
            self._put("singles", features),
            self._put("singles", network.arrays["rows"]),
            out,
            tables,
            shapes,
            inputs,
            network.hidden,
        )
        host.release(mark)

    def _put(self, kind: Kind, numbers: array[Any]) -> Any:
        place = self._host.place(kind, len(numbers))
        self._host.write(place, numbers)
        return place


def _total(variant: Variant, line: list[int], seat: int) -> int:
    """The total of a seat's sheet."""
    rows = tuple(line[V_ROWS + 4 * seat : V_ROWS + 4 * seat + 4])
    bar = line[V_BAR + 2 * seat] | line[V_BAR + 2 * seat + 1] << MARK_BITS
    return score(variant, Sheet(rows, line[V_PENALTIES + seat], bar)).total


def _description(evaluator: PositionEvaluator) -> int:
    """The index where the evaluator's description begins."""
    match evaluator:
        case HeuristicEvaluator():
            return JUDGE * HEURISTIC_PLACE
        case RaceEvaluator():
            return JUDGE * RACE_PLACE
        case NetworkEvaluator():
            return JUDGE * NETWORK_PLACE
        case _:
            raise TypeError(f"{type(evaluator).__name__} has no compiled version")
