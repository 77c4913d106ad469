"""Requests for a seat in a game under way, from people who came too late to join. A part of the
table's fold."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class SeatRequest(Struct, frozen=True):
    name: str
    seat: int | None = None
    """The seat that was granted; None while the host has not answered."""
    turn: int = 0
    """The turn in which it was granted: the seat changes hands after it."""


class LateJoin(Struct, frozen=True):
    """A person who took over a seat during the game."""

    turn: int
    """The first turn of this person."""
    seat: int
    name: str


def without(requests: Mapping[int, SeatRequest], member: int | None) -> Mapping[int, SeatRequest]:
    """The requests of all other members."""
    return {asker: each for asker, each in requests.items() if asker != member}
