"""A second look at the best candidates of a decision, by playing them on.

One turn ahead the network judges the end of the turn. Where several candidates come out nearly
alike (`close_candidates.py`), each is played on with the same dice: one more turn (`next_turn.py`,
the bot `deep`) or to the end of the game (`rollouts.py`, the bot `rollout`).
"""
