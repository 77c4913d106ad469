"""The rooms in memory, by the ids of their tables."""

from __future__ import annotations

from rowlock.server.rooms.room import Room


class OpenRooms(dict[str, Room]):
    def drop(self, table: str) -> None:
        """Close the room of a table that belongs to another process now. Its clients connect
        again, and are forwarded there."""
        room = self.pop(table, None)
        if room is not None:
            room.part("server_stopping")
