"""The entries of a table's log, as they are stored. The table is the fold of its log.

Entries are stored as JSON, one per row, numbered from 1. A field with a default may be added; the
meaning of an existing one must not change, because old logs are read again.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from rowlock.table.fair.origin import OPEN_SHARES, Scheme
from rowlock.table.kinds import (
    DiceKind,
    MarkingRules,
    Pace,
    SeatKind,
    StrokeKind,
    WhenLate,
)


class SeatState(Struct, frozen=True, omit_defaults=True):
    """The player of a seat."""

    kind: SeatKind = "open"
    name: str = ""
    level: str = ""
    member: int | None = None
    variant: str = ""
    """The seat's sheet: a printed one, or one of the options' files. Empty: the table's sheet."""


class StoredOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a table. An older version refuses a log with options that it does not know."""

    variant: str = "classic"
    sheet: str = ""
    cards: bool = False
    jokers: bool = False
    time_limit: int = 0
    chat: bool = False
    dice: DiceKind = "server"
    rules: MarkingRules = "strict"
    away_after: int = 60
    cover: str = ""
    coach: bool = False
    sheet_per_seat: bool = False
    sheets: tuple[str, ...] = ()
    pace: Pace = "normal"
    over_days: bool = False
    when_late: WhenLate = "bot"
    webhook: str = ""
    webhook_language: str = ""


class Entry(Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="e"):
    who: int | None = None
    """The member who caused the entry; None for automatic ones."""


class TableMade(Entry, frozen=True, tag="made"):
    table: str
    options: StoredOptions
    seed: str
    """The server's secret seed; leaves the server when the game is over."""
    at: float
    rematch_of: str | None = None
    scheme: Scheme = OPEN_SHARES
    """The scheme of its dice; older tables name none."""
    day: str = ""
    """The game of this day, whose dice come from the day instead."""


class MemberCame(Entry, frozen=True, tag="member"):
    member: int
    token_hash: str
    host: bool = False
    seals: bool = False
    """Whether the member will send a seal; the start waits for it."""


class HostIs(Entry, frozen=True, tag="host"):
    member: int


class MemberGone(Entry, frozen=True, tag="gone"):
    """The member's token is no longer valid."""

    member: int


class SeatsAre(Entry, frozen=True, tag="seats"):
    """All seats after a change in the lobby, or after a person left or joined a game."""

    seats: tuple[SeatState, ...]
    joined: int | None = None
    """The seat that was just taken by a person."""
    left: int | None = None
    left_name: str = ""
    kicked: bool = False


class OptionsAre(Entry, frozen=True, tag="options"):
    options: StoredOptions


class SeedShared(Entry, frozen=True, tag="share"):
    """An unsealed share; only older tables have it."""

    member: int
    seed: str


class ShareSealed(Entry, frozen=True, tag="seal"):
    """A sealed share; a later one replaces it."""

    member: int
    seal: str


class StartWanted(Entry, frozen=True, tag="starting"):
    """The host has started the game; next come the seals."""


class ListFixed(Entry, frozen=True, tag="list"):
    """The seats that play: the member of each, None for a bot. With the seals received so far, this
    is the list of fair dice; it contains no names."""

    members: tuple[int | None, ...]
    terms: str = ""
    """The digest of the terms; `-` if no device takes part, empty in earlier schemes."""
    salt: str = ""
    """The salt of the terms; empty again once a name in them has been erased."""


class ShareOpened(Entry, frozen=True, tag="open"):
    member: int
    share: str


class StartFailed(Entry, frozen=True, tag="again"):
    """Back in the lobby, with another seed for the next round."""

    seed: str
    missing: tuple[int, ...] = ()
    """The members who did not open the share that they had sealed."""


class GameBegun(Entry, frozen=True, tag="begun"):
    """The seats at the start; everything else follows from the seeds."""

    seats: tuple[SeatState, ...]
    digest: str
    """The digest of the sheet; if they differ, one per seat, separated by commas."""
    at: float


class DiceRolled(Entry, frozen=True, tag="rolled"):
    white: tuple[int, int]
    colours: tuple[int | None, ...]
    by: Literal["person", "clock"] = "person"
    """Whether the time for the roll was up, at a table over days."""


class CardsDealt(Entry, frozen=True, tag="dealt"):
    cards: tuple[str, ...]


By: TypeAlias = Literal["person", "bot", "clock", "prepared"]
"""`prepared`: the player's own answer, fixed by `AnswersPrepared` before the roll."""


class SeatAnswered(Entry, frozen=True, tag="answer"):
    """The whole answer of a seat to a question; a later one replaces it."""

    seat: int
    ask: str
    moves: tuple[str, ...]
    by: By = "person"


class AnswerTakenBack(Entry, frozen=True, tag="back"):
    seat: int
    ask: str


class PreparedAnswer(Struct, frozen=True):
    """The answer to one announced number."""

    number: int
    moves: tuple[str, ...]


class AnswersPrepared(Entry, frozen=True, tag="prepared"):
    """Over days: what a seat answers in action 1 to the rolls after this entry; replaces what was
    prepared before. The answers are erased from the log when the game is over."""

    seat: int
    answers: tuple[PreparedAnswer, ...] = ()
    keep: bool = False
    """Until they are changed; otherwise for the next roll only."""
    roll: bool = False
    """The seat's dice are rolled as soon as it is its turn."""


class MoreTimeTaken(Entry, frozen=True, tag="more_time"):
    """Over days: the time for the open question begins again, once for each seat that asks."""

    seat: int


class EndWanted(Entry, frozen=True, tag="end_wanted"):
    """Over days: a member wants to end the game without a result, or no longer."""

    member: int
    wanted: bool


class GameAbandoned(Entry, frozen=True, tag="abandoned"):
    """Over days: all who are left have ended the game."""


class PauseSet(Entry, frozen=True, tag="pause"):
    paused: bool


class CoverSet(Entry, frozen=True, tag="cover"):
    seat: int
    covered: bool


class MuteSet(Entry, frozen=True, tag="mute"):
    seat: int
    muted: bool


class LineSaid(Entry, frozen=True, tag="said"):
    member: int
    key: str
    text: str
    at: float


class SheetMarked(Entry, frozen=True, tag="mark"):
    """Real dice: a stroke."""

    seat: int
    kind: StrokeKind
    at: float
    cell: str | None = None
    row: int | None = None


class RowSet(Entry, frozen=True, tag="row"):
    """Real dice: a row closed by a player whose sheet is not here, or opened again."""

    row: int
    closed: bool
    at: float


class FinishSet(Entry, frozen=True, tag="finish"):
    over: bool


class RematchMade(Entry, frozen=True, tag="rematch"):
    table: str


class SeatRequested(Entry, frozen=True, tag="request"):
    """A member without a seat asks for one in the game under way."""

    member: int
    name: str


class SeatGranted(Entry, frozen=True, tag="granted"):
    """The member takes this bot's seat as soon as a later turn than this begins."""

    member: int
    seat: int
    turn: int


LobbyEntry: TypeAlias = (
    TableMade
    | MemberCame
    | HostIs
    | MemberGone
    | SeatsAre
    | OptionsAre
    | SeedShared
    | ShareSealed
    | StartWanted
    | ListFixed
    | ShareOpened
    | StartFailed
)
GameEntry: TypeAlias = (
    GameBegun
    | DiceRolled
    | CardsDealt
    | SeatAnswered
    | AnswerTakenBack
    | AnswersPrepared
    | MoreTimeTaken
    | EndWanted
    | GameAbandoned
    | PauseSet
    | CoverSet
    | MuteSet
    | LineSaid
    | SheetMarked
    | RowSet
    | FinishSet
    | RematchMade
    | SeatRequested
    | SeatGranted
)
LogEntry: TypeAlias = LobbyEntry | GameEntry

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(LogEntry).decode
