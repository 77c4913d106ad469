"""The options of a table, and their forms in messages and in the log.

State, messages and log each have a type of their own, so that each can change separately. A new
option is a field in all three.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from rowlock.protocol.base import Options
from rowlock.table.kinds import DiceKind, MarkingRules, Pace, WhenLate
from rowlock.table.log_entries import StoredOptions


class TableOptions(Struct, frozen=True):
    """The options of a table. `protocol.base.Options` documents the fields."""

    variant: str = "classic"
    sheet: str = ""
    cards: bool = False
    jokers: bool = False
    time_limit: int = 0
    chat: bool = False
    dice: DiceKind = "server"
    rules: MarkingRules = "strict"
    away_after: int = 60
    cover: str = ""
    coach: bool = False
    sheet_per_seat: bool = False
    sheets: tuple[str, ...] = ()
    """The files of the seats' custom sheets. Clients neither get nor set them."""
    pace: Pace = "normal"
    over_days: bool = False
    when_late: WhenLate = "bot"
    webhook: str = ""
    """The whole address, which may be a secret. Clients see its host only."""
    webhook_language: str = ""


def from_message(options: Options) -> TableOptions:
    return msgspec.convert(options, TableOptions, from_attributes=True)


def from_log(options: StoredOptions) -> TableOptions:
    return msgspec.convert(options, TableOptions, from_attributes=True)


def for_log(options: TableOptions) -> StoredOptions:
    return msgspec.convert(options, StoredOptions, from_attributes=True)


@lru_cache(maxsize=1024)
def for_message(options: TableOptions) -> Options:
    """The options as every view shows them: without the file of the sheet, and with the host of the
    webhook only.

    The name of the variant is copied: msgspec omits a value that is the same object as the default,
    but two tables with the same options should be encoded alike.
    """
    name = options.variant.encode().decode()
    webhook = urlsplit(options.webhook).hostname or ""
    shown = msgspec.structs.replace(options, sheet="", sheets=(), variant=name, webhook=webhook)
    return msgspec.convert(shown, Options, from_attributes=True)
