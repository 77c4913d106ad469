"""Dice receipts: what a device stored before a game, compared with the record of the game."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rowlock.errors import Illegal, Unreadable
from rowlock.protocol.base import Round, Seal, Share
from rowlock.table.fair.origin import BOUND_GAME, Origin, seal_of
from rowlock.table.fair.terms import digest_of


class DiceReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A receipt, as the page offers it for download (fields: docs/fair-dice.md)."""

    slip: Literal["rowlock-dice-2", "rowlock-dice-3"]
    table: str
    member: int
    round: Round
    commitment: Seal
    share: Share
    list: tuple[str, ...] | None = None
    """The list that the device received before it opened its share."""
    terms: str = ""
    """The terms that came with the list; empty in earlier schemes."""
    before: tuple[str, ...] = ()
    """The commitments of earlier rounds that the device has seen."""
    sealed: bool = False
    """Whether the server acknowledged the seal."""
    opened: bool = False
    """Whether the server acknowledged the share: this device opened in time."""
    alone: bool = False
    """Whether all other seats were bots when it opened."""
    replaced: bool = False
    """Whether another device of this player sealed a share later."""
    repeats: int = 0
    """Earlier rounds that failed although this device had opened in time."""
    seen: dict[str, str] = {}
    """What the device saw of the game (`seen.py`)."""
    conflict: str = ""
    """A contradiction that the device itself has found; empty if none."""


def read_receipt(text: str) -> DiceReceipt:
    try:
        return msgspec.json.decode(text, type=DiceReceipt)
    except msgspec.MsgspecError as error:
        raise Unreadable("bad_slip", f"this is not a dice receipt: {error}") from None


def compare(slip: DiceReceipt, origin: Origin, commitment: str) -> None:
    """Refuse a game that differs from the receipt."""
    if origin.scheme != slip.slip:
        raise Illegal("wrong_scheme", f"the receipt is for {slip.slip}, not {origin.scheme}")
    if slip.table != origin.table:
        raise Illegal(
            "wrong_table", f"the receipt is for table {slip.table}, the record for {origin.table}"
        )
    if slip.round != origin.round:
        message = f"this device has sealed for round {slip.round}, the game is of {origin.round}"
        raise Illegal("wrong_round", message)
    if slip.commitment != commitment:
        message = "the commitment differs from the one that this device received before the game"
        raise Illegal("wrong_commitment", message)
    seal = seal_of(slip.table, slip.commitment, slip.member, slip.share, slip.slip)
    if f"{slip.member}={seal}" not in origin.seals:
        raise Illegal("missing_share", "the dice do not include the share of this device")
    if slip.list is None:
        raise Illegal("unseen_list", "this device never received the list of seals")
    if slip.list != origin.seals:
        message = "the list of seals differs from the one that this device received"
        raise Illegal("wrong_list", message)
    if slip.slip == BOUND_GAME and digest_of(slip.terms) != origin.terms:
        message = "the terms of the game differ from those that this device received"
        raise Illegal("wrong_terms", message)
    rounds = range(1, origin.round) if slip.before else ()
    if any(_commitment(origin, number) in slip.before for number in rounds):
        raise Illegal("used_seed", "the seed was already used in an earlier round")


def _commitment(origin: Origin, number: int) -> str:
    return msgspec.structs.replace(origin, round=number).commitment
