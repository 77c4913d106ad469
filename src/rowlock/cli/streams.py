"""Standard output and error when nobody reads them, or nothing more fits.

A reader who has gone (`rowlock rules classic | head`) or a stream that was closed from the start
(`>&-`) is the user's wish: the command ends quietly. A full disk is told.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path


def open_missing() -> None:
    """Python has no stream at all where a descriptor was closed: writing goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  kept open
            setattr(sys, name, nowhere)


def write_any_letter() -> None:
    """A letter that the terminal's encoding lacks, or half of one in a name, becomes a mark."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def flush_out() -> None:
    """Everything printed so far is out, or it is known now that it cannot be."""
    try:
        sys.stdout.flush()
    except OSError:
        # What is left would be tried again when Python ends, with a message of its own.
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        raise


def say(text: str) -> None:
    """A line on standard error, if it takes one."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
