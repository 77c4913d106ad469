"""The exact win probability of a small game of two, with best play on both sides.

Action 1 is simultaneous, so that a roll is a matrix game: the mover's answers against the
other's, each pair worth what the best action 2 makes of it. Its value is what either can make
sure of whatever the other does; answers may have to be mixed. A position is worth the mean over
all rolls. There is no approximation in it but that of floating-point numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .matrix import Play, best_play
from .turns import End, Final, Middle, Position, Second, Turns, Window


class Rolled(NamedTuple):
    """One roll of a position, solved."""

    chance: float
    offers: list[Second]
    window: Window
    play: Play


class Solver:
    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.known: dict[Position, float] = {}

    def value(self, position: Position) -> float:
        """The win probability of the seat that rolls; a shared win counts half."""
        if position not in self.known:
            self.known[position] = sum(r.chance * r.play.value for r in self.rolls(position))
        return self.known[position]

    def worth(self, end: End) -> float:
        """The end of a turn, to the seat that moved."""
        return end.share if isinstance(end, Final) else 1 - self.value(end)

    def rolls(self, position: Position) -> Iterator[Rolled]:
        for white, chance in self.turns.whites():
            window = self.turns.window(position, white)
            worths = [[self.worths(middle) for middle in line] for line in window.middles]
            for colours in self.turns.colours(window, white):
                offers: list[Second | None] = [None, *colours.offers]
                matrix = [[best(worth, offers) for worth in line] for line in worths]
                yield Rolled(chance * colours.chance, colours.offers, window, best_play(matrix))

    def worths(self, middle: Middle) -> dict[Second | None, float]:
        """What each action 2 is worth, None being to cross nothing."""
        worths: dict[Second | None, float] = {None: self.worth(middle.nothing)}
        worths |= {second: self.worth(end) for second, end in middle.crosses.items()}
        return worths

    def second(self, middle: Middle, offers: Sequence[Second]) -> Second | None:
        """The best action 2."""
        return max((None, *offers), key=lambda second: self.worth(middle.after(second)))


def best(worths: dict[Second | None, float], offers: list[Second | None]) -> float:
    """What the best of these action 2 is worth."""
    return max([worths[second] for second in offers if second in worths])
