"""How a bot describes its compiled version.

A bot that has one implements `compiled(variant, players)`. Simulations, matches, rollouts and
training call `compiled_spec_of`. If every seat has a compiled version, whole games run in compiled
code; it makes the same choices as the readable bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.variants.variant import Variant

if TYPE_CHECKING:  # simple bots play where NumPy is not installed
    from rowlock.bots.evaluation.network import Network

LESS_ERROR = 0.13
"""Reduction of an error with each further player, as a share of that for two players."""

BotKind: TypeAlias = Literal["random", "greedy", "heuristic", "race", "network"]


class CompiledSpec(Struct, frozen=True):
    """How a compiled bot decides; `evaluator_arrays.py` turns it into arrays."""

    kind: BotKind
    weights: Weights = Weights()
    network: Network | None = None
    noise: float = 0.0
    """Standard deviation of the error on every value with two players, in the evaluator's unit."""
    looks_around: bool = False
    """Whether it predicts what the others are likely to do."""
    people: float = 0.0
    """For a network that predicts the others: the weight of what a good human player would do; the
    rest is the weight of what the network would do."""
    gap: int = 0
    """For `greedy`: the maximum number of cells it skips."""

    @property
    def is_simple(self) -> bool:
        """Whether it has no evaluator: a table of such bots is played faster."""
        return self.kind in ("random", "greedy")

    @property
    def simple_number(self) -> int:
        """The number of a simple bot in compiled code (`compiled/simple.py`)."""
        return 0 if self.kind == "random" else 1 + self.gap


@runtime_checkable
class HasCompiledSpec(Protocol):
    """A bot with a compiled version on some sheets."""

    def compiled(self, variant: Variant, players: int) -> CompiledSpec | None:
        """The compiled version for this number of players, or None."""
        ...


def compiled_spec_of(bot: object, variant: Variant, players: int) -> CompiledSpec | None:
    """The compiled version of a bot on this sheet, or None.

    >>> from rowlock.bots import Greedy
    >>> from rowlock.variants import load_variant
    >>> compiled_spec_of(Greedy(3), load_variant("classic"), players=2).gap
    3
    """
    return bot.compiled(variant, players) if isinstance(bot, HasCompiledSpec) else None
