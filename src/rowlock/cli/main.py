"""`rowlock`: find the command, run it, turn refusals into messages and exit codes.

Modules are imported when a command needs them, so that `replay` and `legal` run where msgspec
alone is installed, and the help of every command does.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from rowlock.cli.extras import what_to_install
from rowlock.errors import Illegal, Unreadable

COMMANDS = {
    "serve": "the table in the browser, for this and other devices",
    "play": "play in the terminal, with people on one keyboard and bots",
    "replay": "check records and show sheets, scores, how they ended",
    "legal": "what each seat that owes a decision may do after a record",
    "solve": "the exact best expected score of a sheet",
    "advise": "one position and roll in, every choice with its cost out",
    "variants": "the sheets there are",
    "rules": "the rules of a sheet, in your language",
    "print": "empty sheets as PDF, to play with real dice",
    "draw": "a table or a sheet of a record as a picture",
    "verify": "the dice of a recorded game against what the server promised",
    "backup": "everything a server keeps, in one file",
    "simulate": "many games between bots, with what they add up to",
    "arena": "matches between bots, with intervals and ratings",
    "bench": "the figures of this machine, as ratios",
    "doctor": "what is installed and works",
}
"""Every command with its line of help; its module is `rowlock.cli.<name>`."""

DEFAULT = "serve"

EXIT_ILLEGAL = 1
EXIT_UNREADABLE = 2
EXIT_BUG = 70
EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and answer its exit status."""
    words = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    wanted = next((word for word in words if not word.startswith("-")), "")
    try:
        args = _parser(wanted).parse_args(words)
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except Unreadable as refusal:
        print(f"rowlock: {refusal.message}", file=sys.stderr)
        return EXIT_UNREADABLE
    except Illegal as refusal:
        print(f"rowlock: {refusal.message}", file=sys.stderr)
        return EXIT_ILLEGAL
    except ModuleNotFoundError as error:
        sentence = what_to_install(wanted, error)
        if sentence is None:
            _report_bug(error)
            return EXIT_BUG
        print(sentence, file=sys.stderr)
        return EXIT_UNREADABLE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`rowlock rules classic | head`); leave without a complaint.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        _report_bug(error)
        return EXIT_BUG


def _parser(wanted: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, study and solve the dice game Qwixx.",
        epilog=f"Without a command: rowlock {DEFAULT}. Help on one: rowlock replay --help",
    )
    parser.add_argument("--version", action="version", version=f"rowlock {version('rowlock')}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    for name, line in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=line,
            description=line[0].upper() + line[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == wanted:  # the others need not be imported
            module = importlib.import_module(f"rowlock.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser


def _report_bug(error: Exception) -> None:
    import traceback

    traceback.print_exception(error)
    print(
        "rowlock: this is a bug in Rowlock, not a mistake of yours. Please report the lines above.",
        file=sys.stderr,
    )
