"""What a bot is: it sees what its seat may see and answers with a legal move."""

from __future__ import annotations

import random
from typing import Protocol

from rowlock.core.move import Move
from rowlock.core.view import View


class Bot(Protocol):
    """A bot keeps nothing between calls, so one object may play many games at once."""

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.legal`. All chance must come from `rng`."""
        ...
