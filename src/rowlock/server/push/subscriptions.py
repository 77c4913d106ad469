"""Subscriptions to notifications, and the messages. A message contains no names.

Each player can subscribe one device per table: the last one counts. The subscription is stored
beside the game and copied to a rematch. It is deleted with the game, when the table is unloaded
after its end, or when the player or the push service cancels it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rowlock.errors import Illegal
from rowlock.protocol.http import CallMe
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import logger
from rowlock.server.process.network_addresses import shared_url
from rowlock.server.push.allowed_hosts import AllowedHosts
from rowlock.server.push.identity import load_identity, unbase64
from rowlock.server.push.sender import PushMessage, PushSender
from rowlock.server.store import Store
from rowlock.server.texts import server_texts

DAY_MIN = 24 * 60


class StoredSubscription(CallMe):
    """A subscription as the device sent it, with the address of its table."""

    page: str = ""
    """The table for which the device has a token, if not this one; from there it finds the
    rematch."""


class PushSubscriptions:
    """The subscriptions of this server; disabled until `open` has loaded or created its key."""

    def __init__(
        self, store: Store, folder: Path, contact: str, reach: AllowedHosts | None = None
    ) -> None:
        self._store = store
        self._folder = folder
        self._contact = contact
        self._reach = reach or AllowedHosts()
        self._office: PushSender | None = None

    @property
    def key(self) -> str:
        """The public key for subscriptions; empty while notifications are disabled."""
        return self._office.identity.public if self._office is not None else ""

    def open(self) -> None:
        try:
            identity = load_identity(self._folder, self._contact)
        except (OSError, ValueError) as error:
            logger.error("no_push_key", reason=str(error))
        else:
            self._office = PushSender(identity, self._reach)

    async def close(self) -> None:
        office, self._office = self._office, None
        if office is not None:
            await office.close()

    async def subscribe(self, table: str, member: int, wish: CallMe) -> None:
        if self._office is None:
            raise Illegal("no_push", "this server cannot send notifications")
        self._reach.endpoint(wish.endpoint)
        await self._store.keep_call(table, member, msgspec.json.encode(wish))

    async def follow(self, table: str, rematch: str, members: Iterable[int]) -> None:
        """Copy the subscriptions of a table to its rematch."""
        for member in members:
            found = await self._store.read_call(table, member)
            if found is not None:
                kept = msgspec.json.decode(found, type=StoredSubscription)
                kept = replace(kept, page=kept.page or table)
                await self._store.keep_call(rematch, member, msgspec.json.encode(kept))
        await self.unsubscribe(table)

    async def unsubscribe(self, table: str, member: int | None = None) -> None:
        """Delete the subscription of a member, or all of a table."""
        await self._store.drop_calls(table, member)

    async def call(self, table: str, member: int) -> float:
        """Notify a player that it is their turn, if they have subscribed. Returns the seconds until
        the quiet hours of their device end, otherwise 0."""
        found = await self._store.read_call(table, member)
        if found is None or self._office is None:
            return 0.0
        wish = msgspec.json.decode(found, type=StoredSubscription)
        if wait := quiet_for(wish, time.time()):
            return wait
        words = server_texts(wish.language)
        text = {"title": words("turn"), "body": words("waiting"), "url": f"t/{wish.page or table}"}
        letter = PushMessage(
            self._reach.endpoint(wish.endpoint),
            unbase64(wish.p256dh),
            unbase64(wish.auth),
            msgspec.json.encode(text),
        )
        if await self._office.send(letter) == "gone":
            await self.unsubscribe(table, member)
        return 0.0


def quiet_for(wish: CallMe, now: float) -> float:
    """Seconds until the quiet hours of a device end; 0 outside of them. `now` are Unix seconds."""
    minute = now / 60 % DAY_MIN
    length = (wish.quiet_to - wish.quiet_from) % DAY_MIN
    since = (minute - wish.quiet_from) % DAY_MIN
    return (length - since) * 60 if since < length else 0.0


def make_subscriptions(
    settings: Settings, store: Store, reach: AllowedHosts | None
) -> PushSubscriptions:
    """The subscriptions of a server; push services get the page's address as their contact."""
    public = settings.public_url.startswith("https://")
    contact = str(shared_url(settings)) if public else ""
    return PushSubscriptions(store, settings.data_path(), contact, reach)
