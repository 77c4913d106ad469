"""The game of a day: which sheet, who plays, and all its chance. The scheme `rowlock-daily-1`.

    key   = SHA-256("rowlock-daily-1:" date ":" digest)        2026-11-16, the digest of its sheet
    block = HMAC(key, stream ":" number)                       numbers 0, 1, 2, ... as needed

A turn is rolled from the stream `roll:TURN`: six dice, white white red yellow green blue, in every
turn and whichever rows are locked, so that everyone gets the same dice. A byte is used if it is
below the largest multiple of the number of sides; the die is the remainder plus one. The dice of
closed rows are drawn and then dropped.

    Monday, Wednesday, Friday    classic, alone
    Saturday                     classic, two players: against the level `hard`
    Tuesday, Thursday, Sunday    another sheet, alone; one after the other

This must never change: days that were played stay as they were. A change needs a new scheme, for
days in the future.
"""

from __future__ import annotations

import datetime
import hashlib
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.seeded_dice import SixDice
from rowlock.errors import Unreadable
from rowlock.notation.record import Setup
from rowlock.variants import Variant, load_variant

Scheme: TypeAlias = Literal["rowlock-daily-1"]
SCHEME: Scheme = "rowlock-daily-1"
LEVEL = "hard"
"""The bot of Saturdays."""
SATURDAY = 5
OTHERS = (
    "mixx_a",
    "double_b",
    "longo",
    "mixx_b",
    "connected_chain",
    "bonus_a",
    "double_a",
    "connected_steps",
    "bonus_b",
)
_OTHER_DAYS = (1, 3, 6)
"""Tuesday, Thursday, Sunday."""


class Day(Struct, frozen=True):
    """The game of one day.

    >>> from rowlock.daily import day_of
    >>> day = day_of("2026-11-16")
    >>> day.variant.id, day.players
    ('classic', 1)
    >>> print(day.dice.roll(day.setup("Ann").start()))
    32 1322
    """

    date: str
    """The date in ISO format: 2026-11-16."""
    variant: Variant
    players: int

    @property
    def key(self) -> bytes:
        """The key of all random numbers of the day. It is public, like its inputs."""
        return hashlib.sha256(f"{SCHEME}:{self.date}:{self.variant.digest}".encode()).digest()

    @property
    def dice(self) -> DayDice:
        return DayDice(self.key)

    def setup(self, *names: str) -> Setup:
        """The game before its first roll; seat 1 is the person."""
        return Setup(
            variant=self.variant,
            names=names,
            first=self.dice.first(self.players),
            lucky=self.dice.lucky((self.variant,) * self.players),
        )

    @property
    def headers(self) -> dict[str, str]:
        """Headers of a record that name the source of its dice."""
        return {"Date": self.date, "Dice": SCHEME}

    def is_open(self, now: datetime.datetime) -> bool:
        """Whether it can be played: from a day before to a day after the date, by UTC."""
        return abs(_utc(now) - parse_date(self.date)) <= datetime.timedelta(days=1)

    def is_over(self, now: datetime.datetime) -> bool:
        """Whether it can no longer be played."""
        return _utc(now) - parse_date(self.date) > datetime.timedelta(days=1)


class DayDice(SixDice):
    """The dice of a day."""


def day_of(date: str) -> Day:
    """The game of a date."""
    week, weekday = divmod(parse_date(date).toordinal() - 1, 7)
    name = "classic"
    if weekday in _OTHER_DAYS:
        name = OTHERS[(week * len(_OTHER_DAYS) + _OTHER_DAYS.index(weekday)) % len(OTHERS)]
    return Day(date, load_variant(name), 2 if weekday == SATURDAY else 1)


def parse_date(date: str) -> datetime.date:
    """The date; refuses all spellings but one, because the seed is computed from it."""
    try:
        parsed = datetime.date.fromisoformat(date)
    except ValueError:
        parsed = None
    if parsed is None or parsed.isoformat() != date:
        raise Unreadable("bad_date", f"{date!r} is not a date (expected YYYY-MM-DD)")
    return parsed


def _utc(now: datetime.datetime) -> datetime.date:
    return now.astimezone(datetime.UTC).date()
