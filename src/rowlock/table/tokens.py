"""Tokens of members. The server stores only their hashes."""

from __future__ import annotations

import hashlib
import hmac

from rowlock.errors import Illegal
from rowlock.table.state import Table


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def member_of(table: Table, token: str) -> int:
    """The member with this token."""
    hashed = hash_token(token)
    for number, member in table.members.items():
        if hmac.compare_digest(member.token_hash, hashed) and not member.gone:
            return number
    raise Illegal("bad_token", "this key is not valid for this table")
