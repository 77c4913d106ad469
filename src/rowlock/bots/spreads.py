"""The errors of the levels for people (`levels.py`)."""

SPREADS = {"gentle": 0.112, "easy": 0.082, "medium": 0.06, "hard": 0.038, "champion": 0.0}
"""The error of each level, from the weakest to the strongest."""
