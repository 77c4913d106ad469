"""A game small enough to be known exactly, and what a player is worth in it."""
