"""The origin of a game's dice: seed, seals and shares (docs/fair-dice.md).

The server commits to a seed, every device seals a share, the list of seats and seals is fixed
together with the terms of the game, and the shares are opened. A device that has not yet revealed a
secret can no longer change anything.

    commitment = SHA-256("rowlock-dice-3:seed:" table ":" round ":" seed)            seed as hex
    seal       = SHA-256("rowlock-dice-3:seal:" table ":" commitment ":" member ":" share)
    key        = HMAC(seed, "rowlock-dice-3:key:" table ":" round ":" terms ":" list ":" shares)
"""

from __future__ import annotations

import hashlib
import hmac
import re
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

Scheme: TypeAlias = Literal["rowlock-dice-1", "rowlock-dice-2", "rowlock-dice-3"]
OPEN_SHARES: Scheme = "rowlock-dice-1"
"""Oldest scheme: shares are sent unsealed, and devices store nothing."""
SEALED_SHARES: Scheme = "rowlock-dice-2"
"""Earlier scheme: the list does not contain the terms, and removed dice are not drawn."""
BOUND_GAME: Scheme = "rowlock-dice-3"
"""The scheme of new tables."""

NONE = "-"
"""Stands in the list and among the shares for a seat without a share."""
MAX_ROUND = 1000
"""Maximum number of starts of one table, failed ones included, so that a check ends soon."""
_SEALED = re.compile("(0|[1-9][0-9]{0,9})=([0-9a-f]{64})")
_SHARE = re.compile("[0-9a-f]{32}")


def is_line(text: str) -> bool:
    """Whether this is a valid line of the list."""
    return text == NONE or _SEALED.fullmatch(text) is not None


def is_share(text: str) -> bool:
    return text == NONE or _SHARE.fullmatch(text) is not None


class Origin(Struct, frozen=True, dict=True):
    """The seed of a table and, once its game begins, the list and the shares by seat."""

    scheme: Scheme
    table: str
    seed: str
    """64 hex digits."""
    round: int = 1
    """Number of the start, from 1; every start has its own seed."""
    seals: tuple[str, ...] = ()
    """The list; empty with open shares."""
    shares: tuple[str, ...] = ()
    terms: str = ""
    """The digest of the terms (`terms.py`); empty in earlier schemes."""

    @cached_property
    def commitment(self) -> str:
        """The hash of the seed, which the server publishes before the game."""
        if self.scheme == OPEN_SHARES:
            return _sha256(f"{OPEN_SHARES}:{self.table}:{self.seed}")
        return _sha256(f"{self.scheme}:seed:{self.table}:{self.round}:{self.seed}")

    @property
    def key(self) -> bytes:
        """The key of all streams of the game."""
        shares = ",".join(self.shares)
        if self.scheme == OPEN_SHARES:
            message = f"{OPEN_SHARES}:{self.table}:{shares}"
        else:
            terms = f"{self.terms}:" if self.scheme == BOUND_GAME else ""
            place = f"{self.scheme}:key:{self.table}:{self.round}"
            message = f"{place}:{terms}{','.join(self.seals)}:{shares}"
        return hmac.digest(bytes.fromhex(self.seed), message.encode(), "sha256")

    def unfit_shares(self) -> list[int]:
        """The seats whose share does not fit their seal in the list."""
        return [seat for seat, line in enumerate(self.seals) if not self._fits(seat, line)]

    def _fits(self, seat: int, line: str) -> bool:
        share = self.shares[seat]
        found = _SEALED.fullmatch(line)
        if found is None:
            return line == share == NONE
        member, seal = found.groups()
        return seal_of(self.table, self.commitment, int(member), share, self.scheme) == seal


def seal_of(table: str, commitment: str, member: int, share: str, scheme: str = BOUND_GAME) -> str:
    """The seal of a share: a hash that does not reveal it."""
    return _sha256(f"{scheme}:seal:{table}:{commitment}:{member}:{share}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
