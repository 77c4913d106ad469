"""What a bot is: it sees what its seat may see and answers with a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rowlock.core.move import Move
from rowlock.core.view import View

if TYPE_CHECKING:  # the generator is the caller's; `import rowlock` is quick without it
    import random
    from collections.abc import Sequence

    from rowlock.variants.variant import Variant


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


@runtime_checkable
class Prepares(Protocol):
    """A bot that has something to do before a game, however long that takes.

    At a table nobody waits for it: such a bot answers without it until it is done. Where many games
    are played, and the same seed is to give the same games, it is called before each of them.
    """

    def prepare(self, variant: Variant, players: int) -> None:
        """Do it now."""
        ...


def prepare_bots(bots: Sequence[object], variant: Variant) -> None:
    """Let every bot of a table prepare for a game with dice, if it wants to."""
    for bot in bots:
        if isinstance(bot, Prepares):
            bot.prepare(variant, len(bots))
