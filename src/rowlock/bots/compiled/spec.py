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
"""By how much of that of two players an error is smaller with each further player."""

BotKind: TypeAlias = Literal["random", "greedy", "heuristic", "race", "network"]


class CompiledSpec(Struct, frozen=True):
    """How a twin decides; `evaluator_arrays.py` turns it into the arrays of compiled code."""

    kind: BotKind
    weights: Weights = Weights()
    network: Network | None = None
    noise: float = 0.0
    """Spread of the error on every value, in the judge's own unit, with two players."""
    looks_around: bool = False
    """Whether it thinks about what the others are likely to do."""
    people: float = 0.0
    """A network that looks around: the weight of what a good human player would do; the rest goes
    to what the network would."""
    gap: int = 0
    """Of `greedy`: how many crosses it leaves out at most."""

    @property
    def is_simple(self) -> bool:
        """Whether it judges nothing: a table of such bots has a faster way to play."""
        return self.kind in ("random", "greedy")

    @property
    def simple_number(self) -> int:
        """The number of a simple bot in compiled code (`compiled/simple.py`)."""
        return 0 if self.kind == "random" else 1 + self.gap


@runtime_checkable
class HasCompiledSpec(Protocol):
    """A bot with a compiled twin on some sheets."""

    def compiled(self, variant: Variant, players: int) -> CompiledSpec | None:
        """The twin at a table of so many players; None where there is none."""
        ...


def compiled_spec_of(bot: object, variant: Variant, players: int) -> CompiledSpec | None:
    """The compiled twin of a bot on this sheet; None for a bot that has none.

    >>> from rowlock.bots import Greedy
    >>> from rowlock.variants import load_variant
    >>> compiled_spec_of(Greedy(3), load_variant("classic"), players=2).gap
    3
    """
    return bot.compiled(variant, players) if isinstance(bot, HasCompiledSpec) else None
