"""Random rolls and shuffles, from a generator that the caller passes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.core.cards import Card, CardTable
from rowlock.core.state import Game, Roll
from rowlock.core.turn_cards import due_cards
from rowlock.variants.variant import ROWS

if TYPE_CHECKING:  # keeps `import rowlock` fast: callers bring the generator
    from random import Random


def random_roll(game: Game, rng: Random) -> Roll:
    """A fair roll of the dice that are still in play (C-05).

    >>> from random import Random
    >>> from rowlock import new_game, random_roll
    >>> print(random_roll(new_game("classic", ["Ann"]), Random(7)))
    32 4611
    """
    draw, sides, closed = rng.randrange, game.sides, game.closed
    white = (draw(sides) + 1, draw(sides) + 1)
    colours = [None if closed >> row & 1 else draw(sides) + 1 for row in ROWS]
    return Roll(white, tuple(colours))


def shuffled_cards(game: Game, rng: Random) -> tuple[Card, ...]:
    """The cards that must be dealt next, shuffled.

    >>> from random import Random
    >>> from rowlock import new_game, shuffled_cards
    >>> cards = shuffled_cards(new_game("classic", ["Ann"], cards=True), Random(1))
    >>> len(cards), str(cards[0])
    (44, 'g9')
    """
    cards = list(due_cards(game.cards or CardTable()))
    rng.shuffle(cards)
    return tuple(cards)
