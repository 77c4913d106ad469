"""Custom sheets, and sheets to print."""

from __future__ import annotations

import asyncio

from rowlock.errors import Illegal
from rowlock.protocol.sheets import OwnSheet, SheetWish
from rowlock.server.http.call import Call
from rowlock.server.http.sheet_pdf import print_job_of, printed_pdf
from rowlock.table.sheets import asked_for, made, own_variant
from rowlock.table.variant_info import own_sheet


async def make_sheet(call: Call, wish: SheetWish) -> OwnSheet:
    return own_sheet(made(wish))


async def get_sheet(call: Call, *, table: str, name: str = "") -> OwnSheet:
    """A custom sheet of the table: that of all seats, or with `name` that of a seat."""
    options = (await call.room(table)).table.options
    for file in filter(None, (options.sheet, *options.sheets)):
        if name in ("", own_variant(file).id):
            return own_sheet(file)
    raise Illegal("not_found", "this table plays on a printed sheet")


async def print_sheet(
    call: Call,
    *,
    sheet: str,
    code: str = "",
    crosses_before: str = "",
    penalties: str = "",
    moves: str = "",
    lang: str = "en",
    paper: str = "",
    up: str = "",
    large: str = "",
    pages: str = "",
    back: str = "",
    score_history: str = "",
) -> bytes:
    order = print_job_of(
        paper=paper, up=up, large=large, pages=pages, back=back, score_history=score_history
    )
    variant = asked_for(
        sheet, code=code, crosses_before=crosses_before, penalties=penalties, moves=moves
    )
    content = await asyncio.to_thread(printed_pdf, variant, order, lang)
    call.headers["content-disposition"] = f'inline; filename="{variant.id}.pdf"'
    return content
