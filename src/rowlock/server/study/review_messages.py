"""Messages of reviews: the result of `rowlock.reviews`, and the sheets that belong to it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import Wire
from rowlock.protocol.catalogue import VariantInfo
from rowlock.protocol.server_messages import RollView, SheetView
from rowlock.reviews.levels import GivenAway, LevelEquivalent
from rowlock.reviews.model import DecisionReview, Review

MAX_RECORD = 32 * 1024
"""Maximum number of characters in a posted record; a long five-player game has 10,000."""
MAX_BODY = 2 * MAX_RECORD
"""Maximum size of the JSON in bytes, in which line ends and many letters take several bytes."""


class ReviewRequest(Wire):
    """POST /api/reviews: a record of any server. It is not stored."""

    record: Annotated[str, Meta(max_length=MAX_RECORD)]
    rollouts: bool = False
    """Also play out costly choices, which takes seconds and gives reasons."""


class ReviewDesk(Wire):
    """GET /api/reviews: the progress of preparations for reviews."""

    ready: bool
    """False until the code for reviews is compiled, once per installation: a minute or two."""
    making: bool = False
    """Whether an exact table is being computed."""
    share: float | None = None
    """Its progress from 0 to 1, if known."""


class LevelRequest(Wire):
    """POST /api/levels: what a player gave away in their last games. Nothing is stored."""

    games: Annotated[tuple[GivenAway, ...], Meta(max_length=100)]


class LevelKind(Wire):
    """A kind of table."""

    variant: str
    players: int


class LevelFound(Wire):
    """The levels that these games resemble."""

    fewest: int
    """Minimum number of games for an estimate."""
    counted: int
    """Number of games on kinds of tables for which the levels were measured."""
    level: LevelEquivalent | None = None
    """None if there are fewer."""
    kinds: tuple[LevelKind, ...] = ()
    """The kinds of tables on which the levels were measured."""


class ReviewedDecision(DecisionReview, frozen=True, kw_only=True):
    """A decision, and the seat's sheet before it."""

    sheet: SheetView
    closed: tuple[int, ...]
    """Rows that were closed for everyone by then."""


class ReviewedTurn(Wire):
    """A turn: the sheets before its roll, and all answers."""

    turn: int
    dice: RollView | None
    """None in the card game."""
    sheets: tuple[SheetView, ...]
    closed: tuple[int, ...]
    columns: tuple[tuple[str, ...], ...]
    """The answer of every seat, as in a record; `x` is the penalty."""


class Reviewed(Review, frozen=True, kw_only=True):
    """The response to GET /api/tables/{table}/review and POST /api/reviews."""

    names: tuple[str, ...]
    cards: bool
    """Whether it was a card game."""
    lucky: tuple[tuple[int, int], ...]
    rolled_out: bool
    """Whether costly choices were played out."""
    decisions: tuple[ReviewedDecision, ...]
    turns: tuple[ReviewedTurn, ...]
    """Every turn; in card games without rolls and luck."""
    sheets: tuple[SheetView, ...]
    """The final sheets."""
    closed: tuple[int, ...]
    own: VariantInfo | None = None
    """The sheet, if it is not in the catalogue."""
    seat_sheets: tuple[VariantInfo, ...] = ()
    """The sheet of each seat, if they differ; `variant` then lists their ids."""
    you: tuple[int, ...] = ()
    """The caller's seats, from 1: those of the token, or those that a posted record names."""
    making: bool = False
    """Whether the exact table for this game is being computed: ask again later."""
