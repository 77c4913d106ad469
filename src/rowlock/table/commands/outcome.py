"""What an intent comes to. Deciding changes nothing: the room carries the outcome out."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rowlock.protocol import server_messages
from rowlock.table import log_entries
from rowlock.table.answers import PlayedAnswer
from rowlock.table.options import TableOptions

Entries: TypeAlias = list[log_entries.LogEntry]
"""What is to be written down. None at all means: granted, and it is so already."""


class Answering(Struct, frozen=True):
    """A seat has answered, or withdrawn what it had answered or begun to."""

    seat: int
    entries: Entries
    begun: tuple[str, ...] | None = None
    """Moves that still owe a choice. They are not written down: others would see that something
    happened, and that a chain is running is part of the hidden answer (C-11)."""
    played: PlayedAnswer | None = None
    """The answer of `entries`, played: the fold takes it over."""


class Pencilled(Struct, frozen=True):
    """What is to count for a seat if its time runs out; empty for nothing."""

    seat: int
    moves: tuple[str, ...]


class Shown(Struct, frozen=True):
    """Told to everybody at the table, and then forgotten."""

    event: server_messages.TableEvent


class DirectReply(Struct, frozen=True):
    """Told to nobody but who asked."""

    message: server_messages.WhyNotReply | server_messages.Pong


class AnotherTable(Struct, frozen=True):
    """A new table that begins with these entries; `start`: and with the game at once."""

    options: TableOptions
    entries: Entries
    start: bool = False


Outcome: TypeAlias = Entries | Answering | Pencilled | Shown | DirectReply | AnotherTable
