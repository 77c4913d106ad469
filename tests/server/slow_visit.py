"""Visits to a table over days: one player at a time, who does all that is asked and leaves."""

from __future__ import annotations

from typing import Any

from tests.server.device import Device
from tests.server.player import Player, player

DAY_S = 86_400
OVER_DAYS = {"over_days": True, "time_limit": DAY_S}


class Visitor:
    """A player who prepares an answer to every number; `heard` is all they were ever sent."""

    def __init__(self, table: str, token: str, device: Device | None = None) -> None:
        self.table = table
        self.token = token
        self.device = device
        self.heard: list[Any] = []
        self.view: Any = {}

    async def visit(self, server: Any) -> Any:
        """The last view of a visit."""
        async with player(server, self.table, self.token, device=self.device) as person:
            if self.device is not None and person.view["stage"] == "starting":
                await person.until_view(self._has_opened)
            while person.view["stage"] == "playing":
                await self._prepare(person)  # which may roll, and answer
                if not _owes(person):
                    break
                await _act(person)
            self.heard += person.heard
            self.view = person.view
        return self.view

    def _has_opened(self, view: Any) -> bool:
        assert self.device is not None
        return view["stage"] != "starting" or self.device.slip.get("list") is not None

    async def _prepare(self, person: Player) -> None:
        seat = person.seats[0]
        foreseen = await person.ok("foresee", seat=seat)
        answers = [
            {"number": each["number"], "moves": each["answers"][-1]["moves"]}
            for each in foreseen["numbers"]
        ]
        await person.ok("prepare", seat=seat, answers=answers, keep=True, roll=True)


def _owes(person: Player) -> bool:
    view = person.view
    if view["stage"] != "playing":
        return False
    if view["phase"] == "roll":
        return view["active"] in person.seats
    return any(each["owed"] for each in view["decisions"])


async def _act(person: Player) -> None:
    """Roll or answer, and wait until that is stored."""
    view, heard = person.view, len(person.heard)
    if view["phase"] == "roll":
        await person.ok("roll", turn=view["turn"])
        await person.until_view(lambda view: view["phase"] != "roll")
        return
    decision = next(each for each in view["decisions"] if each["owed"])
    best = max(decision["legal"], key=lambda option: option["gain"])
    moves = [*decision["answer"], best["move"]]
    await person.ok("answer", seat=decision["seat"], ask=decision["ask"], moves=moves)
    await person.until_news(heard)
