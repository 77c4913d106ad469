"""The seam between bots and what evaluates positions for them.

Bots list what a seat may do (`lookahead.py`) in plain Python; an engine computes the values. On a
computer that is NumPy (`numpy_engine.py`). In the browser, which has neither NumPy nor Numba, it is
the compiled code as WebAssembly (`bots/wasm/engine.py`); the code that starts Python there
calls `use_engine` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rowlock.bots.evaluation.end_positions import EndPositions
from rowlock.bots.evaluation.evaluators import PositionEvaluator, Values
from rowlock.variants.variant import Variant

if TYPE_CHECKING:
    from rowlock.bots.evaluation.positions import Positions


class Engine(Protocol):
    """Computes the values of positions."""

    @property
    def has_numpy(self) -> bool:
        """Whether there are also exact tables, exact endgames and the networks for cards."""
        ...

    def values(self, evaluator: PositionEvaluator, ends: EndPositions, seat: int) -> Values:
        """The value of each position to a seat."""
        ...

    def evaluate(
        self, evaluator: PositionEvaluator, parts: list[EndPositions], seat: int
    ) -> list[tuple[Positions, Values]]:
        """Several lists of positions, each with its values. In one call, because a call costs more
        than its positions."""
        ...

    def mean(self, weighted: list[tuple[float, Values]]) -> Values:
        """The weighted mean of several values of each candidate."""
        ...

    def has_network(self, variant: Variant) -> bool:
        """Whether there is a trained network for exactly this sheet."""
        ...


_used: list[Engine] = []


def engine() -> Engine:
    """The engine of this process."""
    if not _used:
        from rowlock.bots.evaluation.numpy_engine import NumpyEngine

        _used.append(NumpyEngine())
    return _used[0]


def use_engine(other: Engine) -> None:
    """Let another engine evaluate from now on."""
    _used[:] = [other]
