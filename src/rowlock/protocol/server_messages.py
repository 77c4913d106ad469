"""What the server says over the socket (or as server-sent events).

Every change of the table brings each client its own `view`: all it may know, the sequence number
of the log and what happened since. The commonest, a hidden answer, is only a short `answered`, and
to who gave it a short `given`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rowlock.core.event import Event
from rowlock.protocol.base import Options, Wire

Stage: TypeAlias = Literal["lobby", "starting", "playing", "over"]
Phase: TypeAlias = Literal["roll", "deal", "take", "action1", "choice", "action2", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
DecisionKind: TypeAlias = Literal["take", "action1", "action2", "choice"]
Reason: TypeAlias = Literal["two_rows_closed", "four_penalties", "finished"]


class RollView(Wire):
    white: tuple[int, int]
    colours: tuple[int | None, ...]
    """Red, yellow, green, blue; null for a die that has left the game."""


class SheetView(Wire):
    rows: tuple[int, ...]
    """A bit mask for each row: `CellInfo.bits` of its crossed cells and `lock_bits` of its lock."""
    crosses: tuple[int, ...]
    """How many crosses each row holds: a lock counts, a double cell twice."""
    penalties: int
    points: tuple[int, ...]
    bonus: int
    total: int
    bar: int = 0
    """Bit mask of the struck squares (Bonus A) or of the used swap fields (X-Change)."""
    bonus_rows: tuple[int, ...] = ()
    """Big Points: a bit mask for each bonus row."""
    earned: tuple[str, ...] = ()
    """Bonus B: the symbols earned."""
    symbols: tuple[int, ...] = ()
    """Bonus B: how many cells of each bonus are crossed, in the order of `VariantInfo.bonuses`."""
    steps: int = 0
    """Connected steps: how many crosses the fifth row holds; its points are the `bonus`."""
    penalties_cost: int = 0
    """What the penalties cost, as a positive number: total = points + bonus - this."""


class SeatView(Wire):
    seat: int
    kind: SeatKind
    name: str = ""
    level: str | None = None
    """The level of a bot."""
    member: int | None = None
    """Who holds it; seats of one device share a member."""
    host: bool = False
    connected: bool = False
    covered: bool = False
    """A bot plays for a person who is away."""
    cover_at: int | None = None
    """When a bot will play for a person who is away and awaited, by `Clock.now`."""
    muted: bool = False
    seeded: bool = False
    """Whether its share in the dice is in, sealed or open."""
    answered: bool = False
    """Nothing is owed by this seat now."""
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
    """Real dice, one's own seats: the cells that the rules allow to cross now."""
    tied: tuple[int, ...] = ()
    """Real dice, one's own seats: a bonus asks to `choose` one of these rows."""


class You(Wire):
    member: int | None
    """None for a spectator."""
    host: bool
    seats: tuple[int, ...]
    seal: str = ""
    """The seal that the server has of you."""
    coach: bool = False
    """You may ask the coach about the questions of your seats."""


class Option(Wire):
    """One legal move and what it would do, chain included."""

    move: str
    crosses: tuple[str, ...]
    """Every cell it would cross, in order; the first is one's own, the others are bonuses."""
    sheet: SheetView
    """The sheet afterwards (up to a choice)."""
    gain: int
    """How the total changes; with the penalty where nothing would be crossed."""
    closes: tuple[int, ...] = ()
    """The rows it would close."""
    tied: tuple[int, ...] = ()
    """It leads to a choice among these rows."""
    dice: tuple[tuple[int, int], ...] = ()
    """Action 2: pairs (which white die, colour) that make it."""
    penalty: bool = False
    """It would cost a penalty."""


class Decision(Wire):
    """A question to a seat of one's own, answered or not, as long as it can be changed."""

    seat: int
    ask: str
    kind: DecisionKind
    owed: bool
    answer: tuple[str, ...]
    """What has been answered so far."""
    draft: SheetView | None
    """The sheet as that answer makes it."""
    legal: tuple[Option, ...]
    """The next moves: after `answer` while it is not complete. Empty when it is."""
    first: tuple[Option, ...] = ()
    """Action 1, once answered: what it could be changed to."""
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
    """The faces of one's own hands."""
    display: tuple[int, ...]
    top: int | None
    pile: int
    discards: tuple[CardFace, ...]


class Clock(Wire):
    now: int
    """The server's time in milliseconds since 1970, for comparison."""
    deadline: int | None
    """When the time of the present question is up; None without a clock."""
    limit: int


class Fair(Wire):
    """Everything public about the dice; docs/fair-dice.md."""

    scheme: str
    commitment: str
    """SHA-256 of table, round and the server's seed, as hex; known before the game."""
    seeds: tuple[str, ...]
    """The devices' shares in seat order, `-` for none; told when all are open."""
    seed: str | None
    """The server's seed, once the game is over."""
    round: int = 1
    """Starts that failed, and one more: each has a commitment of its own."""
    list: tuple[str, ...] | None = None
    """For each seat `member=seal`, or `-`; fixed at the start, before anybody opens."""


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


# Things that happen at the table beside the core's events -----------------------------------


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
    """All answers of an action are in; these are they, seat by seat (None: was not asked)."""

    ask: str
    moves: tuple[tuple[str, ...] | None, ...]


class TurnEnded(Wire, tag_field="type", tag="turn_ended"):
    log: LogTurn


class Seated(Wire, tag_field="type", tag="seated"):
    seat: int
    name: str


class Left(Wire, tag_field="type", tag="left"):
    """The seat's player is gone for good: kicked or left."""

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
    """Whose shares were missing."""


class Paused(Wire, tag_field="type", tag="paused"):
    paused: bool


class TimedOut(Wire, tag_field="type", tag="timed_out"):
    seat: int


class Said(Wire, tag_field="type", tag="said"):
    line: ChatLine


class Emoted(Wire, tag_field="type", tag="emoted"):
    seat: int | None
    name: str
    emote: str


class Marked(Wire, tag_field="type", tag="marked"):
    """Real dice: a stroke and the cells it crossed; a `row_closed` follows where it closed one."""

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
    """The question that is open now."""
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
    """Where the rematch is."""
    watchers: int
    day: str = ""
    """The date, where this is the game of a day."""
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
    """Somebody else answered or took it back; nothing else has changed since `seq - 1`."""

    seq: int
    ask: str
    seat: int
    answered: bool
    owing: tuple[int, ...]


class AnswerAccepted(News, tag="given"):
    """One's own answer stands; nothing else has changed since `seq - 1`. Comes instead of a view
    on a socket that was asked for with `?short`."""

    seq: int
    owing: tuple[int, ...]
    decision: Decision
    """Without `first`: it can be changed to what could be answered before."""


class Ack(News, tag="ack"):
    id: int
    seq: int
    """The table's sequence number when it had been carried out and, when it was whole, stored."""


class Refused(News, tag="refused"):
    id: int
    code: str
    message: str
    """In English, for developers; people read the page's own words for `code`."""


class WhyNotReply(News, tag="because"):
    """The answer to `why`. `code` is None when the cell can be crossed."""

    id: int
    cell: str
    code: str | None
    needed: int | None = None
    """`too_few_crosses`: how many the row needs before."""
    have: int | None = None


class Pong(News, tag="pong"):
    id: int
    now: int


class Goodbye(News, tag="bye"):
    """The last message before the server closes. `server_stopping`: come back at once; `kicked`,
    `left` (as wished), `replaced` (too many connections of one player), `bad_token`,
    `no_such_table`, ...: do not."""

    code: str


Reply: TypeAlias = Ack | Refused | WhyNotReply | Pong
"""The answer to a message, for its sender alone."""
ServerMessage: TypeAlias = TableView | AnswersCounted | AnswerAccepted | Reply | Goodbye
