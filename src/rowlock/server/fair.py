"""The fair dice of a table: all its chance, drawn from one key (`core/keyed.py`).

Where the key comes from is told by `fair_origin.py`.
"""

from __future__ import annotations

from rowlock.core.keyed import KeyedChance


class FairDice(KeyedChance):
    """All chance of one table; a die that is out is not drawn."""
