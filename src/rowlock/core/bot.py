"""The bot protocol: a bot receives what its seat may see and returns a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.variants.together import for_seats

if TYPE_CHECKING:  # keeps `import rowlock` fast: callers bring the generator
    import random
    from collections.abc import Sequence

    from rowlock.variants.variant import Variant


class Forfeit(Exception):
    """Raised by a bot that loses the game by a rule, such as a program that does not answer."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule


class Bot(Protocol):
    """A computer player: any class with this method.

    A bot keeps no state between calls, so one object can play many games at the same time.

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
        """Return one of `view.legal`. All randomness must come from `rng`."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A bot with slow preparation before a game, such as compiling or loading tables.

    A server does not wait for it: until `prepare` has finished, the bot must answer without it.
    Simulations and matches call it before every game, so that equal seeds give equal games.
    """

    def prepare(self, variant: Variant, players: int) -> None:
        """Do the slow work for games with this variant and number of players."""
        ...


def prepare_bots(bots: Sequence[object], variant: Variant | Sequence[Variant]) -> None:
    """Call `prepare` on every bot that has it, for a game with dice.

    If the seats have different sheets, a bot prepares each of them.
    """
    variants = list(dict.fromkeys(for_seats(variant, len(bots))))
    for bot in bots:
        if isinstance(bot, Prepares):
            for each in variants:
                bot.prepare(each, len(bots))
