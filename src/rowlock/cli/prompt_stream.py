"""Sends prompts to stderr while stdout is reserved for JSON."""

from __future__ import annotations

import sys
from typing import Any


def aside() -> dict[str, Any]:
    """Keyword arguments that make a terminal session read stdin and print on stderr."""
    from rich.console import Console

    def ask(prompt: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return {"console": Console(stderr=True, highlight=False), "ask": ask}
