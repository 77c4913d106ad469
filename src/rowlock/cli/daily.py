"""`rowlock daily`: the game of the day."""

from __future__ import annotations

import argparse
import random
import sys
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rowlock.cli.common import add_json, add_lang, check_new_file, print_json, texts_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.prompt_stream import aside
from rowlock.cli.tables import solved_table

if TYPE_CHECKING:
    from rowlock.languages.texts import Texts
    from rowlock.notation import Record
    from rowlock.solver.value_table import ValueTable
    from rowlock.table.day import Day

EPILOG = """\
Everyone in the world gets the same dice on the same day. Monday, Wednesday and Friday: classic,
solo. Saturday: classic against the level hard. Other days: another sheet, solo. There is no undo.
At the end you see what your mistakes cost, how lucky the dice were, and a few lines to send to
friends. The dice are not secret: they can be computed from the date.

examples:
  rowlock daily
  rowlock daily --date 2026-11-16 --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("--date", metavar="D", help="day to play, as YYYY-MM-DD (default: today)")
    parser.add_argument("--name", default="Player", help="your name")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game in this file")
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.daily.bots import day_bots
    from rowlock.daily.tables import day_table
    from rowlock.notation import Scribe
    from rowlock.notation.record_info import PERSON, about, you
    from rowlock.table.day import LEVEL, day_of
    from rowlock.terminal.play import Session

    day = day_of(args.date or date.today().isoformat())
    if args.record is not None:
        check_new_file(args.record)
    texts = texts_of(args)
    table = day_table(day, partial(solved_table, texts=texts))
    names = (args.name, LEVEL)[: day.players]
    bots = (PERSON, LEVEL)[: day.players]
    session = Session(
        Scribe(day.setup(*names), day.headers),
        day_bots(day),
        random.Random(0),  # not used: all dice come from the day
        texts,
        dice=day.dice.roll,
        can_take_back=False,
        **(aside() if args.json else {}),
        record=args.record,
        about=lambda game: you(0) | about(day.date, bots, game),
    )
    if sys.stdin.isatty():
        import readline  # noqa: F401  arrow keys and history at the prompt
    with stoppable(session.save):
        if not session.run():
            return EXIT_INTERRUPTED
    _report(day, session.scribe.record(), table, texts, as_json=args.json)
    return 0


def _report(
    day: Day, record: Record, table: ValueTable | None, texts: Texts, *, as_json: bool
) -> None:
    from rowlock.daily.judge import exact_score, judge
    from rowlock.daily.report import DayReport, day_report
    from rowlock.daily.share import share_text
    from rowlock.reviews import review

    game_review = review(record, table=table)
    judged = judge(record, day, game_review)
    over = day.is_over(datetime.now(UTC))
    whole = DayReport(
        **msgspec.structs.asdict(judged),
        exact_score=exact_score(day, table) if table is not None and over else None,
        share=share_text(judged, texts.language),
        review=game_review,
    )
    if as_json:
        print_json(whole)
    else:
        print("\n".join(day_report(whole, texts)))
