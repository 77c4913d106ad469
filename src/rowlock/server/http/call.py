"""A request, as the functions that answer it see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.errors import Illegal
from rowlock.server.limits.request_guard import address_of
from rowlock.server.rooms.room import Room
from rowlock.table.tokens import member_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from rowlock.server.services import Services

WAKING = 5.0
"""Rate-limit cost of reading a table from the store."""


class Call:
    """A request, and the headers of its response."""

    def __init__(self, services: Services, request: Request, status: int) -> None:
        self.services = services
        self.request = request
        self.status = status
        self.headers = {"cache-control": "no-store"}
        self.body = b""
        """The body as received."""

    @property
    def address(self) -> str:
        return address_of(self.request.scope)

    async def room(self, table: str) -> Room:
        if table not in self.services.rooms.rooms:
            self.charge(WAKING)
        return await self.services.rooms.get(table)

    def charge(self, cost: float) -> None:
        """Charge the rate limit of the client's address."""
        if not self.services.limits.take_request(self.address, cost):
            raise Illegal("too_fast", "too many requests; wait a moment")

    def store(self, size: int) -> None:
        """Charge the storage limit of the client's address for bytes that no game stores."""
        self.services.limits.check_storage(self.address)
        self.services.limits.stored(self.address, size)

    @property
    def token(self) -> str:
        """The token of the request."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Illegal("bad_token", "the request has no token (expected that of a player)")
        return token.strip()

    async def until_gone(self) -> None:
        """Wait until the client has closed the connection."""
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    def seats_at(self, room: Room) -> tuple[int, ...]:
        """The seats of the caller; none without a token."""
        if "authorization" not in self.request.headers:
            return ()
        return room.table.seats_of(self.member_of(room))

    def member_of(self, room: Room) -> int:
        """The member who has the request's token."""
        return member_of(room.table, self.token)
