"""How a bot describes its compiled version.

A bot that has one implements `compiled(variant, players)`. Simulations, matches, rollouts and
training call `compiled_spec_of`. If every seat has a compiled version, whole games run in compiled
code; it makes the same choices as the readable bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.variants.together import are_equal, for_seats
from rowlock.variants.variant import Variant

if TYPE_CHECKING:  # simple bots play where NumPy is not installed
    from rowlock.bots.evaluation.network import Network

LESS_ERROR = 0.13
"""Reduction of an error with each further player, as a share of that for two players."""

BotKind: TypeAlias = Literal["random", "greedy", "heuristic", "race", "network", "solo_network"]


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
    seats: tuple[CompiledSpec, ...] = ()
    """At a table with different sheets: how it decides on the sheet of each seat."""

    def on(self, seat: int) -> CompiledSpec:
        """How it decides on the sheet of this seat."""
        return self.seats[seat] if self.seats else self

    @property
    def is_simple(self) -> bool:
        """Whether the bot decides without an evaluator, so that the kernel plays it faster."""
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


@runtime_checkable
class HasMixedSpec(Protocol):
    """A bot whose choice of an evaluator depends on the sheets of all seats."""

    def compiled_among(self, variants: Sequence[Variant]) -> Sequence[CompiledSpec | None]:
        """The compiled version for the sheet of each seat, all with the same kind of evaluator."""
        ...


def compiled_spec_of(
    bot: object, variant: Variant | Sequence[Variant], players: int
) -> CompiledSpec | None:
    """The compiled version of a bot on this sheet, or with a sheet for each seat; None without one.

    >>> from rowlock.bots import Greedy
    >>> from rowlock.variants import load_variant
    >>> compiled_spec_of(Greedy(3), load_variant("classic"), players=2).gap
    3
    """
    variants = for_seats(variant, players)
    if not isinstance(bot, HasCompiledSpec):
        return None
    if are_equal(variants):
        return bot.compiled(variants[0], players)
    if isinstance(bot, HasMixedSpec):
        found = bot.compiled_among(variants)
    else:
        found = [bot.compiled(each, players) for each in variants]
    specs = tuple(spec for spec in found if spec is not None)
    if len(specs) < players or len({spec.kind for spec in specs}) > 1:
        return None
    return replace(specs[0], seats=specs)
