"""The fair dice of a table: all its chance, drawn from one key (`core/seeded_dice.py`).

Where the key comes from is told by `origin.py`.
"""

from __future__ import annotations

from rowlock.core.seeded_dice import SeededDice


class FairDice(SeededDice):
    """All chance of one table; a die that is out is not drawn."""
