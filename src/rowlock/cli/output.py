"""Files that a command writes: whole or not at all, and never over another one by accident."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.errors import Unreadable

STDOUT = "-"


def add_out(parser: argparse.ArgumentParser, default: str, kind: str) -> None:
    parser.add_argument(
        "--out",
        metavar="FILE",
        default=default,
        help=f"the {kind} to write (default {default}); - is standard output",
    )
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def check_out(file: str, *, force: bool, text: bool = False) -> None:
    """Refuse early what could not be written after all the work."""
    path = Path(file)
    if file == STDOUT:
        if sys.stdout.isatty() and not text:
            raise Unreadable("bad_out", "this is no text for a terminal: send it to a file")
    elif path.is_dir():
        raise Unreadable("bad_out", f"{file} is a folder, not a file")
    elif not path.parent.is_dir():
        raise Unreadable("bad_out", f"{file} cannot be written: there is no folder {path.parent}")
    elif path.exists() and not force:
        raise Unreadable("file_exists", f"{file} exists already; --force replaces it")


def write_out(file: str, content: bytes) -> None:
    """Write it beside its place, then move it there; an interruption leaves nothing behind."""
    if file == STDOUT:
        sys.stdout.buffer.write(content)
        return
    path = Path(file)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable("bad_out", f"{file} cannot be written: {reason}") from None
    finally:
        part.unlink(missing_ok=True)
