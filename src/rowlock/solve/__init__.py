"""Exact best play of one sheet: expected points by backward induction."""
