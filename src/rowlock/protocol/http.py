"""Bodies of HTTP requests. Tokens are sent in `Authorization: Bearer ...`, never in an address."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rowlock.protocol.base import Options, RawName, Wire
from rowlock.protocol.server_messages import (
    Fair,
    LogTurn,
    ResultView,
    SeatKind,
    SheetView,
    Stage,
    TableEvent,
)

NewKind: TypeAlias = Literal["me", "local", "bot", "open"]


class NewSeat(Wire):
    """A seat at a new table: me, another person on my device, a bot, or open for others."""

    kind: NewKind
    name: RawName = ""
    level: Annotated[str, Meta(max_length=60)] = ""
    variant: Annotated[str, Meta(max_length=60)] = ""
    """A printed sheet for this seat, with `Options.sheet_per_seat`; empty is the table's."""


class CreateTable(Wire):
    """POST /api/tables. Without a seat `me` the host is a spectator."""

    options: Options
    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=1, max_length=5)]
    seals: bool = False
    """This device will seal a share in the dice: the start waits for it."""
    start: bool = False
    """Begin as soon as the seal is received, or immediately without one; open seats are left
    out."""


class Created(Wire):
    table: str
    token: str
    """The host's token: store it, and send it in `hello`."""
    member: int
    seats: tuple[int, ...]
    commitment: str
    """Store it before anything is sealed."""
    round: int


class JoinTable(Wire):
    """POST /api/tables/{table}/join"""

    name: RawName
    seals: bool = False
    """This device will seal a share in the dice: the start waits for it."""


class Joined(Wire):
    table: str
    token: str
    member: int
    seat: int
    commitment: str
    """Store it before anything is sealed."""
    round: int


class RequestSeat(Wire):
    """POST /api/tables/{table}/requests: ask for a bot's seat in a game under way."""

    name: RawName


class Requested(Wire):
    """A member without a seat: connect with the token and wait for the host's answer."""

    table: str
    token: str
    member: int


class PeekSeat(Wire):
    seat: int
    kind: SeatKind
    name: str
    level: str | None = None
    total: int | None = None
    variant: str = ""
    """The seat's sheet; empty if it is the table's."""


class TablePeek(Wire):
    """GET /api/tables/{table}: what an invitation shows; also for the list of last games."""

    table: str
    stage: Stage
    options: Options
    seats: tuple[PeekSeat, ...]
    open: int
    turn: int
    result: ResultView | None
    created: int
    """Milliseconds since 1970."""
    deleted_at: int
    """When it will be deleted if nothing else happens."""


class ReplayTurn(Wire):
    """The table after one turn; turn 0 is the start."""

    turn: int
    log: LogTurn | None
    events: tuple[TableEvent, ...]
    sheets: tuple[SheetView, ...]
    closed: tuple[int, ...]
    take: tuple[int, ...] = ()
    """Card game: the numbers taken from the display."""
    pile: tuple[str, ...] | None = None
    """Card game: the discards as shuffled in this turn, the top card first."""


class Replay(Wire):
    """GET /api/tables/{table}/replay, once the game is over."""

    table: str
    options: Options
    names: tuple[str, ...]
    lucky: tuple[tuple[int, int], ...]
    first: int
    turns: tuple[ReplayTurn, ...]
    fair: Fair
    result: ResultView
    deck: tuple[str, ...] | None = None
    """Card game: all cards in the order of the deal."""
    variants: tuple[str, ...] = ()
    """The sheet of each seat; empty if all seats have the table's."""


class SeatKey(Wire):
    """A table and this device's token for it."""

    table: Annotated[str, Meta(max_length=16)]
    token: Annotated[str, Meta(max_length=64)]


class WaitingRequest(Wire):
    """POST /api/waiting: the tables of this device (POST, so that no token gets into a log)."""

    tables: Annotated[tuple[SeatKey, ...], Meta(max_length=50)]


class WaitingTable(Wire):
    """A table that waits for this device."""

    table: str
    since: int
    """Milliseconds since 1970."""
    deadline: int | None
    """When the time is up if the server keeps running; None without a clock."""
    turn: int
    names: tuple[str, ...]
    seats: tuple[int, ...]
    """The seats of this device that owe a roll or an answer."""


class Waiting(Wire):
    tables: tuple[WaitingTable, ...]
    """The longest wait first."""


class QrRequest(Wire):
    """POST /api/qr: the QR code of a link as SVG (POST, so that no link gets into a log)."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class CallMe(Wire):
    """POST /api/tables/{table}/calls: a push subscription of the browser."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}$")]
    """The browser's public key."""
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    """The browser's shared secret."""
    language: Annotated[str, Meta(max_length=12)]
    quiet_from: Annotated[int, Meta(ge=0, le=1439)] = 0
    """Quiet hours, in minutes of the day by UTC: notifications wait for their end."""
    quiet_to: Annotated[int, Meta(ge=0, le=1439)] = 0
    """The same as `quiet_from` for none."""


class Called(Wire):
    """Whether this player will be notified when it is their turn."""

    table: str
    on: bool


class Erased(Wire):
    """DELETE /api/tables/{table}: the host deletes the game, others their name and chat."""

    table: str
    whole: bool


class Problem(Wire):
    """The body of every refusal over HTTP, with a status of at least 400."""

    code: str
    message: str
    line: int | None = None
    """The wrong line of a posted record, from 1."""
    place: str | None = None
    """The wrong key in the file of a sheet, such as `rows.red`, or `moves`."""
    reason: str | None = None
    """A word for what is wrong with a sheet, for mistakes that are possible without a file."""
    share: float | None = None
    """Progress from 0 to 1 of a result that is still being computed, if known."""


class Health(Wire):
    ok: bool
    detail: str = ""
