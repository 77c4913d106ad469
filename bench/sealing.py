"""A device's part in the dice of a table, for the players of the bench (docs/fair-dice.md)."""

from __future__ import annotations

import secrets
from typing import Any

from rowlock.table.fair.origin import seal_of


class Sealing:
    """A share for every commitment: sealed first, opened when the list is there."""

    def __init__(self) -> None:
        self.shares: dict[str, str] = {}

    def answer(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """What is due at the table as it is now."""
        fair, you = view["fair"], view["you"]
        if view["stage"] not in ("lobby", "starting"):
            return None
        promised = fair["commitment"]
        share = self.shares.setdefault(promised, secrets.token_hex(16))
        due = {"round": fair.get("round", 1)}
        if fair.get("list") is not None:
            return {"type": "open", **due, "share": share}
        seal = seal_of(view["table"], promised, you["member"], share)
        return None if you.get("seal") == seal else {"type": "seal", **due, "seal": seal}
