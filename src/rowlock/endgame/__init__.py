"""Endgame solver: exact win shares of all answers when the rest of a game can be computed."""
