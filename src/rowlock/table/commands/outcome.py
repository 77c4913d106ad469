"""Outcomes of commands. Deciding changes nothing; the room carries the outcome out."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rowlock.protocol import server_messages
from rowlock.table import log_entries
from rowlock.table.answers import PlayedAnswer
from rowlock.table.options import TableOptions

Entries: TypeAlias = list[log_entries.LogEntry]
"""Entries to store. None means that the command was granted without a change."""


class Answering(Struct, frozen=True):
    """A seat has answered, or withdrawn an answer."""

    seat: int
    entries: Entries
    begun: tuple[str, ...] | None = None
    """Moves of an answer that still owes a choice. They are not stored, because others would see
    that something happened, and a running chain is part of the hidden answer (C-11)."""
    played: PlayedAnswer | None = None
    """The played answer of `entries`, for the fold."""


class Pencilled(Struct, frozen=True):
    """The answer that counts if the seat's time runs out; empty for none."""

    seat: int
    moves: tuple[str, ...]


class Shown(Struct, frozen=True):
    """A message to everyone at the table that is not stored."""

    event: server_messages.TableEvent


class DirectReply(Struct, frozen=True):
    """A message to the sender only."""

    message: server_messages.WhyNotReply | server_messages.Foreseen | server_messages.Pong


class AnotherTable(Struct, frozen=True):
    """A new table with these first entries; with `start` the game begins immediately."""

    options: TableOptions
    entries: Entries
    start: bool = False


Outcome: TypeAlias = Entries | Answering | Pencilled | Shown | DirectReply | AnotherTable
