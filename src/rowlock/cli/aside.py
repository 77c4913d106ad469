"""A game at the terminal beside an answer that is JSON."""

from __future__ import annotations

import sys
from typing import Any


def aside() -> dict[str, Any]:
    """Where the game is played while the answer alone goes to the output."""
    from rich.console import Console

    def ask(prompt: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return {"console": Console(stderr=True, highlight=False), "ask": ask}
