"""Events of a table beyond those of the core.

The table keeps all events, in the order in which they are shown, for clients that reconnect;
`event_messages.py` turns them into messages.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rowlock.core.event import Event
from rowlock.core.state import Roll
from rowlock.notation.record import CardTurn, Turn


class FinishedTurn(Struct, frozen=True):
    """A turn as in the record, and its active seat."""

    item: Turn | CardTurn
    active: int


class ChatEntry(Struct, frozen=True):
    seq: int
    member: int
    seat: int | None
    name: str
    text: str
    at: float
    """Unix seconds."""
    key: str = ""
    """Identifies the line, so that one that is sent twice is stored once."""


class RollMade(Struct, frozen=True):
    turn: int
    seat: int
    roll: Roll


class NumbersTaken(Struct, frozen=True):
    """Card game: numbers taken from the display, and the number announced."""

    seat: int
    numbers: tuple[int, ...]
    announced: int | None


class AnswersRevealed(Struct, frozen=True):
    """All answers of an action, seat by seat; None for a seat that was not asked."""

    ask: str
    moves: tuple[tuple[str, ...] | None, ...]


class TurnFinished(Struct, frozen=True):
    turn: FinishedTurn


class SeatTaken(Struct, frozen=True):
    seat: int
    name: str


class SeatLeft(Struct, frozen=True):
    """The seat's player has left or was removed."""

    seat: int
    name: str
    kicked: bool


class CoverChanged(Struct, frozen=True):
    """A bot plays for the seat, or its player is back."""

    seat: int
    covered: bool


class GameStarted(Struct, frozen=True):
    first: int


class StartRepeated(Struct, frozen=True):
    """Not all shares were opened: another round with another seed."""

    round: int
    names: tuple[str, ...]
    """The players whose shares were missing."""


class PauseChanged(Struct, frozen=True):
    paused: bool


class TimeRanOut(Struct, frozen=True):
    seat: int


class TimeBeganAgain(Struct, frozen=True):
    """Over days: a seat has asked for more time."""

    seat: int


class EndWished(Struct, frozen=True):
    """Over days: a player wants to end the game, or no longer."""

    seat: int
    wanted: bool


class LineChatted(Struct, frozen=True):
    line: ChatEntry


class StrokeMade(Struct, frozen=True):
    """Real dice: a stroke and the cells that it crossed."""

    seat: int
    kind: str
    cells: tuple[str, ...] = ()
    row: int | None = None


Happening: TypeAlias = (
    Event
    | RollMade
    | NumbersTaken
    | AnswersRevealed
    | TurnFinished
    | SeatTaken
    | SeatLeft
    | CoverChanged
    | GameStarted
    | StartRepeated
    | PauseChanged
    | TimeRanOut
    | TimeBeganAgain
    | EndWished
    | LineChatted
    | StrokeMade
)
