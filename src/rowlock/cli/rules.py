"""`rowlock rules NAME`: show a rule page, formatted in a terminal and plain in a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec

from rowlock.errors import Unreadable
from rowlock.rulebook import LANGUAGES, PAGES, page
from rowlock.variants import load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="the name of a sheet, or `cards` for the card game"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="language (default: the one of this system)"
    )
    parser.epilog = "example:\n  rowlock rules longo --lang de"


def system_language() -> str:
    """The language of the terminal where we speak it, otherwise English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def run(args: argparse.Namespace) -> int:
    name = args.name if args.name == "cards" else load_variant(args.name).rules_page
    if name not in PAGES:
        raise Unreadable("no_rule_page", f"{args.name}: there is no rule page {name!r}")
    text = page(name, args.lang or system_language())
    if sys.stdout.isatty() and find_spec("rich") is not None:
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(Console().width, 82)).print(Markdown(text))
    else:
        print(text, end="")
    return 0
