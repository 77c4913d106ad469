"""What a bot is: it sees what its seat may see and answers with a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rowlock.core.move import Move
from rowlock.core.view import View

if TYPE_CHECKING:  # the generator is the caller's; `import rowlock` is quick without it
    import random


class Bot(Protocol):
    """A player made of code: a class with this one method.

    A bot keeps nothing between calls, so one object may play many games at once.

    >>> from random import Random
    >>> from rowlock import Roll, new_game, roll, view
    >>> class First:
    ...     def choose(self, view, rng):
    ...         return view.legal[-1]
    >>> game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> str(First().choose(view(game, seat=0), Random(1)))
    'b5'
    """

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.legal`. All chance must come from `rng`."""
        ...
