"""Exact solver: the expected points of a sheet under perfect play, by backward induction."""
