"""Messages of the server over the socket (or as server-sent events).

After every change of the table each client gets its own `view`: all it may know, the sequence
number of the log, and what has happened. Exception: a hidden answer,
the most frequent change, is reported by a short `answered`, and on `?short` sockets to the member
who gave it by a short `given`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rowlock.core.event import Event
from rowlock.protocol.base import NumberMoves, Options, Wire

Stage: TypeAlias = Literal["lobby", "starting", "playing", "over"]
Phase: TypeAlias = Literal["roll", "deal", "take", "action1", "choice", "action2", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
DecisionKind: TypeAlias = Literal["take", "action1", "action2", "choice"]
Reason: TypeAlias = Literal["two_rows_closed", "four_penalties", "finished", "abandoned"]
"""`abandoned`: a game over days that all its players have ended, without winners."""


class RollView(Wire):
    white: tuple[int, int]
    colours: tuple[int | None, ...]
    """Red, yellow, green, blue; null for a die that has left the game."""


class SheetView(Wire):
    rows: tuple[int, ...]
    """A bit mask per row: `CellInfo.bits` of its crossed cells and `lock_bits` of its lock."""
    crosses: tuple[int, ...]
    """The number of crosses in each row: a lock counts, a double cell counts twice."""
    penalties: int
    points: tuple[int, ...]
    bonus: int
    total: int
    bar: int = 0
    """Bit mask of the struck squares (Bonus A) or of the used swap fields (X-Change)."""
    bonus_rows: tuple[int, ...] = ()
    """Big Points: a bit mask per bonus row."""
    earned: tuple[str, ...] = ()
    """Bonus B: the symbols earned."""
    symbols: tuple[int, ...] = ()
    """Bonus B: the number of crossed cells of each bonus, in the order of `VariantInfo.bonuses`."""
    steps: int = 0
    """Connected steps: the number of crosses in the fifth row; its points are the `bonus`."""
    penalties_cost: int = 0
    """Cost of the penalties as a positive number: total = points + bonus - this."""


class SeatView(Wire):
    seat: int
    kind: SeatKind
    name: str = ""
    level: str | None = None
    """The level of a bot."""
    member: int | None = None
    """The member who holds the seat; all seats of a device have the same member."""
    host: bool = False
    connected: bool = False
    covered: bool = False
    """Whether a bot plays for a person who is away; over days, with `when_late` "pass", whether the
    seat passes."""
    wants_end: bool = False
    """Over days: whether its player wants to end the game."""
    cover_at: int | None = None
    """When a bot will answer for a person who is away, by `Clock.now`."""
    muted: bool = False
    seeded: bool = False
    """Whether its share in the dice was received, sealed or open."""
    answered: bool = False
    """Whether the seat owes no answer now."""
    lucky: tuple[int, int] | None = None
    hand: tuple[int, ...] = ()
    """Card game: the numbers on the backs of the hand."""
    variant: str = ""
    """The name of the seat's sheet, as in `Options.variant`; empty if it is the table's."""
    sheet: SheetView | None = None
    marks: int = 0
    """Real dice: the number of strokes on this sheet."""
    warnings: tuple[str, ...] = ()
    """Real dice with `warning`: cells that the rules would not allow (`r5`, or `lock:0`)."""
    crossable: tuple[str, ...] = ()
    """Real dice, your own seats: the cells that the rules allow to cross now."""
    tied: tuple[int, ...] = ()
    """Real dice, your own seats: a bonus asks you to `choose` one of these rows."""


class PreparedView(Wire):
    """Over days: what one of your seats has prepared (`prepare`). No other client gets it."""

    seat: int
    answers: tuple[NumberMoves, ...] = ()
    keep: bool = False
    roll: bool = False


class You(Wire):
    member: int | None
    """None for a spectator."""
    host: bool
    seats: tuple[int, ...]
    seal: str = ""
    """Your seal, if the server has one."""
    coach: bool = False
    """Whether you may ask the coach about the questions of your seats."""
    prepared: tuple[PreparedView, ...] = ()
    """Over days: what your seats have prepared."""


class Option(Wire):
    """One legal move and what it would do, chain included."""

    move: str
    crosses: tuple[str, ...]
    """Every cell it would cross, in order; the first is the move itself, the others are bonuses."""
    sheet: SheetView
    """The sheet afterwards (up to a choice)."""
    gain: int
    """The change of the total, including the penalty if nothing would be crossed."""
    closes: tuple[int, ...] = ()
    """The rows it would close."""
    tied: tuple[int, ...] = ()
    """The rows of the choice that it leads to."""
    dice: tuple[tuple[int, int], ...] = ()
    """Action 2: pairs (which white die, colour) that make it."""
    penalty: bool = False
    """Whether it would cost a penalty."""


class Decision(Wire):
    """A question to one of your seats, answered or not, while the answer can be changed."""

    seat: int
    ask: str
    kind: DecisionKind
    owed: bool
    answer: tuple[str, ...]
    """The answer so far."""
    draft: SheetView | None
    """The sheet after that answer."""
    legal: tuple[Option, ...]
    """The legal next moves after `answer`; empty if the answer is complete."""
    first: tuple[Option, ...] = ()
    """Action 1, once answered: the moves to which it could be changed."""
    pencil: tuple[str, ...] = ()


class CardFace(Wire):
    number: int
    colour: int | None
    """None for a joker."""


class HandView(Wire):
    seat: int
    cards: tuple[CardFace, ...]


class CardsView(Wire):
    jokers: bool
    hands: tuple[HandView, ...]
    """The faces of your own hands."""
    display: tuple[int, ...]
    top: int | None
    pile: int
    discards: tuple[CardFace, ...]


class Clock(Wire):
    now: int
    """The server's time in milliseconds since 1970, for comparison."""
    deadline: int | None
    """When the time for the open question is up; None without a clock."""
    limit: int
    asked: tuple[int, ...] = ()
    """Over days: the seats that have asked for more time for this question."""


class Fair(Wire):
    """All public facts about the dice; docs/fair-dice.md."""

    scheme: str
    commitment: str
    """SHA-256 of table, round and the server's seed, as hex; known before the game."""
    seeds: tuple[str, ...]
    """The devices' shares in seat order, `-` for none; shown when all are open."""
    seed: str | None
    """The server's seed, once the game is over."""
    round: int = 1
    """Number of the attempt to start, from 1; each has a commitment of its own."""
    list: tuple[str, ...] | None = None
    """For each seat `member=seal`, or `-`; fixed at the start, before any share is opened."""
    digest: str = ""
    """The digest of the terms of the game, fixed with the list; empty in earlier schemes."""
    terms: str = ""
    """The terms: sheets, options and names. Shown at the start and when the game is over, unless a
    name in them has been erased."""


class ResultView(Wire):
    reason: Reason
    winners: tuple[int, ...]


class LogTurn(Wire):
    """A finished turn, as in a record."""

    turn: int
    active: int
    roll: RollView | None
    announced: int | None
    """The white sum, or the card game's number."""
    columns: tuple[tuple[str, ...], ...]
    """Each seat's moves; `x` is the penalty."""


class SeatRequestView(Wire):
    """A person who came late and asks for a seat in the game under way."""

    member: int
    name: str
    seat: int | None = None
    """The seat granted by the host; it changes hands when the next turn begins."""


class ChatLine(Wire):
    seq: int
    seat: int | None
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""


# Events of the table besides those of the core -----------------------------------


class Rolled(Wire, tag_field="type", tag="rolled"):
    turn: int
    seat: int
    roll: RollView


class Taken(Wire, tag_field="type", tag="taken"):
    """Card game: numbers taken from the display, and the number announced."""

    seat: int
    numbers: tuple[int, ...]
    announced: int | None


class Revealed(Wire, tag_field="type", tag="revealed"):
    """The answers to an action once all are complete, seat by seat (None: was not asked)."""

    ask: str
    moves: tuple[tuple[str, ...] | None, ...]


class TurnEnded(Wire, tag_field="type", tag="turn_ended"):
    log: LogTurn


class Seated(Wire, tag_field="type", tag="seated"):
    seat: int
    name: str


class Left(Wire, tag_field="type", tag="left"):
    """The seat's player has left or was removed."""

    seat: int
    name: str
    kicked: bool


class Covered(Wire, tag_field="type", tag="covered"):
    """A bot plays for the seat (or, `covered` false, its player is back)."""

    seat: int
    covered: bool


class Started(Wire, tag_field="type", tag="started"):
    first: int


class StartFailed(Wire, tag_field="type", tag="start_failed"):
    """Not all shares were opened: another round, with another seed."""

    round: int
    names: tuple[str, ...]
    """The players whose shares were missing."""


class Paused(Wire, tag_field="type", tag="paused"):
    paused: bool


class TimedOut(Wire, tag_field="type", tag="timed_out"):
    seat: int


class MoreTimeGiven(Wire, tag_field="type", tag="more_time_given"):
    """Over days: the time for the open question begins again, because this seat has asked."""

    seat: int


class EndWish(Wire, tag_field="type", tag="end_wish"):
    """Over days: a player wants to end the game (or no longer)."""

    seat: int
    wanted: bool


class Said(Wire, tag_field="type", tag="said"):
    line: ChatLine


class Emoted(Wire, tag_field="type", tag="emoted"):
    seat: int | None
    name: str
    emote: str


class Marked(Wire, tag_field="type", tag="marked"):
    """Real dice: a stroke and the cells it crossed; a `row_closed` follows if it closed a row."""

    seat: int
    kind: str
    cells: tuple[str, ...] = ()
    row: int | None = None


TableEvent: TypeAlias = (
    Event
    | Rolled
    | Taken
    | Revealed
    | TurnEnded
    | Seated
    | Left
    | Covered
    | Started
    | StartFailed
    | Paused
    | TimedOut
    | MoreTimeGiven
    | EndWish
    | Said
    | Emoted
    | Marked
)


class News(Wire, tag_field="type"):
    pass


class TableView(News, tag="view", kw_only=True):
    """All a client may know; `log` and `chat` come once, later ones are told by `events`."""

    table: str
    seq: int
    stage: Stage
    paused: bool
    options: Options
    seats: tuple[SeatView, ...]
    turn: int
    active: int
    ask: str | None
    """The open question."""
    roll: RollView | None
    announced: int
    closed: tuple[int, ...]
    """Rows closed for the whole table, in order."""
    owing: tuple[int, ...]
    """Seats that owe an answer now (in phase `roll` the active one owes the roll)."""
    clock: Clock
    fair: Fair
    result: ResultView | None
    next_table: str | None
    """The table of the rematch."""
    watchers: int
    day: str = ""
    """The date, if this is the game of the day."""
    marks_over: Reason | None = None
    """Real dice: the sheets say that the game has ended; the host may `finish`."""
    requests: tuple[SeatRequestView, ...] = ()
    """Requests for a seat from members who are connected."""
    events: tuple[TableEvent, ...] = ()
    log: tuple[LogTurn, ...] | None = None
    chat: tuple[ChatLine, ...] | None = None
    you: You
    phase: Phase
    decisions: tuple[Decision, ...]
    cards: CardsView | None = None


class AnswersCounted(News, tag="answered"):
    """Another seat has answered or withdrawn its answer; nothing else has changed since `seq -
    1`."""

    seq: int
    ask: str
    seat: int
    answered: bool
    owing: tuple[int, ...]


class AnswerAccepted(News, tag="given"):
    """Your own answer is stored; nothing else has changed since `seq - 1`. Replaces a view on
    sockets opened with `?short`."""

    seq: int
    owing: tuple[int, ...]
    decision: Decision
    """Without `first`: the answer can be changed to any move that was legal before."""


class Ack(News, tag="ack"):
    id: int
    seq: int
    """The table's sequence number after the command was carried out and, if the answer was
    complete, stored."""


class Refused(News, tag="refused"):
    id: int
    code: str
    message: str
    """In English, for developers; the page shows its own text for `code`."""


class PossibleAnswer(Wire):
    """One complete answer to an announced number."""

    moves: tuple[str, ...]
    crosses: tuple[str, ...]
    gain: int
    closes: tuple[int, ...] = ()


class NumberAnswers(Wire):
    number: int
    answers: tuple[PossibleAnswer, ...]


class Foreseen(News, tag="foreseen"):
    """The answer to `foresee`."""

    id: int
    seat: int
    numbers: tuple[NumberAnswers, ...]
    """Every number that may be announced; what is legal when it is rolled may be less."""


class WhyNotReply(News, tag="because"):
    """The answer to `why`. `code` is None when the cell can be crossed."""

    id: int
    cell: str
    code: str | None
    needed: int | None = None
    """`too_few_crosses`: the number of crosses that the row needs first."""
    have: int | None = None


class Pong(News, tag="pong"):
    id: int
    now: int


class Goodbye(News, tag="bye"):
    """The last message before the server closes. `server_stopping`: reconnect; `kicked`, `left` (as
    requested), `replaced` (too many connections of one player), `bad_token`, `no_such_table`, ...:
    do not."""

    code: str


Reply: TypeAlias = Ack | Refused | WhyNotReply | Foreseen | Pong
"""The answer to a message, for its sender alone."""
ServerMessage: TypeAlias = TableView | AnswersCounted | AnswerAccepted | Reply | Goodbye
