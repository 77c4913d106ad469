"""Every screen of the page, and how to get there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.running import Running
from tests.web.phone import Phone

Way = Callable[[Phone, Running], None]


def _path(path: str, ready: str) -> Way:
    def go(me: Phone, server: Running) -> None:
        me.open(path).wait_for_selector(ready)

    return go


def _table(me: Phone, server: Running, *seats: str, start: bool = True, **options: Any) -> str:
    made = server.create("me:Max", *seats, start=start, **options)
    me.sit(made["table"], made["token"])
    return str(made["table"])


def _lobby(me: Phone, server: Running) -> None:
    _table(me, server, "bot", "open", start=False)
    me.page.wait_for_selector(".qr svg")


def _invitation(me: Phone, server: Running) -> None:
    made = server.create("me:Max", "open")
    me.open(f"t/{made['table']}").wait_for_selector("[data-action=join]")


def _roll(me: Phone, server: Running) -> None:
    _table(me, server, "open", "bot")
    me.page.wait_for_selector("[data-action=roll], .dock .waiting")


def _action1(me: Phone, server: Running) -> None:
    """Somebody who never answers keeps the table in action 1."""
    for _ in range(20):
        made = server.create("me:Max", "bot", "open", start=False, time_limit=300, chat=True)
        server.join(made["table"], "Laura")
        me.sit(made["table"], made["token"])
        me.tap("start")
        me.thumb(".dock .key:not(:disabled), .dock .waiting.wide", 20)
        if me.page.locator(".dock .key:not(:disabled)").count():
            return
        # Laura would have to roll first: another table.
    raise AssertionError("Laura always begins")


def _action2(me: Phone, server: Running) -> None:
    _table(me, server)  # alone, every turn is one's own
    me.tap("roll")
    me.tap("pass")
    me.page.wait_for_selector(".dock.sums")


def _coach(me: Phone, server: Running) -> None:
    me.open("settings").get_by_role("combobox").nth(4).select_option("costs")
    _table(me, server, "bot", coach=True)
    me.thumb(".dock .keys .key:not(:disabled)", 20)
    me.page.wait_for_selector(".sheet [data-hint]")


def _penalty(me: Phone, server: Running) -> None:
    _action2(me, server)
    me.tap("pass")
    me.page.wait_for_selector("[data-action=penalty]")


def _opened(button: str, ready: str) -> Way:
    """What a button opens over action 1."""

    def go(me: Phone, server: Running) -> None:
        _action1(me, server)
        me.page.locator(button).first.click()
        me.page.wait_for_selector(f"dialog {ready}")

    return go


def _handover(me: Phone, server: Running) -> None:
    _table(me, server, "local:Laura")
    me.tap("roll")
    me.tap("pass")
    me.page.wait_for_selector(".handover")


def _watch(me: Phone, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me.open(f"t/{made['table']}")
    me.tap("watch")
    me.page.wait_for_selector(".table")


def _tv(me: Phone, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me.open(f"t/{made['table']}/tv").wait_for_selector(".tv article")


def _end(me: Phone, server: Running) -> None:
    _table(me, server, "bot")
    me.thumb(lazy=True)


def _replay(me: Phone, server: Running) -> None:
    _end(me, server)
    me.tap("replay")
    me.page.wait_for_selector(".steps")
    me.tap("next")


RECORD = """[Rowlock "1"]
[Variant "classic"]
[Players "Max, Laura"]
[First "1"]
1. 41 3256 | - +b10 | y5
2. 63 1245 | - | y9
3. 34 2516 | r7 +g5 | -
4. 22 6134 | - | x
"""
"""A game that has hardly begun, with choices that are far from the best."""


def _open_record(me: Phone, server: Running) -> None:
    _path("games", "ul")(me, server)
    me.tap("open-record")
    me.page.locator("textarea").fill(RECORD)


def _review(me: Phone, server: Running) -> None:
    _open_record(me, server)
    me.tap("review")
    me.page.locator(".why").first.wait_for(timeout=120_000)  # the first one compiles its judges


def _quiz(me: Phone, server: Running) -> None:
    _review(me, server)
    me.tap("quiz")
    me.page.wait_for_selector("[data-answer]")


def _answer(me: Phone, server: Running) -> None:
    _quiz(me, server)
    me.tap("show")
    me.page.wait_for_selector("[data-action=next]")


def _puzzle_answer(me: Phone, server: Running) -> None:
    _path("puzzles/2026-11-16", "[data-answer]")(me, server)
    me.page.locator("[data-answer]").first.click()
    me.page.wait_for_selector(".verdict:not(:empty)")


def _real(me: Phone, server: Running) -> None:
    _table(me, server, "local:Laura", dice="real")
    me.page.locator("[data-cell=r5]").click()


def _cards(me: Phone, server: Running) -> None:
    _table(me, server, cards=True)
    me.thumb(".dock .card:not([data-move])", 20)


SCREENS: dict[str, Way] = {
    "home": _path("", "[data-action=play]:not(:disabled)"),
    "friends": _path("new/friends", "[data-action=create]:not(:disabled)"),
    "device": _path("new/device", "[data-action=create]:not(:disabled)"),
    "new real": _path("new/real", "[data-action=create]:not(:disabled)"),
    "join": _path("join", "form"),
    "invitation": _invitation,
    "lobby": _lobby,
    "roll": _roll,
    "action 1": _action1,
    "action 2": _action2,
    "penalty": _penalty,
    "coach": _coach,
    "exam": _path("exam", "[data-action=begin]"),
    "menu": _opened(".tools button:last-child", ".switch"),
    "log": _opened(".log-btn", ".log"),
    "sheet": _opened(".player", ".sheet"),
    "handover": _handover,
    "watch": _watch,
    "tv": _tv,
    "end": _end,
    "replay": _replay,
    "open record": _open_record,
    "review": _review,
    "quiz": _quiz,
    "quiz answer": _answer,
    "real dice": _real,
    "cards": _cards,
    "learn": _path("learn", "[data-action=next]"),
    "rules": _path("rules/bonus_b", ".rules p"),
    "print": _path("print/longo", "[value=longo]:checked"),
    "puzzles": _path("puzzles/2026-11-16", "[data-answer]"),
    "own sheet": _path("sheets/bonus_a/-/-/-/r3-r4", "[data-action=own-friends]"),
    "games": _path("games", "ul"),
    "settings": _path("settings", ".switch"),
    "about": _path("about", "[data-action=erase]"),
    "daily": _path("daily", "[data-part=board]"),
    "puzzle answer": _puzzle_answer,
}
THEMES = ("light", "dark", "contrast")
