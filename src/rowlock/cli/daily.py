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

from rowlock.cli.aside import aside
from rowlock.cli.common import add_json, add_lang, check_new_file, print_json, texts_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.tables import solved_table

if TYPE_CHECKING:
    from rowlock.daily.day import Day
    from rowlock.languages.texts import Texts
    from rowlock.notation import Record
    from rowlock.solve.value_table import ValueTable

EPILOG = """\
Everybody in the world meets the same dice on the same day. Monday, Wednesday and Friday: classic,
alone. Saturday: classic against the level hard. On the other days another sheet, alone. Nothing is
taken back; at the end you see what you gave away, how lucky the dice were, and a few lines to send
to friends. The dice are no secret: whoever wants to know them beforehand can compute them.

examples:
  rowlock daily
  rowlock daily --date 2026-11-16 --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("--date", metavar="D", help="another day, like 2026-11-16 (default: today)")
    parser.add_argument("--name", default="Player", help="your name")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game in this file")
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.daily.day import LEVEL, day_of
    from rowlock.daily.tables import day_table
    from rowlock.notation import Scribe
    from rowlock.notation.about import PERSON, about, you
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
        day.bots(),
        random.Random(0),  # nobody draws from it: all chance is the day's
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
    from rowlock.review import review

    found = review(record, table=table)
    judged = judge(record, day, found)
    over = day.is_over(datetime.now(UTC))
    whole = DayReport(
        **msgspec.structs.asdict(judged),
        exact_score=exact_score(day, table) if table is not None and over else None,
        share=share_text(judged, texts.language),
        review=found,
    )
    if as_json:
        print_json(whole)
    else:
        print("\n".join(day_report(whole, texts)))
