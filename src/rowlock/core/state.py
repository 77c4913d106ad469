"""The state of a game as frozen values. Functions on them are in other modules.

A `Game` contains everything: the sheets, the roll, and the hidden answers of the current action.
What a seat may see of it is a `View` (`view.py`).

Seats count from 0 in code and from 1 in all text for people.

A game can be written on one line, for example in a bug report (`notation/position.py` reads it):

    classic 5 2 action1 41 3256; "Ann" r2,3 y- g- b- x0 : r5; "Ben" r- y- g- b- x1

A position lists the variant (`id@digest` for a custom sheet; one for each seat, separated by
commas, if they differ; `+cards` or `+jokers` for the card game), turn, active seat, stage
(`action2+` if the active player crossed in action 1) and dice; then for each seat its name, sheet,
lucky pair and hand, and after a colon its answers in the current action. A card game ends with
display, pile and discards.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.cards import CardTable
from rowlock.core.event import Event, Reason
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet, format_sheet
from rowlock.core.sheet_rules import Draft
from rowlock.variants.load import BUILT_IN
from rowlock.variants.together import are_equal, only_variant
from rowlock.variants.variant import NO_PAIR, LuckyPair, Variant

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
        """The sum of the white dice, which is the number of action 1.

        >>> from rowlock import parse_roll
        >>> parse_roll("41 3256").white_sum
        5
        """
        return self.white[0] + self.white[1]

    def __str__(self) -> str:
        coloured = "".join("-" if die is None else str(die) for die in self.colours)
        return f"{self.white[0]}{self.white[1]} {coloured}"


class Answer(Struct, frozen=True, gc=False):
    """A seat's answer to the current action: its moves and their result so far."""

    moves: tuple[Move, ...]
    draft: Draft

    @property
    def is_complete(self) -> bool:
        """Whether the answer needs no further choice."""
        return not self.draft.tied


class Game(Struct, frozen=True, kw_only=True):
    """A position. Create one with `new_game` and continue with `roll` and `play`.

    >>> from rowlock import new_game
    >>> game = new_game("classic", ["Ann", "Ben"])
    >>> game.phase, game.turn, game.names[game.active]
    ('roll', 1, 'Ann')
    >>> print(game)
    classic 1 1 roll; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0
    """

    variants: tuple[Variant, ...]
    """The printed sheet of each seat."""
    names: tuple[str, ...]
    """The players in seat order."""
    lucky: tuple[LuckyPair, ...]
    """The lucky numbers of each seat: `NO_PAIR` for a sheet without; empty if no sheet has any."""
    sheets: tuple[Sheet, ...]
    """The sheets after the last completed action."""
    active: int
    """The seat whose turn it is, counted from 0."""
    stage: Stage
    """The part of the turn; `phase` says more exactly what the game waits for."""
    turn: int = 1
    """Counted from 1."""
    closed: int = 0
    """The rows closed for the whole table, as a bit mask: 1 red, 2 yellow, 4 green, 8 blue. Their
    dice are removed as well."""
    roll: Roll | None = None
    """The dice on the table; None before a roll and with cards."""
    answers: tuple[Answer | None, ...]
    """The answer of each seat in the current action; hidden until all are in (C-11)."""
    crossed: bool = False
    """Whether the active player crossed something in action 1 of this turn (C-08)."""
    reason: Reason | None = None
    """Why the game ended; None before the end."""
    cards: CardTable | None = None
    """The hands and piles of the card game; None with dice."""

    @property
    def variant(self) -> Variant:
        """The sheet of all seats. Refuses a table whose seats have different ones."""
        return only_variant(self.variants)

    @property
    def sides(self) -> int:
        """The sides of every die, which the sheets of a table agree on."""
        return self.variants[0].sides

    @property
    def phase(self) -> Phase:
        """The phase the game is in; `choice` if only choices of rows are missing."""
        if self.stage == "action1" and None not in self.answers:
            return "choice"
        if self.stage == "action2" and self.answers[self.active] is not None:
            return "choice"
        return self.stage

    def __str__(self) -> str:
        return format_position(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == "over"

    @property
    def seats(self) -> range:
        """The seat numbers, from 0."""
        return range(len(self.names))

    @property
    def announced(self) -> int:
        """The number of action 1: the white sum or the top of the pile; 0 before the roll or
        take."""
        if self.stage != "action1" and self.stage != "action2":
            return 0
        if self.cards is not None:
            return self.cards.pile[0].number
        return sum(self.roll.white) if self.roll else 0


def no_such_seat(game: Game, seat: int) -> str:
    """The sentence for a seat that does not exist; programs count seats from 0."""
    return f"there is no seat {seat} at this table (expected 0 to {len(game.names) - 1})"


class Step(Struct, frozen=True, gc=False):
    """The result of a move: the new state, and the events in order.

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


def format_position(game: Game) -> str:
    """The whole state on one line, including hidden answers and cards.

    >>> from rowlock import format_position, new_game
    >>> format_position(new_game("longo", ["Ann"]))
    'longo 1 1 roll; "Ann" r- y- g- b- x0 5&10'
    """
    return "; ".join([_format_head(game), *(_format_seat(game, s) for s in game.seats)]) + (
        _format_table(game.cards) if game.cards is not None else ""
    )


def _format_head(game: Game) -> str:
    variants = game.variants[:1] if are_equal(game.variants) else game.variants
    name = ",".join(v.id if v.id in BUILT_IN else f"{v.id}@{v.digest}" for v in variants)
    if game.cards is not None:
        name += "+jokers" if game.cards.jokers else "+cards"
    stage = game.stage + ("+" if game.crossed else "")
    words = [name, str(game.turn), str(game.active + 1), stage]
    if game.roll is not None:
        words.append(str(game.roll))
    if game.reason is not None:
        words.append(game.reason)
    return " ".join(words)


def _format_seat(game: Game, seat: int) -> str:
    words = [f'"{game.names[seat]}"', format_sheet(game.variants[seat], game.sheets[seat])]
    if game.lucky and game.lucky[seat] != NO_PAIR:
        words.append("{}&{}".format(*game.lucky[seat]))
    if game.cards is not None and game.cards.hands:
        words.append("hand " + " ".join(map(str, game.cards.hands[seat])))
    answer = game.answers[seat]
    if answer is not None:
        words += [":", *map(str, answer.moves)]
    return " ".join(words)


def _format_table(table: CardTable) -> str:
    parts = (("display", table.display), ("pile", table.pile), ("discards", table.discards))
    return "".join("; " + " ".join([name, *map(str, cards)]) for name, cards in parts)
