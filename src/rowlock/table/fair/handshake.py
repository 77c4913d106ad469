"""How the dice of a table come to be: seals, the list, the shares. A part of the table's fold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from rowlock.table import log_entries
from rowlock.table.fair.origin import (
    NONE,
    OPEN_SHARES,
    Origin,
    Scheme,
)

DiceEntry: TypeAlias = (
    log_entries.SeedShared
    | log_entries.ShareSealed
    | log_entries.ListFixed
    | log_entries.ShareOpened
    | log_entries.StartFailed
)


class Handshake:
    """State of the handshake before a game: promised seals, seals and opened shares, by member."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self.promised: set[int] = set()
        self.seals: dict[int, str] = {}
        self.shares: dict[int, str] = {}
        self.members: tuple[int | None, ...] | None = None
        """The members of the list, by seat; None until it is fixed."""
        self.terms = ""
        """The digest of the terms, fixed with the list; empty before and in earlier schemes."""
        self.salt = ""

    @property
    def scheme(self) -> Scheme:
        return self._origin.scheme

    @property
    def in_the_open(self) -> bool:
        """Whether the table uses the old scheme, in which shares are sent unsealed."""
        return self.scheme == OPEN_SHARES

    @property
    def round(self) -> int:
        return self._origin.round

    @property
    def commitment(self) -> str:
        return self._origin.commitment

    @property
    def list(self) -> tuple[str, ...] | None:
        """Every seat's member and seal; None until they are fixed."""
        if self.members is None:
            return None
        return tuple(self._line(member) for member in self.members)

    @property
    def unopened(self) -> tuple[int, ...]:
        """The members of the list whose shares are missing."""
        listed = {member for member in self.members or () if member in self.seals}
        return tuple(sorted(m for m in listed if m is not None and m not in self.shares))

    def has_share_of(self, member: int | None) -> bool:
        return member in self.seals or member in self.shares

    def origin(self, members: Iterable[int | None]) -> Origin:
        """The origin of the dice for a game with these members in its seats."""
        none = "" if self.in_the_open else NONE
        shares = tuple(none if m is None else self.shares.get(m, none) for m in members)
        first = self._origin
        seals = self.list or ()
        return Origin(first.scheme, first.table, first.seed, self.round, seals, shares, self.terms)

    def copy(self) -> Handshake:
        """A copy that changes independently."""
        other = Handshake(self._origin)
        other.promised, other.members = set(self.promised), self.members
        other.terms, other.salt = self.terms, self.salt
        other.seals, other.shares = dict(self.seals), dict(self.shares)
        return other

    def apply(self, entry: DiceEntry) -> None:
        match entry:
            case log_entries.SeedShared(member=member, seed=seed):
                self.shares[member] = seed
            case log_entries.ShareSealed(member=member, seal=seal):
                self.seals[member] = seal
            case log_entries.ListFixed(members=members, terms=terms, salt=salt):
                self.members, self.terms, self.salt = members, terms, salt
            case log_entries.ShareOpened(member=member, share=share):
                self.shares[member] = share
            case log_entries.StartFailed(seed=seed):
                last = self._origin
                self._origin = Origin(last.scheme, last.table, seed, last.round + 1)
                self.seals, self.shares, self.members = {}, {}, None
                self.terms = self.salt = ""
            case _:
                assert_never(entry)

    def _line(self, member: int | None) -> str:
        if member is None or member not in self.seals:
            return NONE
        return f"{member}={self.seals[member]}"
