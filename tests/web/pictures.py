"""Takes the pictures of the page for the docs: .venv/bin/python -m tests.web.pictures [NAME ...]

`docs/pictures/taken.json` stores a digest of what each picture shows.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.server.running import Running, running
from tests.web import study
from tests.web.conftest import ROOT, chromium
from tests.web.phone import FLAGS, THUMB, Phone
from tests.web.shown import digest

PICTURES = ROOT / "docs" / "pictures"
TAKEN = PICTURES / "taken.json"
BOTS = ("bot:easy", "bot:hard", "bot:champion")
ACTION1 = ".dock .keys .key:not(:disabled)"
ACTION2 = ".dock.sums .key:not(:disabled)"
DESKTOP: dict[str, Any] = {"width": 1280, "height": 800}


def _home(me: Phone, server: Running) -> None:
    me.open().wait_for_selector(".levels")


def _levels(me: Phone, server: Running) -> None:
    made = server.create(*(f"bot:{level}" for level in ("gentle", "easy", "medium")), *BOTS[1:])
    me.open(f"t/{made['table']}")
    me.tap("watch")
    me.page.wait_for_selector("li .bot-face")


def _turn(me: Phone) -> int:
    bar = me.page.locator("header").first.inner_text()
    return int("".join(re.findall(r"Turn (\d+)", bar)) or 0)


def _game(question: str, variant: str = "classic") -> Callable[[Phone, Running], None]:
    """Some turns on, with two choices or more and one of them pencilled."""

    def go(me: Phone, server: Running) -> None:
        while True:
            made = server.create("me:Max", *BOTS, start=True, variant=variant)
            me.sit(made["table"], made["token"])
            me.page.wait_for_selector(".dock")
            for _ in range(20):
                me.page.evaluate(THUMB, [f"{question}, .end", 20_000, False])
                keys = me.page.locator(question)
                if _turn(me) >= 6 and keys.count() >= 3 and not me.page.locator(".banner").count():
                    keys.nth(1).click()
                    return
                if me.page.locator(".end").count():
                    break
                me.page.evaluate(THUMB, [".end", 60, False])

    return go


def _coach(me: Phone, server: Running) -> None:
    made = server.create("me:Max", *BOTS, start=True)
    me.sit(made["table"], made["token"])
    me.thumb(ACTION1)
    me.page.wait_for_selector(".sheet [data-hint]")


def _end(me: Phone, server: Running) -> None:
    made = server.create("me:Max", *BOTS, start=True)
    me.sit(made["table"], made["token"])
    me.thumb()


def _own_sheet(me: Phone, server: Running) -> None:
    """Bonus B with symbols at other places, and one that is just taken up."""
    page = me.open("sheets/bonus_b/-/-/-/y11-y2_r8-r4_b4-b12")
    page.locator("[data-cell=g9]").click()
    page.evaluate("document.querySelector('h2').scrollIntoView()")


class Wanted(NamedTuple):
    component: str
    """The component that shows it, below `web/src`."""
    go: Callable[[Phone, Running], None]
    options: dict[str, Any] | None = None


HOME = "screens/home/Home.svelte"
GAME = "table/Game.svelte"
WANTED = {
    "home-phone": Wanted(HOME, _home),
    "home-desktop": Wanted(HOME, _home, DESKTOP),
    "levels": Wanted("table/Lobby.svelte", _levels),
    "action1-phone": Wanted(GAME, _game(ACTION1)),
    "action1-desktop": Wanted(GAME, _game(ACTION1), DESKTOP),
    "action2-phone": Wanted(GAME, _game(ACTION2)),
    "mixx-a-dark-phone": Wanted(GAME, _game(ACTION1, "mixx_a"), {"theme": "dark"}),
    "end-phone": Wanted("table/end/End.svelte", _end),
    "own-sheet-phone": Wanted("own/OwnSheets.svelte", _own_sheet),
    "x-change-phone": Wanted(GAME, _game(ACTION1, "x_change")),
    "big-points-phone": Wanted(GAME, _game(ACTION1, "big_points")),
    "coach-phone": Wanted(GAME, _coach, {"coach": "costs"}),
    "review-desktop": Wanted("review/ReviewScreen.svelte", study.review, DESKTOP),
    "why-phone": Wanted("review/ReviewScreen.svelte", study.why),
    "exam-phone": Wanted("exam/ExamScreen.svelte", study.exam),
    "puzzle-phone": Wanted("exam/PuzzleScreen.svelte", study.puzzle),
    "day-phone": Wanted("daily/DailyScreen.svelte", study.day),
    "my-games-desktop": Wanted("my/MyGames.svelte", study.my_games, DESKTOP),
}


def shown_now() -> dict[str, str]:
    """The digest of every picture, as the page is now."""
    return {name: digest(wanted.component) for name, wanted in WANTED.items()}


def _note(names: list[str]) -> None:
    """Store what the pictures that were just taken show."""
    now = shown_now()
    taken = json.loads(TAKEN.read_bytes()) if TAKEN.exists() else {}
    taken = {name: taken.get(name) for name in WANTED} | {name: now[name] for name in names}
    TAKEN.write_text(json.dumps(taken, indent=2) + "\n", "utf-8")


def _make_small(picture: Path) -> None:
    """256 colours are enough for a page."""
    with Image.open(picture) as full:
        small = full.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(picture, optimize=True)


def main(names: list[str]) -> None:
    study.it_is_monday()
    with (
        tempfile.TemporaryDirectory() as data,
        running(data=data) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in names or WANTED:
            wanted = WANTED[name]
            me = Phone(browser, server, **wanted.options or {})
            wanted.go(me, server)
            me.page.wait_for_timeout(300)  # for fades
            part = me.page.locator("section.card").first if name == "levels" else me.page
            picture = PICTURES / f"page-{name}.png"
            part.screenshot(path=picture)
            _make_small(picture)
            me.close()
            _note([name])
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
