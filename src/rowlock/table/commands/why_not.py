"""Explains why a cell of your own sheet cannot be crossed now."""

from __future__ import annotations

from rowlock.core.explain import explain
from rowlock.core.game import deciders, legal_moves
from rowlock.core.legality import obstacle
from rowlock.core.move import ColourCross, WhiteCross
from rowlock.core.sheet import Sheet, crosses_in_row
from rowlock.core.state import Game
from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.table.commands.caller import Caller, own_seat
from rowlock.table.commands.outcome import DirectReply
from rowlock.table.state import Table
from rowlock.variants import Cell


def why_not(table: Table, asker: Caller, intent: client_messages.WhyNot) -> DirectReply:
    own_seat(table, asker, intent.seat)
    variant = table.variants[intent.seat]
    cell = variant.cell.get(intent.cell)
    if cell is None:
        raise Illegal("unknown_cell", "there is no such cell")
    sheet, code = _obstacle(table, asker, intent.seat, cell)
    if code != "too_few_crosses":
        return DirectReply(server_messages.WhyNotReply(intent.id, cell.name, code))
    needed, have = variant.crosses_before_lock, crosses_in_row(sheet, cell.row)
    return DirectReply(server_messages.WhyNotReply(intent.id, cell.name, code, needed, have))


def _obstacle(table: Table, asker: Caller, seat: int, cell: Cell) -> tuple[Sheet, str | None]:
    if table.real is not None:
        return table.real.sheet(seat), table.real.wall(seat, cell, asker.now)
    if table.scribe is None:
        raise Illegal("not_started", "no game is under way")
    return table.game.sheets[seat], _in_turn(table.game, seat, cell)


def _in_turn(game: Game, seat: int, cell: Cell) -> str | None:
    # The reason on the sheet is more helpful than "it is not your turn".
    code = obstacle(game.variants[seat], game.sheets[seat], game.closed, cell)
    move = ColourCross(cell.name) if game.stage == "action2" else WhiteCross(cell.name)
    if code is None and move not in legal_moves(game, seat):
        code = explain(game, seat, move, deciders(game))[0]
    return code
