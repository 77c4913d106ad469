"""What pictures of review, exam, puzzles, day and My games show: games that bots have played."""

from __future__ import annotations

import asyncio
import datetime
import json
import random
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rowlock import format_record, load_variant
from rowlock.bots.registry import make_bot
from rowlock.core.move import Move
from rowlock.core.sheet import locked_rows
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.daily import day_of
from rowlock.notation import Scribe, Setup, replay
from rowlock.reviews.exam import exam_chance
from rowlock.server.rooms.daily_games import DailyGames
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import recorded_game
from tests.daily.games import Hand
from tests.daily.games import played as played_by
from tests.daily.tried import MONDAY, ask, start
from tests.server.player import player
from tests.server.running import Running
from tests.web.phone import Phone

PATIENCE = 300_000
"""The exact table may have to be made, and what reviews run to be compiled."""


def it_is_monday() -> None:
    """For all servers of this process: the day of the pictures is open."""
    noon = datetime.datetime.fromisoformat(f"{MONDAY}T12:00:00+00:00")
    DailyGames.now = lambda self: noon  # type: ignore[method-assign]


def record_of(levels: tuple[str, ...], names: str, number: int, **headers: str) -> str:
    """A game of these bots, under these names."""
    seating = Seating(load_variant("classic"), tuple(map(make_bot, levels)), seed=16)
    record = recorded_game(seating, number)
    end = replay(record)
    locks = " ".join(str(locked_rows(end.variant, each).bit_count()) for each in end.sheets)
    known = {"Table": f"PICTURE{number}", "You": "1", "Locks": locks} | headers
    lines = "".join(f'[{key} "{value}"]\n' for key, value in known.items())
    text = format_record(record).replace("\n", f"\n{lines}", 1)
    return re.sub(r'\[Players "[^"]*"\]', f'[Players "{names}"]', text)


def review(me: Phone, server: Running) -> None:
    page = me.open("review")
    page.set_default_timeout(PATIENCE)
    page.locator("textarea").fill(record_of(("medium", "hard"), "Max, Laura", 4))
    me.tap("review")
    page.locator("[data-part=play]").wait_for()
    page.locator("[data-part=deeper]").wait_for(state="detached")


def why(me: Phone, server: Running) -> None:
    review(me, server)
    me.page.locator("[data-choice='0']").click()


def exam(me: Phone, server: Running) -> None:
    steps: list[str] = []
    chance, hand = exam_chance(16), _hand("heuristic")
    scribe = Scribe(Setup(variant=load_variant("classic"), names=("Max",)))
    while not scribe.game.over:
        if scribe.game.stage == "roll":
            scribe.roll(chance.roll(scribe.game))
            steps.append("roll")
        else:
            move = hand(scribe.game)
            scribe.play(0, move)
            steps.append(str(move))
    taken = {"seed": 16, "name": "Max", "variant": "classic", "steps": steps}
    _keep(me, "rowlock.exam", taken)
    page = me.open("review/exam")
    page.locator("[data-part=play]").wait_for(timeout=PATIENCE)
    page.locator("[data-part=deeper]").wait_for(state="detached", timeout=PATIENCE)


def puzzle(me: Phone, server: Running) -> None:
    page = me.open(f"puzzles/{MONDAY}")
    for answer in (1, 0):
        page.locator("[data-answer]").nth(answer).click()
        me.tap("answer")
        page.locator(".told").wait_for()
        if answer:
            me.tap("next")


def day(me: Phone, server: Running) -> None:
    players = {"Max": "heuristic", "Laura": "medium", "Tom": "easy", "Mia": "hard"}
    keys = {name: _tried(server, name, _hand(level)) for name, level in players.items()}
    _keep(me, "rowlock.days", {"key": keys["Max"], "groups": []})
    me.open(f"daily/{MONDAY}").locator("tr.you").wait_for(timeout=PATIENCE)


def my_games(me: Phone, server: Running) -> None:
    alone = [record_of(("heuristic",), "Max", n, Bots="-") for n in range(6)]
    levels = ("easy", "medium", "hard", "medium", "easy", "hard")
    duels = [
        record_of(("medium", level), "Max, Bot", 10 + n, Bots=f"-, {level}")
        for n, level in enumerate(levels)
    ]
    page = me.open("my")
    page.set_default_timeout(PATIENCE)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.rowlock")
        file.write_text("\n".join(alone + duels), "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        page.locator("[data-part=dice]").wait_for()
    for left in (2, 0):
        me.tap("judge")
        page.locator("progress").wait_for(state="detached")
        page.get_by_text(f"Review {left} games" if left else "Lost per choice").first.wait_for()


def _keep(me: Phone, key: str, value: Any) -> None:
    text = json.dumps(json.dumps(value))
    me.context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {text})")


def _hand(level: str) -> Hand:
    bot, rng = make_bot(level), random.Random(16)
    return lambda game: bot.choose(view(game, 0), rng)


def _tried(server: Running, name: str, hand: Hand) -> str:
    """The key of a player whose game of Monday is played like this, and judged."""
    moves: list[str] = []

    def noted(game: Game) -> Move:
        move = hand(game)
        moves.append(str(move))
        return move

    played_by(day_of(MONDAY), noted, name)
    made = start(server, name)

    async def play() -> None:
        async with player(server, made["table"], made["token"]) as person:
            while person.view["stage"] != "over":
                count, seen = len(person.heard), person.view
                owed = [each for each in seen["decisions"] if each["owed"]]
                if seen["phase"] == "roll":
                    await person.send("roll", turn=seen["turn"])
                elif owed:
                    await person.send("answer", seat=0, ask=owed[0]["ask"], moves=[moves.pop(0)])
                await person.until_news(count)

    with ThreadPoolExecutor(1) as thread:  # the browser has a loop in this one
        thread.submit(lambda: asyncio.run(play())).result()
    ask(server, "GET", f"{MONDAY}/result", made["token"])
    return str(made["token"])
