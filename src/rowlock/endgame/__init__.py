"""Exact ends: the win share of every answer where the rest of a game can be computed."""
