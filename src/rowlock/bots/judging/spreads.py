"""How far the networks are off."""

from __future__ import annotations

from rowlock.variants.variant import Variant

NETWORK_SPREADS = {
    "classic": 0.006,
    "mixx_a": 0.014,
    "mixx_b": 0.012,
    "longo": 0.02,
    "bonus_a": 0.017,
    "bonus_b": 0.019,
    "double_b": 0.01,
    "double_a": 0.036,
    "connected_steps": 0.022,
    "connected_chain": 0.015,
    "x_change": 0.032,
    "big_points": 0.031,
}
"""How far the networks are off in the difference of two candidates of one decision.

Measured with two players by thousands of games from each candidate of 24 to 140 close decisions
(`bench/bots_figures.py rollouts`), right within a third; the last five more roughly, by a thousand
games from each candidate of 16 decisions. If we trusted them less, the luck of the thousand games
of half a second would decide. Weights that are trained anew want this measured anew.
"""
OTHER_SPREAD = 0.02
"""The same where a sheet goes by a name of one's own."""


def network_spread(variant: Variant) -> float:
    """The spread of a sheet's network."""
    return NETWORK_SPREADS.get(variant.id, OTHER_SPREAD)
