"""`rowlock print`: empty sheets as PDF, to play with real dice."""

from __future__ import annotations

import argparse
import sys

from rowlock.cli.numbers import whole
from rowlock.cli.output import STDOUT, add_out, check_out, write_out
from rowlock.draw.paper.print_job import PAPERS, PLACES, PrintJob
from rowlock.languages import LANGUAGES, system_language
from rowlock.variants import load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "variants",
        metavar="VARIANT",
        nargs="*",
        default=["classic"],
        help="sheets by name (see `rowlock variants`) or files: my-sheet.toml",
    )
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="paper size (default a4)")
    parser.add_argument(
        "--up", type=whole, choices=PLACES, default=1, help="sheets per page (default 1)"
    )
    parser.add_argument("--xl", action="store_true", help="large print, with name and date")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="language (default: that of your system)"
    )
    parser.add_argument(
        "--pages", type=whole, metavar="N", default=1, help="pages per sheet (default 1)"
    )
    parser.add_argument(
        "--back",
        choices=("rules", "sheet"),
        help="print both sides: rules in short, or another sheet, on the back",
    )
    parser.add_argument(
        "--score-history", action="store_true", help="add a last page for the results of many games"
    )
    parser.add_argument(
        "--qr",
        metavar="URL",
        help="QR code with this address on every sheet; {sheet} stands for the sheet's name",
    )
    add_out(parser, "sheets.pdf", "PDF file")
    parser.epilog = (
        "examples:\n"
        "  rowlock print longo --up 2 --back rules --out longo.pdf\n"
        "  rowlock print classic mixx_a my-sheet.toml --paper letter --up 4 --pages 5\n"
        "  rowlock print --xl --lang de --score-history\n\n"
        'Print at actual size. For two sides choose "flip on long edge": backs then lie\n'
        "exactly behind their sheets. Short lines show where to cut."
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.draw.paper import sheet_pdf

    order = PrintJob(
        paper=args.paper,
        up=args.up,
        large=args.xl,
        pages=args.pages,
        back=args.back,
        score_history=args.score_history,
        address=args.qr,
    )
    variants = [load_variant(name) for name in args.variants]
    check_out(args.out, force=args.force)
    content = sheet_pdf(variants, order, args.lang or system_language())
    write_out(args.out, content)
    if args.out != STDOUT:
        sides = len(variants) * order.pages * (2 if order.back else 1) + order.score_history
        pages = "1 page" if sides == 1 else f"{sides} pages"
        print(f"{args.out}: {pages}, {len(content) / 1024:.0f} KiB", file=sys.stderr)
    return 0
