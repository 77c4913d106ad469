"""The connections to a table: players, each with one connection or several, and spectators."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection

from rowlock.protocol import server_messages
from rowlock.protocol.encoding import encode
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.outbox import Outbox
from rowlock.table.state import Table
from rowlock.table.view import Scene, encoded_views

MAX_CONNECTIONS = 5
"""Open connections of one member."""
MAX_WATCHERS = 50


class Audience:
    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.outboxes: list[Outbox] = []
        self.present: frozenset[int] = frozenset()
        """Members with an open connection."""
        self.watchers = 0
        self.gone_since: dict[int, float] = {}
        """When the last connection of a member closed, by the monotonic clock."""
        self._since = time.monotonic()

    @property
    def anybody(self) -> bool:
        """Whether a player is connected."""
        return bool(self.present)

    def _count(self) -> None:
        """Recompute who is present; this is read much more often than it changes."""
        members = [box.member for box in self.outboxes]
        self.present = frozenset(member for member in members if member is not None)
        self.watchers = members.count(None)

    def away_s(self, member: int | None) -> float:
        """For how long a member has had no connection."""
        if member is None or member in self.present:
            return 0.0
        return time.monotonic() - self.gone_since.get(member, self._since)

    # Coming and going ------------------------------------------------------------------------

    def admit(self, outbox: Outbox) -> bool:
        """Add a connection; True if it is the member's first."""
        member = outbox.member
        others = [box for box in self.outboxes if box.member == member]
        if len(others) >= (MAX_WATCHERS if member is None else MAX_CONNECTIONS):
            replaced = others[0] if member is not None else _most_of(others, outbox)
            self.outboxes.remove(replaced)
            replaced.bye("replaced")
        self.outboxes.append(outbox)
        self._count()
        if member is None or others:
            return False
        self.gone_since.pop(member, None)
        return True

    def lose(self, outbox: Outbox) -> bool:
        """Remove a connection; True if it was the member's last."""
        self.outboxes.remove(outbox)
        self._count()
        member = outbox.member
        if member is None:
            return True
        if member in self.present:
            return False
        self.gone_since[member] = time.monotonic()
        return True

    def show_out(self, member: int, code: str) -> None:
        for box in [box for box in self.outboxes if box.member == member]:
            self.outboxes.remove(box)
            # In the next round of the loop: a member who leaves gets the confirmation first.
            asyncio.get_running_loop().call_soon(box.bye, code)
        self._count()

    def dismiss(self, code: str) -> None:
        """Disconnect everyone."""
        leaving, self.outboxes = self.outboxes, []
        self._count()
        for box in leaving:
            box.bye(code)

    # Telling ---------------------------------------------------------------------------------

    def show(
        self,
        boxes: Collection[Outbox],
        table: Table,
        scene: Scene,
        events: tuple[server_messages.TableEvent, ...] = (),
    ) -> None:
        """Send each of these connections its view of the table."""
        views = encoded_views(table, [box.member for box in boxes], scene, events)
        for box in boxes:
            box.push(views[box.member])
        self.metrics.sent += len(boxes)

    def tell(self, boxes: Collection[Outbox], message: server_messages.ServerMessage) -> None:
        """Send the same message to all of them."""
        encoded = encode(message)
        for box in boxes:
            box.push(encoded)
        self.metrics.sent += len(boxes)


def _most_of(watchers: list[Outbox], newcomer: Outbox) -> Outbox:
    """The spectator to disconnect: the first of the address that has the most, so that many
    connections from one address displace only each other. If every address has one, it is the
    newcomer."""
    crowd = Counter(box.address for box in (*watchers, newcomer))
    address, number = crowd.most_common(1)[0]
    if crowd[newcomer.address] == number:
        address = newcomer.address
    found = [box for box in watchers if box.address == address]
    return found[0] if found else watchers[-1]
