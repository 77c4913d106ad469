"""Messages of the coach: what each answer to the open question is worth to the caller."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import (
    Ask,
    MoveText,
    Seat,
    Wire,
)


class AdviceRequest(Wire):
    """POST /api/tables/{table}/advice, for a seat of the caller."""

    seat: Seat
    ask: Ask
    """The open question."""
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=8)] = ()
    """The moves answered so far, if a choice is due."""
