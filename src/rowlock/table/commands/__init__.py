"""Decides about commands of members: an outcome, or a refusal.

`dispatch.py` chooses the function for each command; nothing here changes the table.
"""
