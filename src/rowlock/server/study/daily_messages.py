"""The game of the day over the wire. Nobody sends a score: the server has the moves."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from rowlock.protocol.base import RawName, Wire
from rowlock.reviews.model import Unit

Group: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
"""A group's link: whoever has it sees its board and may be on it."""


class StartDay(Wire):
    """POST /api/days/{date}. Without a key one is made; with one its try goes on."""

    name: RawName
    groups: Annotated[tuple[Group, ...], Meta(max_length=5)] = ()
    """The groups that see this try."""


class DayStarted(Wire):
    table: str
    token: str
    """The key of the player: to this table, and to the tries of other days."""


class DayInfo(Wire):
    """GET /api/days/{date}: which game it is and, with a key, what has come of it."""

    date: str
    variant: str
    players: int
    level: str | None
    """Who is played against."""
    open: bool
    """Whether it can be played now: a day before to a day after the date, by UTC."""
    keep_days: float
    """Everything about a day is deleted so many days after it was played."""
    table: str | None = None
    """The player's own game."""
    over: bool = False
    """Whether that has ended."""
    deleted: bool = False
    """Whether the player has played and deleted it: a day has one try."""


class DayResult(Wire):
    """GET /api/days/{date}/result: what the player's own game comes to."""

    date: str
    variant: str
    players: int
    unit: Unit
    exact: bool
    """False: judged by the network or by rules of thumb, which is approximate."""
    expected: float
    """What the game was worth before the first roll."""
    given_away: float
    luck: float
    result: float
    """The score of one who played alone, else the share of the win."""
    score: int
    place: int | None
    """None where it is not ranked, because a bot has answered for the player."""
    ranked: int
    """How many are on the board."""
    share: str
    """Lines to send to friends, in the language that was asked for."""
    rival: int | None = None
    """The bot's points on a day for two."""
    exact_score: int | None = None
    """What the exact policy makes of the same dice, once the day is over."""


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
    """Names need not differ: of two called Ann on this board, who began later is number 2."""


class DayBoard(Wire):
    """GET /api/days/{date}/board, of all players or with ?group= of a group."""

    date: str
    unit: Unit
    ranked: int
    lines: tuple[DayLine, ...]
    """The first hundred."""
    exact_score: int | None = None
    """What the exact policy makes of the dice, once the day is over."""


class JoinGroup(Wire):
    """POST /api/days/{date}/groups: show the own try to a group, too."""

    group: Group


class NewGroup(Wire):
    """POST /api/groups: a link that nobody can guess."""

    group: Group


class GroupLeft(Wire):
    """DELETE /api/groups/{group}: whose key it is stands on no board of the group any more."""

    group: Group


class DayDeleted(Wire):
    """DELETE /api/days/{date}: the own try, its game and its line on the boards."""

    date: str
