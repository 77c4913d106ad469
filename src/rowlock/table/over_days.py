"""Games over days: their paces, and when a prepared answer is used (docs/slow-games.md).

A player may prepare an answer for each number that may be announced. The answers that are prepared
when dice are rolled are fixed for this roll (`Table.readied`), so no later change and no die can
steer them. An answer that the rules do not allow, or that needs a choice, is not used: the player
is asked.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from rowlock.errors import Illegal
from rowlock.table.answers import PlayedAnswer, play_answer
from rowlock.table.options import TableOptions
from rowlock.table.state import Table

DAY_S = 86_400
PACES_S = (1 * DAY_S, 3 * DAY_S, 7 * DAY_S)
"""Seconds for an answer over days."""


def check_pace(options: TableOptions, keep_s: float) -> None:
    """Refuse a pace that no table can have, or that is longer than the server keeps games."""
    if not options.over_days:
        if options.time_limit > DAY_S:
            raise Illegal("bad_options", "more than a day for an answer needs a game over days")
        if options.webhook:
            raise Illegal("bad_options", "only a game over days can have a webhook")
        return
    if options.time_limit not in PACES_S:
        raise Illegal("bad_options", "an answer over days has 1, 3 or 7 days")
    if options.dice == "real":
        raise Illegal("bad_options", "real dice cannot be rolled over days")
    if options.time_limit >= keep_s:
        days = f"{keep_s / DAY_S:g} days"
        raise Illegal("pace_too_long", f"this server deletes games after {days} without a move")


def check_webhook(options: TableOptions, hosts: Collection[str]) -> None:
    """Refuse a webhook whose host the server does not allow."""
    if options.webhook:
        parts = urlsplit(options.webhook)
        if parts.scheme != "https" or (parts.hostname or "") not in hosts:
            allowed = ", ".join(hosts) or "none"
            raise Illegal("bad_webhook", f"a webhook needs an allowed https host ({allowed})")


def prepared_answer(table: Table, seat: int) -> PlayedAnswer | None:
    """The prepared answer of a seat to the open question, if the rules allow it as it is."""
    moves = table.readied.get(seat)
    if moves is None or table.scribe is None or table.game.stage != "action1":
        return None
    try:
        played = play_answer(table.scribe, seat, moves)
    except Illegal:
        return None
    return None if played.owes_choice else played
