"""Fields of an evaluator's description, JUDGE integers; `AT_` is an index into the weights."""

from __future__ import annotations

KIND = 0
STATES = 1
AT_ROWS = 2
AT_PENALTY = 3
HIDDEN = 4
SECOND = 5
PENALTY_STATES = 6
AT_LUCKY = 7
AT_BAR = 8
AT_SYMBOLS = 9
AT_SCALARS = 10
AT_BIAS = 11
AT_SECOND = 12
AT_SECOND_BIAS = 13
AT_LAST = 14
AT_LAST_BIAS = 15
AT_NOISE = 16
LOOKS_AROUND = 17
AT_PEOPLE = 18
AT_NEAR = 19
PEOPLE_JUDGE = 20
"""Offset of the heuristic within a network's description; it predicts the answers of people."""
SIMPLE = 24
"""The number of a simple bot (`compiled/simple.py`)."""
AT_TRAITS = 25
TRAIT_LINES = 26
HAS_EXTRAS = 27
"""Whether a network has inputs that only some sheets have."""
JUDGE = 28

# Kinds of evaluators.
HEURISTIC = 0
RACE = 1
NETWORK = 2
NO_JUDGE = 3
"""A simple bot without an evaluator."""
SOLO_NETWORK = 4
"""A network for solo games, whose value is in points."""
