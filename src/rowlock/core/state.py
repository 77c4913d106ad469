"""The state of a game: frozen values, and nothing that acts on them.

A `Game` is everything: public sheets, the roll, and the hidden answers of an action under way.
What a seat may know of it is a `View` (see `view.py`).

Seats count from 0 in code and from 1 in every text that people read.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.cards import CardTable
from rowlock.core.event import Event, Reason
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft
from rowlock.variants.variant import LuckyPair, Variant

Stage: TypeAlias = Literal["roll", "deal", "take", "action1", "action2", "over"]
Phase: TypeAlias = Literal["roll", "deal", "take", "action1", "choice", "action2", "over"]


class Roll(Struct, frozen=True, gc=False):
    """Two white dice and one die of each colour; None for a removed die.

    >>> from rowlock import Roll
    >>> dice = Roll(white=(4, 1), colours=(3, 2, None, 6))
    >>> print(dice)
    41 32-6
    """

    white: tuple[int, int]
    colours: tuple[int | None, ...]

    @property
    def white_sum(self) -> int:
        """The number of action 1.

        >>> from rowlock import parse_roll
        >>> parse_roll("41 3256").white_sum
        5
        """
        return self.white[0] + self.white[1]

    def __str__(self) -> str:
        coloured = "".join("-" if die is None else str(die) for die in self.colours)
        return f"{self.white[0]}{self.white[1]} {coloured}"


class Answer(Struct, frozen=True, gc=False):
    """A seat's answer to the action under way: its move, its choices, what they do."""

    moves: tuple[Move, ...]
    draft: Draft

    @property
    def is_complete(self) -> bool:
        """Whether no choice is owed any more."""
        return not self.draft.tied


class Game(Struct, frozen=True, kw_only=True, dict=True):
    """A position. Make one with `new_game`, move on with `roll` and `play`.

    >>> from rowlock import new_game
    >>> game = new_game("classic", ["Ann", "Ben"])
    >>> game.phase, game.turn, game.names[game.active]
    ('roll', 1, 'Ann')
    >>> print(game)
    classic 1 1 roll; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0
    """

    variant: Variant
    names: tuple[str, ...]
    lucky: tuple[LuckyPair, ...]
    """Longo: the lucky numbers of each seat; empty elsewhere."""
    sheets: tuple[Sheet, ...]
    """The sheets after the last completed action."""
    active: int
    stage: Stage
    turn: int = 1
    closed: int = 0
    """Bit mask of the rows closed for the whole table; the same dice are out."""
    roll: Roll | None = None
    answers: tuple[Answer | None, ...]
    """What each seat has answered in the action under way; hidden until all are in (C-11)."""
    crossed: bool = False
    """Whether the active player crossed something in action 1 of this turn (C-08)."""
    reason: Reason | None = None
    cards: CardTable | None = None
    """The hands and piles of the card game; None with dice."""

    @property
    def phase(self) -> Phase:
        """What is awaited now; `choice` while nothing but choices is owed."""
        if self.stage == "action1" and None not in self.answers:
            return "choice"
        if self.stage == "action2" and self.answers[self.active] is not None:
            return "choice"
        return self.stage

    def __str__(self) -> str:
        from rowlock.core.text import format_position  # it knows this class

        return format_position(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == "over"

    @property
    def seats(self) -> range:
        """The numbers of the seats, from 0."""
        return range(len(self.names))

    @property
    def announced(self) -> int:
        """The number of action 1: the white sum, or the top of the pile; 0 before it."""
        if self.stage != "action1" and self.stage != "action2":
            return 0
        if self.cards is not None:
            return self.cards.pile[0].number
        return sum(self.roll.white) if self.roll else 0


class Step(Struct, frozen=True, gc=False):
    """What a move gives back: the new state and, in order, what happened.

    >>> from rowlock import new_game, parse_roll, play, roll
    >>> game = roll(new_game("classic", ["Ann"]), parse_roll("41 3256")).state
    >>> step = play(game, 0, "r5")
    >>> print(step.state)
    classic 1 1 action2+ 41 3256; "Ann" r5 y- g- b- x0
    >>> step.events
    (Crossed(seat=0, cell='r5', source='white'),)
    """

    state: Game
    events: tuple[Event, ...] = ()
