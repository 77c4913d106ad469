"""Messages of the game of the day. Clients never send scores: the server has the moves."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from rowlock.protocol.base import RawName, Wire
from rowlock.reviews.model import Unit

Group: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
"""A group's link: anyone who has it can see its board and join it."""


class StartDay(Wire):
    """POST /api/days/{date}. Without a key a new one is created; with a key its attempt
    continues."""

    name: RawName
    groups: Annotated[tuple[Group, ...], Meta(max_length=5)] = ()
    """The groups that see this attempt."""


class DayStarted(Wire):
    table: str
    token: str
    """The key of the player: to this table, and to the attempts of other days."""


class DayInfo(Wire):
    """GET /api/days/{date}: which game it is and, with a key, the player's attempt."""

    date: str
    variant: str
    players: int
    level: str | None
    """The level of the opponent."""
    open: bool
    """Whether it can be played now: from a day before to a day after the date, by UTC."""
    keep_days: float
    """Days after a game until everything about it is deleted."""
    table: str | None = None
    """The player's own game."""
    over: bool = False
    """Whether that game is over."""
    deleted: bool = False
    """Whether the player has played and deleted it: there is one attempt per day."""


class DayResult(Wire):
    """GET /api/days/{date}/result: the result of the player's own game."""

    date: str
    variant: str
    players: int
    unit: Unit
    exact: bool
    """False if it was judged approximately, by the network or by rules of thumb."""
    expected: float
    """The expected result before the first roll."""
    given_away: float
    luck: float
    result: float
    """The score of a solo game, otherwise the share of the win."""
    score: int
    place: int | None
    """None if it is not ranked, because a bot has answered for the player."""
    ranked: int
    """Number of players on the board."""
    share: str
    """Lines to send to friends, in the requested language."""
    rival: int | None = None
    """The bot's points, if it is a two-player game."""
    exact_score: int | None = None
    """The score of the exact policy with the same dice, once the day is over."""


class DayLine(Wire):
    """A line of the board."""

    place: int
    name: str
    given_away: float
    exact: bool
    score: int
    rival: int | None = None
    you: bool = False
    namesake: int = 1
    """Number among players of the same name on this board, in the order in which they began."""


class DayBoard(Wire):
    """GET /api/days/{date}/board, of all players or with ?group= of a group."""

    date: str
    unit: Unit
    ranked: int
    lines: tuple[DayLine, ...]
    """The first hundred."""
    exact_score: int | None = None
    """The score of the exact policy with these dice, once the day is over."""


class JoinGroup(Wire):
    """POST /api/days/{date}/groups: also show the player's attempt to a group."""

    group: Group


class NewGroup(Wire):
    """POST /api/groups: a link that cannot be guessed."""

    group: Group


class GroupLeft(Wire):
    """DELETE /api/groups/{group}: the player is removed from all boards of the group."""

    group: Group


class DayDeleted(Wire):
    """DELETE /api/days/{date}: deletes the player's attempt, its game and its lines on the
    boards."""

    date: str
