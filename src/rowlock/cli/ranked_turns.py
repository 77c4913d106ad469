"""Prints the turns of a sheet ranked by expected points, as a list or as JSON."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rowlock.cli.common import print_json, texts_of
from rowlock.cli.ranked_list import Row, print_rows
from rowlock.cli.reasons import what_it_does
from rowlock.core.sheet import Sheet, format_sheet

if TYPE_CHECKING:
    from rowlock.solver.turns import RankedTurn
    from rowlock.solver.value_table import ValueTable


def show_turns(
    args: argparse.Namespace,
    table: ValueTable,
    sheet: Sheet,
    *,
    dice: str,
    closed: int,
    turns: tuple[RankedTurn, ...],
) -> None:
    """Print ranked turns as text or JSON."""
    variant, texts = table.variant, texts_of(args)
    reasons = [what_it_does(variant, sheet, turn.sheet, closed, texts) for turn in turns]
    if args.json:
        print_json(
            {
                "variant": variant.id,
                "players": table.players,
                "sheet": format_sheet(variant, sheet),
                "roll": dice,
                "unit": "points",
                "turns": [
                    {"moves": turn.text, "total": turn.total, "cost": turn.cost, "reason": reason}
                    for turn, reason in zip(turns, reasons, strict=True)
                ],
            }
        )
        return
    rows = [
        Row(
            turn.text,
            texts.figure(turn.total, ".3f"),
            turn.cost,
            texts.figure(turn.cost, ".3f"),
            reason,
        )
        for turn, reason in zip(turns, reasons, strict=True)
    ]
    print_rows(texts, "turn", "total", rows, every=args.all)
