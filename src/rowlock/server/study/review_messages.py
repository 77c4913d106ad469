"""A review over the wire: what `rowlock.reviews` says, and the sheets to look at beside it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import Wire
from rowlock.protocol.catalogue import VariantInfo
from rowlock.protocol.server_messages import RollView, SheetView
from rowlock.reviews.levels import GivenAway, LevelEquivalent
from rowlock.reviews.model import DecisionReview, Review

MAX_RECORD = 32 * 1024
"""The most characters of a posted record; a long game of five has 10,000."""
MAX_BODY = 2 * MAX_RECORD
"""The same as JSON, where a line ends in two bytes and a foreign letter has several."""


class ReviewRequest(Wire):
    """POST /api/reviews: a record of any server. It is judged and forgotten."""

    record: Annotated[str, Meta(max_length=MAX_RECORD)]
    rollouts: bool = False
    """Also play costly choices on to the end, which takes seconds and tells why."""


class ReviewDesk(Wire):
    """GET /api/reviews: what somebody who waits for a review is told."""

    ready: bool
    """False until what reviews run is compiled, once after an installation: a minute or two."""
    making: bool = False
    """Whether an exact table is being made here."""
    share: float | None = None
    """How much of it is done, from 0 to 1, where that is known."""


class LevelRequest(Wire):
    """POST /api/levels: what somebody gave away in their last games. Nothing of it is kept."""

    games: Annotated[tuple[GivenAway, ...], Meta(max_length=100)]


class LevelKind(Wire):
    """A kind of table."""

    variant: str
    players: int


class LevelFound(Wire):
    """Which levels these games look like."""

    fewest: int
    """Games that it takes at the least."""
    counted: int
    """Those that count: on a kind of table where the levels were measured."""
    level: LevelEquivalent | None = None
    """None where fewer count."""
    kinds: tuple[LevelKind, ...] = ()
    """The kinds of tables on which the levels were measured."""


class ReviewedDecision(DecisionReview, frozen=True, kw_only=True):
    """A decision, and what the seat had before it."""

    sheet: SheetView
    closed: tuple[int, ...]
    """Rows that were closed for the whole table by then."""


class ReviewedTurn(Wire):
    """A turn: the table before its roll, and what everybody answered."""

    turn: int
    dice: RollView | None
    """None in the card game."""
    sheets: tuple[SheetView, ...]
    closed: tuple[int, ...]
    columns: tuple[tuple[str, ...], ...]
    """What every seat answered, as in a record; `x` is the penalty."""


class Reviewed(Review, frozen=True, kw_only=True):
    """GET /api/tables/{table}/review and POST /api/reviews."""

    names: tuple[str, ...]
    cards: bool
    """Played with cards instead of dice."""
    lucky: tuple[tuple[int, int], ...]
    rolled_out: bool
    """Whether costly choices were played on."""
    decisions: tuple[ReviewedDecision, ...]
    turns: tuple[ReviewedTurn, ...]
    """Every turn; the card game has them without rolls and luck."""
    sheets: tuple[SheetView, ...]
    """At the end."""
    closed: tuple[int, ...]
    own: VariantInfo | None = None
    """The sheet, where it is not in the catalogue."""
    you: tuple[int, ...] = ()
    """The seats of who asks, counted from 1: by the token, or named by a posted record."""
    making: bool = False
    """Whether the exact table is being made that would judge this game: ask again in a while."""
