"""Messages that a client may send over the socket (or POST to `/api/tables/{table}/send`).

`id` is the client's own number for the message: the server answers it with `ack` or `refused`.
Sending a message twice is harmless: the second one either changes nothing and is acknowledged, or
is refused because the first one has taken effect.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rowlock.protocol.base import (
    MAX_SHEET,
    Ask,
    Member,
    MoveText,
    NumberMoves,
    Options,
    RawName,
    Round,
    Row,
    Seal,
    Seat,
    Share,
    Wire,
)


class Intent(Wire, tag_field="type"):
    id: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Hello(Intent, kw_only=True, tag="hello"):
    """The first message on a socket, whose address names the table. A client without a token is a
    spectator."""

    version: int
    token: Annotated[str, Meta(max_length=64)] | None = None
    seq: Annotated[int, Meta(ge=0)] | None = None
    """The last sequence number that this client has seen; the answer then has the events since."""


class Ping(Intent, kw_only=True, tag="ping"):
    """Answered with `pong`."""


# The lobby ------------------------------------------------------------------------------------


class Configure(Intent, kw_only=True, tag="configure"):
    """Host: change the options; during the game only `pace`."""

    options: Options


class AddSeat(Intent, kw_only=True, tag="add_seat"):
    """Host: add an open seat."""


class DropSeat(Intent, kw_only=True, tag="drop_seat"):
    """Host: remove an open seat."""

    seat: Seat


class AddBot(Intent, kw_only=True, tag="add_bot"):
    """Host: put a bot on an open seat, or change the level of the bot on a seat."""

    seat: Seat
    level: Annotated[str, Meta(max_length=60)]


class AddLocal(Intent, kw_only=True, tag="add_local"):
    """Host: add a person on this device (pass and play) to an open seat."""

    seat: Seat
    name: RawName


class Kick(Intent, kw_only=True, tag="kick"):
    """Host: empty a seat of the lobby; in a game a bot takes it for good."""

    seat: Seat


class MoveSeat(Intent, kw_only=True, tag="move_seat"):
    """Host: move the player of `seat` to the place `to`; the others move up."""

    seat: Seat
    to: Seat


class Rename(Intent, kw_only=True, tag="rename"):
    """Rename one of your own seats, before the start."""

    seat: Seat
    name: RawName


class ChooseSheet(Intent, kw_only=True, tag="choose_sheet"):
    """Choose the sheet of a seat, before the start and if `Options.sheet_per_seat` is set.

    Players choose for their own seats, the host for any seat. All sheets of a table must have the
    same dice and the same conditions for the end.
    """

    seat: Seat
    variant: Annotated[str, Meta(max_length=60)] = ""
    """A name of the catalogue, or the id of `sheet`; empty for the table's sheet."""
    sheet: Annotated[str, Meta(max_length=MAX_SHEET)] = ""
    """The file of a custom sheet, as in `Options`."""


class SealShare(Intent, kw_only=True, tag="seal"):
    """A device's share in the dice, sealed, until the list is fixed; a later one replaces it."""

    round: Round
    seal: Seal


class Start(Intent, kw_only=True, tag="start"):
    """Host: begin as soon as all seals are received. Open seats are left out."""


class OpenShare(Intent, kw_only=True, tag="open"):
    """Open your sealed share, after checking the fixed list."""

    round: Round
    share: Share


class Leave(Intent, kw_only=True, tag="leave"):
    """Give up all your seats: in the lobby they become open, in a game bots take them."""


# The game -------------------------------------------------------------------------------------


class GrantSeat(Intent, kw_only=True, tag="grant_seat"):
    """Host: a member who asks for a seat gets this bot's, from the next turn on."""

    member: Member
    seat: Seat


class DeclineRequest(Intent, kw_only=True, tag="decline_request"):
    """Host: no seat for this member."""

    member: Member


class StartAgain(Intent, kw_only=True, tag="start_again"):
    """Host: a new table, in the lobby, for all players and one who asks for a seat."""

    member: Member


class RollDice(Intent, kw_only=True, tag="roll"):
    """The active player's roll."""

    turn: Annotated[int, Meta(ge=1)]


class Answer(Intent, kw_only=True, tag="answer"):
    """A seat's whole answer to a question: a move and the choices that follow from it.

    `["y11"]`, then `["y11", "?g"]`. Until all have answered, a new answer replaces it.
    """

    seat: Seat
    ask: Ask
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=8)]


class TakeBack(Intent, kw_only=True, tag="take_back"):
    """Withdraw the answer, while others still owe theirs."""

    seat: Seat
    ask: Ask


class Pencil(Intent, kw_only=True, tag="pencil"):
    """The answer that counts if the time runs out; empty for none. Other players do not see it."""

    seat: Seat
    ask: Ask
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=8)] = ()


class Foresee(Intent, kw_only=True, tag="foresee"):
    """Over days: ask which answers a seat could prepare; the reply is `foreseen`."""

    seat: Seat


class Prepare(Intent, kw_only=True, tag="prepare"):
    """Over days: answers of a seat to the rolls that come after this message.

    They replace those prepared before. No other client gets them. An answer is used when its number
    is announced and the rules allow it; otherwise the seat is asked.
    """

    seat: Seat
    answers: Annotated[tuple[NumberMoves, ...], Meta(max_length=17)] = ()
    keep: bool = False
    """Until they are changed; otherwise for the next roll only."""
    roll: bool = False
    """Roll the dice as soon as it is the seat's turn."""


class MoreTime(Intent, kw_only=True, tag="more_time"):
    """In a game over days: restart the time for the open question. Allowed once per question and
    seat.
    """

    seat: Seat


class EndTable(Intent, kw_only=True, tag="end_table"):
    """Over days: end the game without a result, as soon as all who are left want that."""

    wanted: bool = True


class IAmBack(Intent, kw_only=True, tag="here"):
    """End the cover of your seats by bots."""


class WhyNot(Intent, kw_only=True, tag="why"):
    """Ask why a cell of your sheet cannot be crossed now; the reply is `because`."""

    seat: Seat
    cell: Annotated[str, Meta(max_length=4)]


# Around the game ------------------------------------------------------------------------------


class Pause(Intent, kw_only=True, tag="pause"):
    """Host: stop the clocks and the game."""


class Resume(Intent, kw_only=True, tag="resume"):
    """Host: end the pause. If the host has been away for 30 s, any player may."""


class Rematch(Intent, kw_only=True, tag="rematch"):
    """Any member, after the game: open a new table with the same seats and tokens."""

    start: bool = False
    """Begin immediately; only if all other seats are bots."""


# Talk -----------------------------------------------------------------------------------------

EMOTES = ("hello", "well_done", "lucky", "oh_no", "hurry", "thanks", "laugh", "wow")


class Chat(Intent, kw_only=True, tag="chat"):
    key: Annotated[str, Meta(min_length=1, max_length=32)]
    """Chosen by the client, different for each line; a line that is sent twice is stored once."""
    text: Annotated[str, Meta(max_length=500)]


class Emote(Intent, kw_only=True, tag="emote"):
    emote: Annotated[str, Meta(max_length=16)]


class Mute(Intent, kw_only=True, tag="mute"):
    """Host: a seat may no longer chat (or may again)."""

    seat: Seat
    muted: bool


# Real dice ------------------------------------------------------------------------------------

MarkKind: TypeAlias = Literal["cross", "uncross", "penalty", "lock", "choose", "undo"]


class Mark(Intent, kw_only=True, tag="mark"):
    """Real dice: one stroke on a sheet.

    `cross` and `uncross` a cell, take a `penalty`, cross a `lock` by hand (only with the rules
    `warning` or `free`, where nothing happens by itself; `uncross` with a `row` takes it away),
    `choose` the row of an owed bonus, `undo` the seat's last stroke. `~3` as the cell is the third
    swap field of X-Change.
    """

    seat: Seat
    n: Annotated[int, Meta(ge=0)]
    """How many strokes this seat had made (`SeatView.marks`); a repeated one is refused."""
    kind: MarkKind
    cell: Annotated[str, Meta(max_length=4)] | None = None
    row: Row | None = None


class CloseRow(Intent, kw_only=True, tag="close_row"):
    """Real dice: a player without a sheet here has closed this row (`closed` false: undo this)."""

    row: Row
    closed: bool = True


class Finish(Intent, kw_only=True, tag="finish"):
    """Real dice, host: the game is over (`over` false: continue)."""

    over: bool = True


LobbyIntent: TypeAlias = (
    Configure
    | AddSeat
    | DropSeat
    | AddBot
    | AddLocal
    | Kick
    | MoveSeat
    | Rename
    | ChooseSheet
    | SealShare
    | Start
    | OpenShare
    | Leave
)
RequestIntent: TypeAlias = GrantSeat | DeclineRequest | StartAgain
TurnIntent: TypeAlias = RollDice | Answer | TakeBack | Pencil | IAmBack | WhyNot
SlowIntent: TypeAlias = Foresee | Prepare | MoreTime | EndTable
GameIntent: TypeAlias = Pause | Resume | Rematch
TalkIntent: TypeAlias = Chat | Emote | Mute
RealDiceIntent: TypeAlias = Mark | CloseRow | Finish

Command: TypeAlias = (
    Ping
    | LobbyIntent
    | RequestIntent
    | TurnIntent
    | SlowIntent
    | GameIntent
    | TalkIntent
    | RealDiceIntent
)
"""All messages after `hello`."""
ClientMessage: TypeAlias = Hello | Command
