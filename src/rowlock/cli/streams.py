"""Standard output and error when they are closed or full.

If the reader has exited (`rowlock rules classic | head`) or a stream was closed from the start
(`>&-`), the command ends quietly. A full disk is reported.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path


def open_missing() -> None:
    """Replace missing streams: Python sets a closed one to None; output to it is discarded."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  kept open
            setattr(sys, name, nowhere)


def write_any_letter() -> None:
    """Print a replacement for characters that the terminal's encoding lacks."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def flush_out() -> None:
    """Flush standard output, so that errors appear now."""
    try:
        sys.stdout.flush()
    except OSError:
        # Otherwise Python would try again at exit and print an error of its own.
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        raise


def say(text: str) -> None:
    """Print a line on standard error, if possible."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
