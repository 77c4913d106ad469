"""Whole games by ear: played with Tab and Enter alone, and written down as a screen reader says
them. Dice and bot are fixed, so that a game is the same every time.

    python -m tests.web.spoken [NAME-LANGUAGE …]        writes the transcripts anew
"""

from __future__ import annotations

import contextlib
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct
from playwright.sync_api import Browser, sync_playwright

from rowlock.bots import Greedy
from rowlock.bots.spreads import SPREADS
from rowlock.core.view import view
from rowlock.languages import LANGUAGES
from rowlock.server.bots.levels import LevelChoice
from rowlock.server.rooms.room import Room
from tests.server.running import Running, running
from tests.web.phone import FLAGS, Phone
from tests.web.reader import Reader

FOLDER = Path(__file__).parent / "by_ear"
PATIENCE_MS = 60_000
STOPS = 12
"""The most stops of the focus between a question and any of its answers."""


class Spoken(Struct, frozen=True):
    """A game that is written down."""

    name: str
    seed: int
    options: dict[str, Any]


GAMES = (
    Spoken("classic", 2, {}),
    Spoken("bonus_b", 189, {"variant": "bonus_b"}),
    Spoken("cards", 1, {"cards": True}),
)


def file_of(game: Spoken, language: str) -> Path:
    return FOLDER / f"{game.name}-{language}.txt"


class OpenSecrets:
    """What a table draws in secret, from a seed: its name and what its dice come from."""

    def __init__(self, seed: int) -> None:
        self.choice = random.Random(seed).choice

    def token_hex(self, length: int) -> str:
        return "5a" * length


@contextlib.contextmanager
def repeatable(seed: int) -> Iterator[Running]:
    """A server that rolls what the seed says, with a bot that always answers the same, however
    long it takes."""
    bots = tuple(LevelChoice(name, Greedy()) for name in SPREADS)
    with (
        patch("rowlock.server.rooms.registry.secrets", OpenSecrets(seed)),
        # The seeds were chosen for the special rules that come up with the dice of this scheme.
        patch("rowlock.server.rooms.registry.BOUND_GAME", "rowlock-dice-2"),
        patch("rowlock.server.wiring.levels", lambda _: bots),
        patch("rowlock.server.bots.pool.LATE_S", 3600.0),
        tempfile.TemporaryDirectory() as folder,
        running(data=folder) as server,
    ):
        yield server


# What is asked of the player: `over`, a place to press, `choose` a move, or nothing while others
# are awaited and where nothing can be chosen.
ASKED = """
() => {
  const find = (place) => document.querySelector(place)
  if (find('[data-action=rematch]')) return 'over'
  if (find('.player i.ring, .dock [data-action]:disabled, .buttons .wide')) return ''
  for (const action of ['roll', 'penalty', 'go-on'])
    if (find(`[data-action=${action}]`)) return `[data-action=${action}]`
  return find('.dock [data-move], .dock .card, [data-action=pass]') ? 'choose' : ''
}
"""
# The place of a move. Of tied rows the first is chosen, and cards are picked one by one before they
# can be played.
PLACE = """
(move) => {
  if (document.querySelector('.dock [data-move^="?"]')) return '.dock [data-move^="?"]'
  if (move === '-') return '[data-action=pass]'
  const { cell, move: focused } = document.activeElement.dataset
  if ((cell ?? focused)?.replace(/^[+*]/, '') === move.replace(/^[+*]/, '')) return ':focus'
  const key = `.dock [data-move="${move}"]`
  if (document.querySelector(key)) return key
  const cards = move.slice(2).split('/')[0].split(',')
  const fits = `.c${'rygb'.indexOf(move[1])}[aria-pressed=false]`
  const hand = [...document.querySelectorAll('.dock [role=group] .card')]
  const next = hand.findIndex((card) => card.matches(fits) && cards.includes(card.innerText.trim()))
  return `.dock [role=group] .card:nth-child(${1 + next})`
}
"""
FORCED = (
    "() => !document.querySelector('.player i.ring') && !!document.querySelector('.buttons .wide')"
)
KINDS = {
    "number": ".dock:not(.sums) .keys .key",
    "sums": ".dock.sums .key:not(:disabled)",
    "choice": ".dock [data-move^='?']",
    "take": ".dock [data-move^=t]",
    "cards": ".dock .card:not([data-move])",
}
"""Questions, by what they show."""
MARK = "document.querySelector('.dock').innerHTML"
TOWARDS = """(place) => {
  const [from, to] = [document.activeElement, document.querySelector(place)]
  if (from === to) return ''
  const behind = from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING
  return from !== document.body && behind ? 'Shift+Tab' : 'Tab'
}"""


class Listener:
    """Somebody who plays by ear, and as the bot does."""

    def __init__(self, me: Phone, room: Room) -> None:
        self.page = me.page
        self.reader = Reader(me.page)
        self.room = room
        self.most = 0
        """Stops of the longest way to an answer."""

    def play(self) -> None:
        seen = {"roll"}
        while (place := self.until_asked()) != "over":
            kind = next((name for name, key in KINDS.items() if self.shows(key)), "roll")
            if kind not in seen:
                self.reader.read()  # what can be found when such a question comes up
            seen.add(kind)
            self.go(self.place_of_move() if place == "choose" else place)
            self.press()
        self.reader.read()

    def shows(self, place: str) -> bool:
        return self.page.locator(place).count() > 0

    def until_asked(self) -> str:
        """What to do next, when it is this player's turn to do something."""
        for _ in range(PATIENCE_MS // 20):
            place: str = self.page.evaluate(ASKED)
            if place:
                self.reader.hear()
                self.reader.focus()
                return place
            if self.page.evaluate(FORCED):
                self.page.clock.run_for(400)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nobody asks\n{self.reader.lines[-5:]}")

    def place_of_move(self) -> str:
        move = Greedy().choose(view(self.room.table.game, 0), random.Random(0))
        place: str = self.page.evaluate(PLACE, str(move))
        return place

    def press(self) -> None:
        """Enter; then something else is there."""
        before = self.page.evaluate(MARK)
        self.reader.press("Enter")
        self.page.wait_for_function(f"before => {MARK} !== before", arg=before)

    def go(self, place: str) -> None:
        """From stop to stop until the focus is there."""
        stops = 0
        while key := self.page.evaluate(TOWARDS, place):
            self.reader.press(key)
            self.reader.focus()
            stops += 1
            assert stops <= 40, (place, self.reader.lines[-12:])
        self.most = max(self.most, stops)


def transcript(browser: Browser, game: Spoken, language: str) -> tuple[str, int]:
    """The game as it is heard, and the stops of the longest way."""
    with repeatable(game.seed) as server:
        made = server.create("me:Max", "bot", start=True, **game.options)
        me = Phone(browser, server, language=language)
        me.page.clock.install()
        room = server.services.rooms.rooms[made["table"]]
        listener = Listener(me, room)
        me.sit(made["table"], made["token"])
        listener.play()
        me.close()
    return "\n".join([*listener.reader.lines, ""]), listener.most


def main(wanted: list[str]) -> None:
    from tests.web.conftest import chromium

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for game in GAMES:
            for language in LANGUAGES:
                file = file_of(game, language)
                if wanted and file.stem not in wanted:
                    continue
                text, most = transcript(browser, game, language)
                known = file.exists() and file.read_text("utf-8") == text
                file.write_text(text, "utf-8")
                sys.stdout.write(f"{'same' if known else 'NEW '} {file.name} {most} stops\n")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
