"""The start of a game: seals, the list, open shares (docs/fair-dice.md).

lobby --start--> waiting for seals --list--> waiting for shares --all open--> playing
  ^                                                 |
  +------ another seed, the next round <------------+ not all open, or a player left
"""

from __future__ import annotations

from collections.abc import Collection

from rowlock.errors import Illegal
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, host_only
from rowlock.table.commands.outcome import Entries
from rowlock.table.fair.origin import BOUND_GAME, NONE, seal_of
from rowlock.table.game_terms import game_terms
from rowlock.table.sheets import variants_of
from rowlock.table.state import Table
from rowlock.variants.together import digests


def start(table: Table, asker: Caller) -> Entries:
    host_only(table, asker)
    return begin(table, asker.now) if table.stage == "lobby" else []


def begin(table: Table, now: float) -> Entries:
    """Begin with the seats that are taken; immediately if no device takes part in the dice."""
    seats = table.taken
    if not seats:
        raise Illegal("no_players", "nobody has a seat at this table")
    if table.options.dice == "real":
        if any(seat.kind == "bot" for seat in seats):
            raise Illegal("bad_options", "bots cannot see real dice")
        return [_begun(table, now)]
    if table.handshake.in_the_open:
        return [_begun(table, now)]
    if any(_takes_part(table, seat.member) for seat in seats):
        return [log_entries.StartWanted()]
    return [_list(table), _begun(table, now)]


def seal(table: Table, asker: Caller, intent: client_messages.SealShare) -> Entries:
    handshake = table.handshake
    if table.begun or handshake.members is not None:
        raise Illegal("already_started", "the list of seals is fixed")
    if intent.round != handshake.round or handshake.in_the_open:
        raise Illegal("stale", f"a seal for round {intent.round} (expected {handshake.round})")
    if handshake.seals.get(asker.member) == intent.seal:
        return []
    return [log_entries.ShareSealed(asker.member, intent.seal)]


def open_share(table: Table, asker: Caller, intent: client_messages.OpenShare) -> Entries:
    handshake, member = table.handshake, asker.member
    if intent.round != handshake.round or handshake.list is None:
        raise Illegal("stale", "the table does not wait for a share")
    if handshake.shares.get(member) == intent.share:
        return []
    mine = seal_of(table.id, handshake.commitment, member, intent.share, handshake.scheme)
    if handshake.seals.get(member) != mine:
        raise Illegal("wrong_share", "this share does not fit your seal")
    if member not in handshake.unopened:
        return []  # the seal of a member without a seat does not count
    return [log_entries.ShareOpened(member, intent.share)]


def due(table: Table, now: float, seed: str, gone: Collection[int], *, late: bool) -> Entries:
    """The next automatic step of a start; none while a seal or share is missing.

    `seed` is for another round, if one is needed, or for the salt; `gone` are members who have
    disconnected; `late` means that the time for this step is over.
    """
    handshake = table.handshake
    if not table.taken or handshake.members not in (None, _listed(table)):
        return [log_entries.StartFailed(seed)]  # a player has left, so the list is no longer right
    if handshake.salt and game_terms(table, handshake.salt).digest != handshake.terms:
        return [log_entries.StartFailed(seed)]  # what the devices were shown is no longer right
    if handshake.members is None:
        return [_list(table, seed[:32])] if late or not _seals_awaited(table, gone) else []
    if not handshake.unopened:
        return [_begun(table, now)]
    return [log_entries.StartFailed(seed, handshake.unopened)] if late else []


def _seals_awaited(table: Table, gone: Collection[int]) -> bool:
    handshake = table.handshake
    awaited = handshake.promised - set(handshake.seals) - set(gone)
    return any(seat.member in awaited for seat in table.taken)


def _listed(table: Table) -> tuple[int | None, ...]:
    return tuple(seat.member for seat in table.taken)


def _list(table: Table, salt: str = "") -> log_entries.ListFixed:
    """The list; without a salt if no device takes part and could check the terms."""
    if table.handshake.scheme != BOUND_GAME:
        return log_entries.ListFixed(_listed(table))
    digest = game_terms(table, salt).digest if salt else NONE
    return log_entries.ListFixed(_listed(table), digest, salt)


def _takes_part(table: Table, member: int | None) -> bool:
    return member in table.handshake.promised or member in table.handshake.seals


def _begun(table: Table, now: float) -> log_entries.GameBegun:
    return log_entries.GameBegun(table.taken, digests(variants_of(table.options, table.taken)), now)
