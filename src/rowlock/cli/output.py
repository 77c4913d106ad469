"""Output files: written atomically, and never over an existing file by accident."""

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
        help=f"{kind} to write (default {default}); - is standard output",
    )
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def check_out(file: str, *, force: bool, text: bool = False) -> None:
    """Refuse an output file that could not be written, before any work is done."""
    path = Path(file)
    if file == STDOUT:
        if sys.stdout.isatty() and not text:
            raise Unreadable("bad_out", "binary data is not written to a terminal (use --out FILE)")
    elif path.is_dir():
        raise Unreadable("bad_out", f"{file} is a folder, not a file")
    elif not path.parent.is_dir():
        raise Unreadable("bad_out", f"{file} cannot be written: there is no folder {path.parent}")
    elif path.exists() and not force:
        raise Unreadable("file_exists", f"{file} exists already (use --force to replace it)")


def write_out(file: str, content: bytes) -> None:
    """Write a temporary file and rename it, so that an interruption leaves no partial file."""
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
