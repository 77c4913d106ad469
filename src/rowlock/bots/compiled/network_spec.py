"""The champion's networks as compiled specs, for the sheet of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.evaluation.evaluators import PEOPLE
from rowlock.bots.evaluation.network import load_network
from rowlock.variants.together import are_equal
from rowlock.variants.variant import Variant


def network_spec(variants: Sequence[Variant]) -> CompiledSpec:
    """The compiled network of a sheet, or the networks of the sheets of all seats."""
    specs = tuple(
        CompiledSpec("network", network=load_network(variant), looks_around=True, people=PEOPLE)
        for variant in variants
    )
    return specs[0] if are_equal(variants) else replace(specs[0], seats=specs)
