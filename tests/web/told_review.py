"""Reviews as a server might tell them: a quick look at a record, changed as a test wants it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.screens import RECORD

PATIENCE = 120_000
"""The first review of a fresh machine compiles its judges."""
COLOURS = ("red", "yellow", "green", "blue")

Change = Callable[[dict[str, Any]], None]


def told(change: Change) -> Callable[[Route], None]:
    """Answers with the quick look, changed; nothing is ever played on."""

    def answer(route: Route) -> None:
        if route.request.method == "GET":  # whether the judges are compiled
            return route.continue_()
        wish = json.loads(route.request.post_data or "{}")
        quick = json.dumps(wish | {"rollouts": False})
        found = route.fetch(post_data=quick, timeout=PATIENCE).json()
        found["rolled_out"] = wish.get("rollouts", False)
        change(found)
        return route.fulfill(json=found)

    return answer


def opened(
    phone: Phones, server: Running, change: Change, record: str = RECORD, **options: object
) -> Phone:
    """A phone that shows such a review."""
    me = phone(**options)
    page = me.open("review")
    page.route("**/api/reviews", told(change))
    page.locator("textarea").fill(record)
    me.tap("review")
    page.locator("[data-part=play]").wait_for(timeout=PATIENCE)
    page.locator("[data-part=deeper]").wait_for(state="detached", timeout=PATIENCE)
    return me


def mine(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The choices of seat 1."""
    return [choice for choice in found["decisions"] if choice["seat"] == 1]


def costs(found: dict[str, Any], *losses: float) -> None:
    """The first choices of seat 1 cost so much; every other choice was the best."""
    assert len(mine(found)) >= len(losses)
    for choice in found["decisions"]:
        choice.update(loss=0.0, mark=None, exact=False, se=0.001)
    for choice, loss in zip(mine(found), losses, strict=False):
        choice.update(loss=loss, mark="mistake" if loss > 0.02 else None)
        choice["chosen"] = choice["moves"][-1]["move"]


def outlook(
    move: str,
    points: tuple[float, float, float, float],
    locks: tuple[float, float, float, float] = (0.1, 0.1, 0.1, 0.1),
    **others: float,
) -> dict[str, Any]:
    rows = [
        {"row": colour, "points": score, "lock": lock}
        for colour, score, lock in zip(COLOURS, points, locks, strict=True)
    ]
    parts = {"win": 0.5, "penalties": 1.0, "bonus": 0.0, "turns": 20.0} | others
    total = sum(points) + parts["bonus"] - 5 * parts["penalties"]
    return {"move": move, "games": 64, "rows": rows, "ends": [0.5, 0.5], "total": total} | parts
