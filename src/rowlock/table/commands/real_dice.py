"""Commands with real dice: strokes on your own sheets, rows closed by others, the end."""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.protocol import client_messages
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, host_only, own_seat
from rowlock.table.commands.outcome import Entries
from rowlock.table.real_dice import RealSheets
from rowlock.table.state import Table


def mark(table: Table, asker: Caller, intent: client_messages.Mark) -> Entries:
    sheets = _marking(table)
    own_seat(table, asker, intent.seat)
    if intent.n != sheets.marks[intent.seat]:
        raise Illegal("stale", "this stroke is for an older state of the sheet")
    entry = log_entries.SheetMarked(intent.seat, intent.kind, asker.now, intent.cell, intent.row)
    sheets.check(entry)
    return [entry]


def close_row(table: Table, asker: Caller, intent: client_messages.CloseRow) -> Entries:
    if bool(_marking(table).said_closed >> intent.row & 1) == intent.closed:
        return []
    return [log_entries.RowSet(intent.row, intent.closed, asker.now)]


def finish(table: Table, asker: Caller, intent: client_messages.Finish) -> Entries:
    _sheets(table)
    host_only(table, asker)
    return [] if (table.stage == "over") == intent.over else [log_entries.FinishSet(intent.over)]


def _marking(table: Table) -> RealSheets:
    sheets = _sheets(table)
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    return sheets


def _sheets(table: Table) -> RealSheets:
    if table.real is None:
        raise Illegal("not_real_dice", "this table does not play with real dice")
    return table.real
