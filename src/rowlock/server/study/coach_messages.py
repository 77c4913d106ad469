"""The coach over the wire: what each answer to the open question is worth to who asks."""

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
    """POST /api/tables/{table}/advice, for a seat of one's own."""

    seat: Seat
    ask: Ask
    """The open question."""
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=8)] = ()
    """What has been answered so far, where a choice is due."""
