"""The devices' part of the fair dice, for the players of load tests (docs/fair-dice.md)."""

from __future__ import annotations

import secrets
from typing import Any

from rowlock.table.fair.origin import seal_of


class Sealing:
    """Sends a seal for every commitment, and its share once all seals are listed."""

    def __init__(self) -> None:
        self.shares: dict[str, str] = {}

    def answer(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """The message that is due for this view; None if there is none."""
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
