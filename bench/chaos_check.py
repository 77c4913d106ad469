"""Compares what players of a chaos test were told with the logs that the killed server stored.

- An acknowledgement at entry n means: after the first n entries of the log, this answer is the
  current one. Later changes and undos do not matter.
- No log is shorter than the last sequence number that a player saw.
- Every answer in the log was sent. It appears once for each time the player gave it, even if the
  message was repeated, and in the order of sending.
- The record of a finished game equals that of its log, has the final answers and no others, and its
  dice match the commitment.

One acknowledged answer may be missing in a log: an answer that still needs a choice. The server
keeps it in memory only, because an entry would reveal it to others (C-11).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rowlock.errors import Illegal, Refusal
from rowlock.notation import parse_record
from rowlock.notation.record import CardTurn, Record, Turn
from rowlock.table.answers import owes_choice, try_answer
from rowlock.table.fair.verify import verify
from rowlock.table.history import record_text
from rowlock.table.log_entries import decode
from rowlock.table.state import Table, fold

# What players saw ----------------------------------------------------------------------------


@dataclass
class Sent:
    """A command of a player; its message may be sent several times."""

    seat: int
    ask: str
    """The question; for a roll, the turn."""
    moves: tuple[str, ...] | None
    """The answer; None to take it back."""
    acknowledged: list[int] = field(default_factory=list)
    """Sequence numbers of its acknowledgements."""

    @property
    def is_roll(self) -> bool:
        return "." not in self.ask

    def message(self) -> dict[str, Any]:
        if self.is_roll:
            return {"type": "roll", "turn": int(self.ask)}
        if self.moves is None:
            return {"type": "take_back", "seat": self.seat, "ask": self.ask}
        return {"type": "answer", "seat": self.seat, "ask": self.ask, "moves": self.moves}

    def __str__(self) -> str:
        what = "roll" if self.is_roll else " ".join(self.moves or ("taken back",))
        return f"seat {self.seat} in {self.ask}: {what}"


@dataclass
class Witness:
    """Everything that one player sent and received."""

    table: str
    sent: list[Sent] = field(default_factory=list)
    seen: int = 0
    """The last sequence number that it received."""
    faults: list[str] = field(default_factory=list)
    record: str | None = None
    """The record of the finished game."""

    def told(self, seq: int) -> None:
        if seq < self.seen:
            self.faults.append(f"lost: the table went back from entry {self.seen} to {seq}")
        self.seen = seq


# What the log contains ----------------------------------------------------------------------


@dataclass(frozen=True)
class Answered:
    """A log entry with a seat's answer to a question."""

    seq: int
    moves: tuple[str, ...] | None
    by: str


class Log:
    """The stored log of a table, parsed as plain JSON."""

    def __init__(self, payloads: Sequence[bytes]) -> None:
        self.payloads = payloads
        self.rolls: list[int] = []
        self.answers: dict[tuple[int, str], list[Answered]] = {}
        for seq, payload in enumerate(payloads, 1):
            entry = json.loads(payload)
            if entry["e"] == "rolled":
                self.rolls.append(seq)
            elif entry["e"] in ("answer", "back"):
                moves = tuple(entry["moves"]) if entry["e"] == "answer" else None
                answered = Answered(seq, moves, entry.get("by", "person"))
                self.answers.setdefault((entry["seat"], entry["ask"]), []).append(answered)

    def standing(self, seat: int, ask: str, seq: int) -> tuple[str, ...] | None:
        """The current answer after entry `seq`."""
        answers = [each.moves for each in self.answers.get((seat, ask), ()) if each.seq <= seq]
        return answers[-1] if answers else None

    def owes_choice(self, sent: Sent) -> bool:
        """Whether the answer was incomplete because a row had to be chosen."""
        table = Table()
        for payload in self.payloads:
            table.apply(decode(payload))
            if str(table.question) == sent.ask and sent.moves is not None:
                with contextlib.suppress(Illegal):
                    game = try_answer(table.game, sent.seat, sent.moves)
                    return owes_choice(game, sent.seat)
                return False
        return False


def faults_of(witness: Witness, payloads: Sequence[bytes]) -> Iterator[str]:
    """Yield all contradictions between the stored log and what a player was told."""
    yield from witness.faults
    if len(payloads) < witness.seen:
        yield f"lost: the log has {len(payloads)} entries, but the player saw {witness.seen}"
    log = Log(payloads)
    for sent in witness.sent:
        for seq in sent.acknowledged:
            if not _carried_out(log, sent, seq):
                stands = log.standing(sent.seat, sent.ask, seq)
                yield f"lost: {sent}, acknowledged at {seq}, where the answer is {stands}"
    own = {sent.seat for sent in witness.sent}
    for (seat, ask), entries in log.answers.items():
        if seat in own:
            yield from _disorder(log, entries, [s for s in witness.sent if _asks(s, seat, ask)])
    if witness.record is not None:
        yield from _faults_of_record(log, witness.record)


def _asks(sent: Sent, seat: int, ask: str) -> bool:
    return sent.seat == seat and sent.ask == ask


def _carried_out(log: Log, sent: Sent, seq: int) -> bool:
    if sent.is_roll:
        return sum(rolled <= seq for rolled in log.rolls) >= int(sent.ask)
    stands = log.standing(sent.seat, sent.ask, seq)
    return stands == sent.moves or (stands is None and log.owes_choice(sent))


def _disorder(log: Log, entries: list[Answered], sent: list[Sent]) -> Iterator[str]:
    """Yield answers in the log that were not sent, appear too often, or in the wrong order."""
    wishes = iter(sent)
    stands: tuple[str, ...] | None = None
    for entry in entries:
        if entry.by != "person":
            if stands is not None:
                yield f"replaced by the {entry.by} at {entry.seq}: {stands}"
        elif not any(
            wish.moves == entry.moves or (entry.moves is None and log.owes_choice(wish))
            for wish in wishes  # an iterator: continues after the previous match
        ):
            logged = ", ".join(f"{each.seq} {each.moves}" for each in entries)
            yield f"twice, out of order or never sent: entries {logged}; sent {[*map(str, sent)]}"
            return
        stands = entry.moves


def _faults_of_record(log: Log, text: str) -> Iterator[str]:
    try:
        if record_text(fold(tuple(log.payloads))) != text:
            yield "the record differs from that of the log"
        record = parse_record(text)
        yield from _other_answers(log, record)
        verify(record)
    except Refusal as refusal:
        yield f"a bad record: {refusal}"


def _other_answers(log: Log, record: Record) -> Iterator[str]:
    """Yield answers in the record that differ from the final answers in the log."""
    turns = [item for item in record.items if isinstance(item, Turn | CardTurn)]
    if [turn.number for turn in turns] != list(range(1, len(turns) + 1)):
        yield "the record's turns are not in order"
    said = {(n, turn.number): _words(turn, n) for turn in turns for n in range(len(turn.columns))}
    takes = [(turn.number, str(turn.take)) for turn in turns if isinstance(turn, CardTurn)]
    stood: dict[tuple[int, int], list[str]] = {}
    for (seat, ask), entries in sorted(log.answers.items(), key=lambda item: item[1][0].seq):
        number, action = map(int, ask.split("."))
        moves = entries[-1].moves or ()
        if action:
            stood.setdefault((seat, number), []).extend(word for word in moves if word != "-")
        elif (number, *moves) not in takes:
            yield f"the record lacks the cards {moves} taken in turn {number}"
    for seat, number in sorted(said | stood):
        was, should = said.get((seat, number)), stood.get((seat, number))
        if was != should:
            yield f"the record has {was} for seat {seat} in turn {number} (expected {should})"


def _words(turn: Turn | CardTurn, seat: int) -> list[str]:
    return [str(move) for move in turn.columns[seat].moves if str(move) != "-"]
