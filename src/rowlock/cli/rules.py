"""`rowlock rules NAME`: show a rule page, formatted on a terminal and plain in a pipe."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec

from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES, system_language
from rowlock.rulebook import CARDS, page, pages
from rowlock.variants import load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="name of a sheet, or `cards` for the card game"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="language (default: that of your system)"
    )
    parser.epilog = "example:\n  rowlock rules longo --lang de"


def run(args: argparse.Namespace) -> int:
    name = args.name if args.name == CARDS else load_variant(args.name).rules_page
    if name not in pages():
        raise Unreadable("no_rule_page", f"{args.name}: there is no rule page {name!r}")
    text = page(name, args.lang or system_language())
    if sys.stdout.isatty() and find_spec("rich") is not None:
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(Console().width, 82)).print(Markdown(text))
    else:
        print(text, end="")
    return 0
