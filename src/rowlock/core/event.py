"""Events of a game, in the order in which they happen.

Seats and rows count from 0. All events of an action are published when the action ends, so that
they do not reveal hidden answers early (C-11).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Source: TypeAlias = Literal["white", "lucky", "swap", "colour", "card", "bonus", "chain"]
Reason: TypeAlias = Literal["two_rows_closed", "four_penalties"]


class Crossed(Struct, frozen=True, gc=False, tag="crossed"):
    """A cell is crossed. `source` is what allowed it.

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 1 1 action1 41 3256; "Ann" r- y- g- b- x0')
    >>> play(game, 0, "r5").events
    (Crossed(seat=0, cell='r5', source='white'),)
    """

    seat: int
    cell: str
    source: Source


class LockCrossed(Struct, frozen=True, gc=False, tag="lock_crossed"):
    """A lock is crossed, together with a last cell of its row (C-09).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 6 1 action1 66 1111; "Ann" r2,3,4,5,6 y- g- b- x0')
    >>> play(game, 0, "r12").events[1]
    LockCrossed(seat=0, row=0)
    """

    seat: int
    row: int


class BarStruck(Struct, frozen=True, gc=False, tag="bar_struck"):
    """A square of the bonus bar is struck. `used` is False if its row was closed (BA-05).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('bonus_a 1 1 action1 12 3256; "Ann" r- y- g- b- x0 =............')
    >>> play(game, 0, "r3").events[1:]
    (BarStruck(seat=0, square=0, used=True), Crossed(seat=0, cell='r4', source='bonus'))
    """

    seat: int
    square: int
    used: bool


class BonusEarned(Struct, frozen=True, gc=False, tag="bonus_earned"):
    """All cells of a symbol are crossed, which earns its bonus (BB-01).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('bonus_b 4 1 action1 26 1111; "Ann" r- y- g- b10 x0')
    >>> play(game, 0, "r8").events[1]
    BonusEarned(seat=0, symbol='square')
    """

    seat: int
    symbol: str


class CrossLapsed(Struct, frozen=True, gc=False, tag="cross_lapsed"):
    """A bonus cross is lost because its row cannot take it (BA-04, BB-02).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('bonus_b 4 1 action1 16 1111; "Ann" r11 y- g- b7 x0')
    >>> play(game, 0, "y7").events[2]
    CrossLapsed(seat=0, row=0)
    """

    seat: int
    row: int


class RowClosed(Struct, frozen=True, gc=False, tag="row_closed"):
    """A row closes for all players (C-10), or in the card game only for `seats` (K-05).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 6 1 action1 66 1111; "Ann" r2,3,4,5,6 y- g- b- x0')
    >>> play(game, 0, "r12").events[2]
    RowClosed(row=0, seats=(0,))
    """

    row: int
    seats: tuple[int, ...]


class DieRemoved(Struct, frozen=True, gc=False, tag="die_removed"):
    """The die of a closed row leaves the game (C-10).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 6 1 action1 66 1111; "Ann" r2,3,4,5,6 y- g- b- x0')
    >>> play(game, 0, "r12").events[3]
    DieRemoved(colour=0)
    """

    colour: int


class PenaltyTaken(Struct, frozen=True, gc=False, tag="penalty"):
    """The active player crossed nothing in either action and takes a penalty (C-08).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 1 1 action2 41 3256; "Ann" r- y- g- b- x0')
    >>> play(game, 0, "-").events
    (PenaltyTaken(seat=0, penalties=1),)
    """

    seat: int
    penalties: int
    """Penalties of this seat, this one included."""


class CardsPlayed(Struct, frozen=True, gc=False, tag="cards_played"):
    """Card game: the cards played and discarded, as text: `r3`, or `j5` for a joker.

    >>> from random import Random
    >>> from rowlock import deal, new_game, play, shuffled_cards
    >>> game = new_game("classic", ["Ann"], cards=True)
    >>> game = deal(game, shuffled_cards(game, Random(1))).state
    >>> game = play(play(game, 0, "t7").state, 0, "-").state
    >>> play(game, 0, "+y2").events[0]
    CardsPlayed(seat=0, cards=('y2',))
    """

    seat: int
    cards: tuple[str, ...]


class GameOver(Struct, frozen=True, gc=False, tag="game_over"):
    """The game ends: two rows are closed, or a player has four penalties (C-13).

    >>> from rowlock import parse_position, play
    >>> game = parse_position('classic 9 1 action2 41 3256; "Ann" r- y- g- b- x3')
    >>> play(game, 0, "-").events[-1]
    GameOver(reason='four_penalties')
    """

    reason: Reason


Event: TypeAlias = (
    Crossed
    | LockCrossed
    | BarStruck
    | BonusEarned
    | CrossLapsed
    | RowClosed
    | DieRemoved
    | PenaltyTaken
    | CardsPlayed
    | GameOver
)
"""Any event; use `match` to distinguish them.

>>> from rowlock import PenaltyTaken, parse_position, play
>>> game = parse_position('classic 1 1 action2 41 3256; "Ann" r- y- g- b- x0')
>>> for event in play(game, 0, "-").events:
...     match event:
...         case PenaltyTaken(seat=seat):
...             print(game.names[seat], "takes a penalty")
Ann takes a penalty
"""
