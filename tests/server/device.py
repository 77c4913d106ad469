"""A device that seals, checks and opens as docs/fair-dice.md says, and keeps a slip."""

from __future__ import annotations

import secrets
from typing import Any

from tests.server import reference_dice

Message = dict[str, Any]


class Device:
    """Tell it every view; it answers with what to send."""

    def __init__(self, *, opens: bool = True) -> None:
        self.opens = opens
        self.slip: Message = {}
        self.alarm = ""
        """Why it did not open its share."""

    def answer(self, view: Message) -> list[Message]:
        fair, me = view["fair"], view["you"]
        if view["stage"] not in ("lobby", "starting") or not me["seats"]:
            return []
        promised = (fair.get("round", 1), fair["commitment"])
        if promised != self._promised and not self._begin(view["table"], me["member"], *promised):
            return []
        if fair.get("list") is None:
            if me.get("seal") == self.seal:
                return []
            return [{"type": "seal", "round": self.slip["round"], "seal": self.seal}]
        if "terms" not in fair:
            return []  # a player has just left: this list is no longer right
        return self._open(view) if self.opens else []

    @property
    def seal(self) -> str:
        kept = self.slip
        return reference_dice.seal(kept["table"], kept["commitment"], kept["member"], kept["share"])

    @property
    def _promised(self) -> Any:
        return (self.slip.get("round"), self.slip.get("commitment"))

    def _begin(self, table: str, member: int, number: int, commitment: str) -> bool:
        """Write down a new commitment and a new share."""
        old = self.slip
        if old and number <= old["round"]:
            self.alarm = "round"
            return False
        self.slip = {
            "slip": "rowlock-dice-3",
            "table": table,
            "member": member,
            "round": number,
            "commitment": commitment,
            "share": secrets.token_hex(16),
            "list": None,
            "terms": "",
            "before": [*old["before"], old["commitment"]] if old else [],
        }
        return True

    def _open(self, view: Message) -> list[Message]:
        fair, seals = view["fair"], view["fair"]["list"]
        mine = f"{self.slip['member']}={self.seal}"
        names = [line.split(" ", 3)[3] for line in fair["terms"].split("\n")[4:]]
        if self.slip["list"] not in (None, seals):
            self.alarm = "list"
        elif mine not in seals:
            self.alarm = "share"
        elif reference_dice.terms_digest(fair["terms"]) != fair["digest"] or names != [
            seat["name"] for seat in view["seats"] if seat["kind"] != "open"
        ]:
            self.alarm = "terms"
        else:
            self.slip |= {"list": seals, "terms": fair["terms"]}
            return [{"type": "open", "round": self.slip["round"], "share": self.slip["share"]}]
        return []
