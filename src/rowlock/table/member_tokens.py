"""The tokens of members, read from a log that may be damaged.

With this the members of a damaged table can download its log, and its host can delete it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

import msgspec

from rowlock.errors import Illegal
from rowlock.table import log_entries
from rowlock.table.tokens import hash_token


class MemberTokens:
    def __init__(self, payloads: Iterable[bytes]) -> None:
        self.hashes: dict[int, str] = {}
        self.host: int | None = None
        for payload in payloads:
            try:
                self._read(log_entries.decode(payload))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue  # damaged; other entries may be readable

    def _read(self, entry: log_entries.LogEntry) -> None:
        match entry:
            case log_entries.MemberCame(member=member, token_hash=hashed, host=host):
                self.hashes[member] = hashed
                self.host = member if host else self.host
            case log_entries.HostIs(member=member):
                self.host = member
            case _:
                pass

    def member(self, token: str) -> int:
        """The member with this token; members who have left keep theirs, for erasing."""
        hashed = hash_token(token)
        for number, known in self.hashes.items():
            if hmac.compare_digest(known, hashed):
                return number
        raise Illegal("bad_token", "this key is not valid for this table")
