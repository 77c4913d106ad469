"""Improves the values of the best candidates of a decision by playing further.

The network evaluates the end of the turn. If several candidates are nearly equal
(`close_candidates.py`), each is continued with the same dice: for one more turn (`next_turn.py`,
the bot `deep`) or to the end of the game (`rollouts.py`, the bot `rollout`).
"""
