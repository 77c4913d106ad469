"""Everything that decides what a table does by itself: the table, who is present, and times."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rowlock.core.state import Stage
from rowlock.table.drafts import Drafts
from rowlock.table.state import Table


class Presence(Struct, frozen=True):
    """Who is connected to a table."""

    members: frozenset[int] = frozenset()
    """Members with an open connection."""
    gone_since: Mapping[int, float] = {}
    """When the last connection of a member closed, by the monotonic clock."""


class Timing(Struct, frozen=True):
    """Times that the log does not record, by the monotonic clock."""

    moment: tuple[int, Stage] | None = None
    """The turn and stage that `deadline` belongs to."""
    deadline: float | None = None
    """When the time for the open question is up; None without a clock."""
    start_step: object = None
    """The step of the start that is due: its round, and the list if it is fixed."""
    start_deadline: float = 0.0
    absent_since: Mapping[int, float] = {}
    """Members with a seat and without a connection."""
    notify_at: Mapping[int, float] = {}
    """When absent members that the table waits for are notified."""
    notified: frozenset[int] = frozenset()
    """Members who have been notified of their present absence."""
    last_notified: Mapping[int, float] = {}
    more_time: int = 0
    """Over days: how often the time for the open question has begun again."""
    question: str = ""
    """Over days: the question to which `notify_at` and `announce_at` belong."""
    told: Mapping[int, str] = {}
    """Over days: the last question of which each member has been notified. Stored, so that none is
    repeated."""
    announced: str = ""
    """Over days: the last question that was announced to the webhook."""
    announce_at: float | None = None
    """When the open question is announced."""


class Situation(Struct, frozen=True):
    """Everything that decides what a table does by itself."""

    table: Table
    presence: Presence
    timing: Timing
    drafts: Drafts
    now: float
    """Seconds of the monotonic clock."""
    wall: float
    """Unix seconds, for the entries."""
    new_seed: str = ""
    """A fresh secret seed, used if the start has to be repeated."""
    notifies: bool = False
    """Whether notifications can be sent at all."""

    @property
    def is_moving(self) -> bool:
        """Whether a game with turns is under way, not paused, with at least one person present
        (over days also with none).

        Members who only ask for a seat do not count.
        """
        table = self.table
        return (
            table.stage == "playing"
            and table.scribe is not None
            and not table.paused
            and (table.options.over_days or not self.presence.members <= table.requests.keys())
        )
