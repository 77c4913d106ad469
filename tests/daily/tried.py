"""The game of the day on a server, played by clients."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.server.player import Player, player
from tests.server.running import Running

MONDAY = "2026-11-16"


def start(server: Running, name: str, date: str = MONDAY, key: str = "", **more: Any) -> Any:
    answer = ask(server, "POST", date, key, {"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def ask(server: Running, method: str, path: str, key: str = "", body: Any = None) -> httpx.Response:
    """A request about a day: `ask(server, "GET", "2026-11-16/board")`."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    url = f"{server.url}/api/days/{path}"
    return server.http.request(method, url, json=body, headers=headers, timeout=300)


async def cross_nothing(person: Player) -> None:
    """Play to the end without a cross."""
    async with asyncio.timeout(60):
        while person.view["stage"] != "over":
            count, view = len(person.heard), person.view
            owed = [each for each in view["decisions"] if each["owed"]]
            if view["phase"] == "roll" and view["active"] in person.seats:
                await person.send("roll", turn=view["turn"])
            elif owed:
                await person.send("answer", seat=0, ask=owed[0]["ask"], moves=["-"])
            await person.until_news(count)


def played(server: Running, made: Any, *, crossing: bool) -> str:
    """The record of a try that is played now, by one who crosses what gains most or nothing."""

    async def play() -> None:
        async with player(server, made["table"], made["token"]) as person:
            await (person.play_to_end(60) if crossing else cross_nothing(person))

    with ThreadPoolExecutor(1) as thread:  # a browser test may have left its loop in this one
        thread.submit(lambda: asyncio.run(play())).result()
    return server.get(f"/api/tables/{made['table']}/record").text
