"""Types that all messages share."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

VERSION = 3
"""Incremented if an old page could misunderstand the server; a page with a different version
reloads."""

MAX_FRAME = 4096
"""Maximum size of a client's message in bytes."""
MAX_SHEET = 3000
"""Maximum number of characters in the file of a custom sheet; the printed sheets need up to
1,200."""


class Wire(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of all messages: unknown fields are refused, fields with default values are not sent.

    Messages are trees, so the garbage collector can ignore them.
    """


Seat: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Member: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Row: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
RawName: TypeAlias = Annotated[str, Meta(max_length=80)]
"""A name as typed; the server cleans it and keeps at most 20 characters."""
Share: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""A device's share in the dice: 128 random bits as hex."""
Seal: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256 of a share that is still secret; docs/fair-dice.md."""
Round: TypeAlias = Annotated[int, Meta(ge=1, le=2**31)]
"""Number of the attempt to start, from 1; each has a seed and a commitment of its own."""
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
"""A move in the record's own notation: `-`, `r5`, `*g16`, `+b10`, `?g`, `t4,7`, `+r3,5*/5`."""


class NumberMoves(Wire):
    """A complete answer in action 1 to one announced number."""

    number: Annotated[int, Meta(ge=2, le=18)]
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=8)]


Ask: TypeAlias = Annotated[str, Meta(max_length=12)]
"""Names one question of a game: turn, dot, action (`12.1`, `12.2`; `12.0` takes cards)."""

Dice: TypeAlias = Literal["server", "real"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
WhenLate: TypeAlias = Literal["bot", "pass"]
Rules: TypeAlias = Literal["strict", "warning", "free"]


class Options(Wire):
    """The options that the host may set before the start."""

    variant: str = "classic"
    """A name of the catalogue; `xl` is classic in large print. Or the id of `sheet`."""
    sheet: Annotated[str, Meta(max_length=MAX_SHEET)] = ""
    """The file of a custom sheet. Views do not contain it; `GET api/tables/T/sheet` returns it."""
    cards: bool = False
    """The card game instead of dice."""
    jokers: bool = False
    time_limit: Annotated[int, Meta(ge=0, le=604_800)] = 0
    """Seconds for each answer; 0 for no clock. With `over_days` 1, 3 or 7 days, otherwise at most
    one."""
    chat: bool = False
    dice: Dice = "server"
    """`real`: players roll their own dice, and the server only keeps the sheets."""
    rules: Rules = "strict"
    """With real dice: whether illegal strokes are refused, marked, or ignored."""
    away_after: Annotated[int, Meta(ge=1, le=86_400)] = 60
    """Seconds after which a bot covers a seat whose player has left."""
    cover: str = ""
    """The level of that bot; empty is the server's default."""
    coach: bool = False
    """Whether everyone at the table may ask the coach; it is always allowed in solo games and
    against bots."""
    sheet_per_seat: bool = False
    """Players choose sheets of their own (`choose_sheet`); `SeatView.variant` names them."""
    pace: Pace = "normal"
    """How long bots seem to think; the host may also change it during the game."""
    over_days: bool = False
    """A slow game: players need not be there at the same time, and no bot covers a player before
    their time is up (docs/slow-games.md)."""
    when_late: WhenLate = "bot"
    """Over days: after two questions in a row without an answer a bot plays the seat, or it
    passes each time, until its player takes it back."""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    """Over days: an address that is told for whom the table waits. Views show its host only."""
    webhook_language: Annotated[str, Meta(max_length=12)] = ""
    """The language of these messages."""
