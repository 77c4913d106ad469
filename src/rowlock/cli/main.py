"""Entry point of `rowlock`: runs a command, turns exceptions into messages and exit statuses.

Modules are imported only when a command needs them, so that `replay`, `legal` and the help of all
commands work with only msgspec installed.
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

GROUPS = {
    "play": {
        "play": "play in the terminal, with people on one keyboard and bots",
        "daily": "play the game of the day: everyone gets the same dice",
        "rules": "show the rules of a sheet, in your language",
        "variants": "list the sheets, or show some of them",
        "verify": "check that the dice of a recorded game were not manipulated",
    },
    "study": {
        "replay": "check game records and show the sheets, the scores and how they ended",
        "legal": "list the legal moves after a game record",
        "advise": "rank all answers, for a single sheet or at a decision of a game",
        "rollout": "play out a position many times, with any bots",
        "review": "show the cost of every choice in a game, and the luck of the dice",
        "exam": "play a solo game, or solve puzzles, and get an exact score of your choices",
    },
    "paper": {
        "print": "make a PDF of empty sheets, to play with real dice",
        "draw": "draw a table or a sheet of a record as a picture",
    },
    "host": {
        "serve": "start a server: play in the browser, on this and other devices",
        "site": "write the game as a folder of files that plays without a server",
        "backup": "save all data of a server in one file",
        "doctor": "check the installation",
    },
    "lab": {
        "simulate": "play many games between bots and print statistics",
        "arena": "compare bots in fair matches, with intervals and ratings",
        "solve": "compute the exact expected score of a sheet under perfect play",
        "bench": "benchmark this machine",
    },
}
"""Commands by group, each with its line of help. Its module is `rowlock.cli.<name>`."""

COMMANDS = {name: line for commands in GROUPS.values() for name, line in commands.items()}

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
    except BrokenPipeError:  # the reader of the output has exited
        return 0
    except OSError as error:
        # Files, folders, sockets, disks: errors of the system are not bugs.
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
    finally:  # also after --help, which raises SystemExit
        flush_out()


def what_failed(error: OSError) -> str:
    """The file names of an OSError with the reason."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return ": ".join([*names, error.strerror or str(error)])


def _unexpected(error: Exception, wanted: str) -> int:
    if was_interrupted():  # some libraries turn Ctrl-C into another exception
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
        usage="%(prog)s [-h] [--version] COMMAND ...",
        description=f"Play, study and solve the dice game Qwixx.\n\n{_command_list()}",
        epilog=f"Without a command, `rowlock {DEFAULT}` runs. "
        "Help for a command: rowlock replay --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rowlock {version('rowlock')}")
    commands = parser.add_subparsers(
        prog="rowlock", metavar="COMMAND", dest="command", required=True, help=argparse.SUPPRESS
    )
    for name, line in COMMANDS.items():
        command = commands.add_parser(
            name,
            description=line[0].upper() + line[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == wanted:  # only this module needs to be imported
            module = importlib.import_module(f"rowlock.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser


def _command_list() -> str:
    """All commands under the names of their groups; argparse cannot group subcommands."""
    width = max(map(len, COMMANDS))
    lines = list[str]()
    for group, commands in GROUPS.items():
        lines += [
            "",
            f"{group}:",
            *(f"  {name:{width}}  {line}" for name, line in commands.items()),
        ]
    return "\n".join(lines[1:])


def _report_bug(error: Exception) -> None:
    import traceback

    say("".join(traceback.format_exception(error)).rstrip())
    say("rowlock: this is a bug in Rowlock, not your mistake. Please report the lines above.")
