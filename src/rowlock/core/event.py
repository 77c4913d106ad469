"""What happened, in the order in which a person would tell it.

Seats and rows count from 0. Events of an action come out together when the action is over, so
that nothing of a hidden answer shows before its time (C-11).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Source: TypeAlias = Literal["white", "lucky", "colour", "card", "bonus"]
Reason: TypeAlias = Literal["two_rows_closed", "four_penalties"]


class Crossed(Struct, frozen=True, gc=False, tag="crossed"):
    seat: int
    cell: str
    source: Source


class LockCrossed(Struct, frozen=True, gc=False, tag="lock_crossed"):
    seat: int
    row: int


class BarStruck(Struct, frozen=True, gc=False, tag="bar_struck"):
    """A square of the bonus bar is struck; not `used` when its row was closed (BA-05)."""

    seat: int
    square: int
    used: bool


class BonusEarned(Struct, frozen=True, gc=False, tag="bonus_earned"):
    seat: int
    symbol: str


class CrossLapsed(Struct, frozen=True, gc=False, tag="cross_lapsed"):
    """A bonus cross that its row cannot take (BA-04, BB-02)."""

    seat: int
    row: int


class RowClosed(Struct, frozen=True, gc=False, tag="row_closed"):
    """The row is closed for everybody (C-10); in the card game for these seats alone (K-05)."""

    row: int
    seats: tuple[int, ...]


class DieRemoved(Struct, frozen=True, gc=False, tag="die_removed"):
    colour: int


class PenaltyTaken(Struct, frozen=True, gc=False, tag="penalty"):
    seat: int
    penalties: int
    """How many this seat has now."""


class CardsPlayed(Struct, frozen=True, gc=False, tag="cards_played"):
    """Card game: the cards laid open and discarded, as text: `r3`, `j5` for a joker."""

    seat: int
    cards: tuple[str, ...]


class GameOver(Struct, frozen=True, gc=False, tag="game_over"):
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
