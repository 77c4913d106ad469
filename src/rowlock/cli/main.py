"""`rowlock`: find the command, run it, turn refusals into messages and exit codes.

Modules are imported only when a command needs them, so that `replay`, `legal` and the help of every
command work where only msgspec is installed.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import version

from rowlock.cli.extras import what_to_install
from rowlock.cli.interrupt import EXIT_INTERRUPTED, was_interrupted
from rowlock.cli.streams import flush_out, open_missing, say, write_any_letter
from rowlock.errors import Illegal, Unreadable

COMMANDS = {
    "serve": "play in the browser, on this and other devices",
    "play": "play in the terminal, with people on one keyboard and bots",
    "replay": "check game records and show the sheets, the scores and how they ended",
    "legal": "list the legal moves after a game record",
    "solve": "compute the best possible expected score of a sheet, exactly",
    "advise": "rank every answer, for a single sheet or in the middle of a game",
    "rollout": "play a position on to the end many times, with any bots",
    "review": "show what every choice of a game cost, and what the dice gave",
    "exam": "play alone and see what every choice gave away, exactly",
    "daily": "play the game of the day: the same dice for everybody",
    "variants": "list the sheets, or show some of them",
    "rules": "show the rules of a sheet, in your language",
    "print": "make empty sheets as PDF, to play with real dice",
    "draw": "draw a table or a sheet of a record as a picture",
    "verify": "check the dice of a recorded game against what was promised before it",
    "backup": "save everything a server stores in one file",
    "simulate": "play many games between bots and sum them up",
    "arena": "compare bots in fair matches, with intervals and ratings",
    "bench": "benchmark this machine",
    "doctor": "check the installation",
}
"""Every command with its line of help. Its module is `rowlock.cli.<name>`."""

DEFAULT = "serve"

EXIT_ILLEGAL = 1
EXIT_UNREADABLE = 2
EXIT_BUG = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv) or [DEFAULT]
    wanted = next((word for word in words if not word.startswith("-")), "")
    open_missing()
    write_any_letter()
    try:
        return _run(words, wanted)
    except Unreadable as refusal:
        say(f"rowlock: {refusal.message}")
        return EXIT_UNREADABLE
    except Illegal as refusal:
        say(f"rowlock: {refusal.message}")
        return EXIT_ILLEGAL
    except BrokenPipeError:  # the reader has gone
        return 0
    except OSError as error:
        # Files, folders, sockets, disks: what the system refuses is no mistake in the program.
        say(f"rowlock: {what_failed(error)}")
        return EXIT_UNREADABLE
    except KeyboardInterrupt:
        say("")
        return EXIT_INTERRUPTED
    except Exception as error:
        return _unexpected(error, wanted)


def _run(words: list[str], wanted: str) -> int:
    try:
        args = _parser(wanted).parse_args(words)
        return int(args.run(args))
    finally:  # also after --help, which leaves by SystemExit
        flush_out()


def what_failed(error: OSError) -> str:
    """The file and what the system says about it."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return ": ".join([*names, error.strerror or str(error)])


def _unexpected(error: Exception, wanted: str) -> int:
    if was_interrupted():  # some libraries turn Ctrl-C into an error of their own
        say("")
        return EXIT_INTERRUPTED
    if isinstance(error, ModuleNotFoundError):
        sentence = what_to_install(wanted, error)
        if sentence is not None:
            say(sentence)
            return EXIT_UNREADABLE
    if isinstance(error, MemoryError):
        say("rowlock: there is not enough memory for this")
        return EXIT_UNREADABLE
    _report_bug(error)
    return EXIT_BUG


def _parser(wanted: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, study and solve the dice game Qwixx.",
        epilog=f"Without a command: rowlock {DEFAULT}. Help on a command: rowlock replay --help",
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

    say("".join(traceback.format_exception(error)).rstrip())
    say("rowlock: this is a bug in Rowlock, not your mistake. Please report the lines above.")
