"""Every screen of the page, and how to get there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Route

from tests.server.running import Running
from tests.web.my_records import GAMES, duel
from tests.web.phone import Phone

DAY = "2026-11-16"
"""A Monday: classic, alone."""
CARDS = Path(__file__).parents[1] / "compat/records/mixx_b-cards-finished.rowlock"

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
    me.tap("answer")
    me.page.wait_for_selector(".verdict:not(:empty)")


def _exam_game(me: Phone, server: Running) -> None:
    me.open("exam/7")
    me.tap("begin")
    me.thumb(".dock.sums", 30)


def _exam_report(me: Phone, server: Running) -> None:
    me.open("exam/7")
    me.tap("begin")
    me.thumb("main .sums td", 120, lazy=True)
    me.page.locator("details summary").first.click()


def _bring(me: Phone, *records: str) -> None:
    """My games, with these brought along."""
    page = me.open("my")
    text = "\n".join(records).encode()
    games: FilePayload = {"name": "my.rowlock", "mimeType": "text/plain", "buffer": text}
    page.locator("input[type=file]").set_input_files(games)
    page.locator("[data-part=dice]").wait_for()


def _my_games(me: Phone, server: Running) -> None:
    _bring(me, *GAMES)


def _my_quiz(me: Phone, server: Running) -> None:
    _bring(me, duel("WON"))
    me.tap("quiz")
    me.page.locator("[data-answer]").first.wait_for(timeout=120_000)


def _played_day(me: Phone) -> None:
    me.page.locator("input[name=name]").fill("Max")
    me.tap("play-day")
    me.thumb("[data-action=board]", 120, lazy=True)
    me.page.locator("[data-part=sums]").wait_for(timeout=120_000)


def _day_end(me: Phone, server: Running) -> None:
    me.open(f"daily/{DAY}")
    _played_day(me)


def _day_group(me: Phone, server: Running) -> None:
    me.open(f"daily/{DAY}")
    me.tap("new-group")
    me.page.wait_for_selector("[data-action=leave-group]")
    _played_day(me)
    me.tap("board")
    me.page.locator("[data-part=board] .pill").nth(1).click()
    me.page.locator("[data-part=board] tr.you").wait_for(timeout=120_000)


def all_rash(route: Route) -> None:
    """A coach who warns of everything."""
    found = route.fetch().json()
    for each in found["moves"]:
        each.update(loss=0.11, rash=True)
    route.fulfill(json=found)


def _coach_sure(me: Phone, server: Running) -> None:
    me.open("settings").get_by_role("combobox").nth(4).select_option("best")
    me.page.route("**/advice", all_rash)
    _table(me, server, "bot", coach=True)
    me.thumb(".dock .keys .key:not(:disabled)", 20)
    me.page.wait_for_selector(".coach .worth")
    me.page.locator(".dock .keys .key:not(:disabled)").first.click()
    me.tap("confirm")
    me.page.wait_for_selector(".buttons .outline:not([data-action])")  # it can be cancelled


def _review_cards(me: Phone, server: Running) -> None:
    page = me.open("review")
    page.locator("input[type=file]").set_input_files(CARDS)
    page.locator("[data-choice]").first.wait_for(timeout=120_000)


def _real(me: Phone, server: Running) -> None:
    _table(me, server, "local:Laura", dice="real")
    me.page.locator("[data-cell=r5]").click()


def _cards(me: Phone, server: Running) -> None:
    _table(me, server, cards=True)
    me.thumb(".dock .card:not([data-move])", 20)


def _over_days(me: Phone, server: Running) -> None:
    """Waiting for you, and what is prepared."""
    made = server.create("me:Max", "bot", start=True, over_days=True, time_limit=259_200)
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector("[data-action=roll], [data-action=pass]")
    me.page.locator(".tools button").last.click()
    me.page.locator("[data-action=prepare-here]").click()
    me.page.wait_for_selector("[name=number-12]")


def _waiting(me: Phone, server: Running) -> None:
    _over_days(me, server)
    me.open().wait_for_selector("[data-action=waiting]")


SCREENS: dict[str, Way] = {
    "home": _path("", "[data-action=play]:not(:disabled)"),
    "friends": _path("new/friends", "[data-action=create]:not(:disabled)"),
    "over days": _over_days,
    "waiting": _waiting,
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
    "learn": _path("learn", "[data-action=roll]"),
    "rules": _path("rules/bonus_b", ".rules p"),
    "print": _path("print/longo", "[value=longo]:checked"),
    "puzzles": _path("puzzles/2026-11-16", "[data-answer]"),
    "own sheet": _path("sheets/bonus_a/-/-/-/r3-r4", "[data-action=own-friends]"),
    "games": _path("games", "ul"),
    "settings": _path("settings", ".switch"),
    "about": _path("about", "[data-action=erase]"),
    "daily": _path("daily", "[data-part=board]"),
    "puzzle answer": _puzzle_answer,
    "exam game": _exam_game,
    "exam report": _exam_report,
    "my games": _my_games,
    "my quiz": _my_quiz,
    "day end": _day_end,
    "coach sure": _coach_sure,
    "day group": _day_group,
    "review cards": _review_cards,
}
NEEDS = {"exam game": "kept", "exam report": "kept", "day end": "monday", "day group": "monday"}
"""The fixtures without which a screen cannot be reached."""
THEMES = ("light", "dark", "contrast")
