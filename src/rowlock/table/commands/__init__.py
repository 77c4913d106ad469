"""Whether a member's wish is granted: intents in, outcomes out, or a refusal.

`dispatch.py` says which function decides about which intent; nothing here changes anything.
"""
