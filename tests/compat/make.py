"""Makes the files of before. Run it with the code that is to be remembered:

    PYTHONPATH=/path/to/that/version/src .venv/bin/python -m tests.compat.make

Games come from seeds; table names, keys and dice of the database are the server's own, new ones
at every run.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rowlock
import rowlock.bots
from rowlock.bots.registry import make_bot
from rowlock.core.cards import deck
from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import make_table
from tests.compat.answers import (
    HERE,
    OWN,
    QUESTIONS,
    SHORT,
)
from tests.server.player import Player, player
from tests.server.running import Running, running
from tests.solver.sheets import short_text

NAMES = ("Ann", "Ben", "Cléo")
OWN_TEXT = """\
# The rows of Bonus B with a bar, an easier lock and a cheaper penalty.
extends = "bonus_b"

[about]
id = "own"
name = "Own"
rules = "bonus_b"

[lock]
crosses_before = 4

[penalty]
points = 4

[bar]
boxes = "r7 y5 g7"
squares = "b y r"
"""

SHORT_ROWS = ("y2 g3 r4", "r2 y4", "b4 y3 g2", "g4 b2")

SAME_ROLL_S = 61
"""For a minute others may join in closing a row with real dice; the answers are about later."""

Game = rowlock.Game
Wanted = Callable[[Game], bool]


# Games of bots ----------------------------------------------------------------------------------


def setup(name: str, seed: int, *, players: int = 3) -> rowlock.Setup:
    """`classic`, `mixx_a+cards`, `bonus_b+jokers`, `own`."""
    rng = random.Random(seed)
    sheet, _, cards = name.partition("+")
    variant = rowlock.load_variant(OWN if sheet == "own" else sheet)
    pack = list(deck(jokers=cards == "jokers"))
    pairs = list(variant.lucky_pairs)
    rng.shuffle(pack)
    rng.shuffle(pairs)
    return rowlock.Setup(
        variant=variant,
        names=NAMES[:players],
        first=rng.randrange(players),
        lucky=tuple(pairs[:players]) if pairs else None,
        deck=tuple(pack) if cards else None,
        jokers=cards == "jokers",
    )


def played(name: str, seed: int, **options: int) -> Iterator[rowlock.Scribe]:
    """A game of bots, after every roll, deal and answer; answers come in any order."""
    rng = random.Random(seed)
    scribe = rowlock.Scribe(setup(name, seed, **options), {"Event": "of before", "Seed": str(seed)})
    bots = [make_bot(kind) for kind in ("heuristic", "greedy:2", "greedy:3")]
    yield scribe
    while not scribe.game.over:
        game = scribe.game
        if game.stage == "roll":
            scribe.roll(rowlock.random_roll(game, rng))
        elif game.stage == "deal":
            scribe.deal(rowlock.shuffled_cards(game, rng))
        else:
            seat = rng.choice(rowlock.deciders(game))
            scribe.play(seat, bots[seat].choose(rowlock.view(game, seat), rng))
        yield scribe


def late(stage: str, *, answers: int = 0) -> Wanted:
    """Some turns into the game, in this phase, with so many answers given."""
    return lambda game: (
        game.turn > 5
        and game.phase == stage
        and sum(answer is not None for answer in game.answers) >= answers
    )


STOPPED: dict[str, Wanted] = {
    "classic": late("action1", answers=2),
    "longo": late("action2"),
    "mixx_a": late("action1"),
    "mixx_b": late("roll"),
    "bonus_a": late("action1", answers=1),
    "bonus_b": late("choice"),
    "own": late("action1", answers=1),
    "mixx_b+cards": late("deal"),
    "bonus_b+jokers": late("action2"),
}
"""Where the unfinished game of each kind stops."""


def make_records() -> None:
    for name, wanted in STOPPED.items():
        file = name.replace("+", "-")
        *_, last = played(name, 1)
        _write(f"records/{file}-finished.rowlock", rowlock.format_record(last.record()))
        stopped = next(
            scribe
            for seed in range(2, 1000)
            for scribe in played(name, seed)
            if wanted(scribe.game)
        )
        text = rowlock.format_record(stopped.record())
        if name == "classic":  # comments wherever they may stand
            text = ";a game of long ago\n" + text.replace("\n\n", " ;seed\n\n;the first turn\n", 1)
            text = text.rstrip("\n") + " ; to be continued\n"
        _write(f"records/{file}-unfinished.rowlock", text)


def make_positions() -> None:
    """Of every game each kind of moment once, and some moments between two turns."""
    positions: list[str] = []
    sheets: dict[str, None] = {}
    for name in (*STOPPED, "classic+cards", "mixx_a+cards", "bonus_a+cards"):
        seen = set()
        for seed, players in ((3, 3), (4, 2), (5, 3), (6, 1)):
            for scribe in played(name, seed, players=players):
                game = scribe.game
                given = tuple(answer is not None for answer in game.answers)
                kind = (game.phase, players, sorted(given), game.crossed, game.closed.bit_count())
                between = game.stage == "roll" and game.turn % 7 == 0
                if str(kind) not in seen or between or game.over:
                    seen.add(str(kind))
                    positions.append(rowlock.format_position(game))
                    if game.over or between:
                        sheets |= dict.fromkeys(
                            f"{game.variant.id} {rowlock.format_sheet(game.variant, sheet)}"
                            for sheet in game.sheets
                        )
    _write("positions.txt", "".join(f"{line}\n" for line in dict.fromkeys(positions)))
    _write("sheets.txt", "".join(f"{line}\n" for line in sheets))


def make_table_file() -> None:
    """Two friendly players on a short sheet with mixed colours."""
    problem = make_problem(rowlock.load_variant(SHORT), 2)
    make_table(problem, sweep_all(problem).values).save(HERE / "short.table")


# Tables of a server -----------------------------------------------------------------------------


async def finished(server: Running, *seats: str, **options: Any) -> tuple[str, str]:
    made = server.create("me:Ann", *seats, start=True, **options)
    async with player(server, made["table"], made["token"]) as ann:
        await ann.play_to_end()
    return made["table"], made["token"]


async def stopped(
    server: Running, wanted: Callable[[Any], bool], *seats: str, **options: Any
) -> tuple[str, str]:
    """A game that Ann leaves as soon as her view is as wanted."""
    made = server.create("me:Ann", *seats, start=True, **options)
    async with player(server, made["table"], made["token"]) as ann:
        while not wanted(ann.view):
            count = len(ann.heard)
            await ann.act()
            await ann.until_news(count)
        await asyncio.sleep(1)  # bots that were asked too have answered then
    return made["table"], made["token"]


def asked(phase: str) -> Callable[[Any], bool]:
    """Some turns into the game, in this phase, and Ann owes something."""
    return lambda view: view["turn"] > 4 and view["phase"] == phase and 0 in view["owing"]


async def lobby(server: Running) -> tuple[str, str]:
    made = server.create("me:Ann", "open", "open", "bot:easy", variant="mixx_a", chat=True)
    key = server.join(made["table"], "Ben")["token"]
    async with (
        player(server, made["table"], made["token"]) as ann,
        player(server, made["table"], key) as ben,
    ):
        await ann.ok("add_seat")
        await ann.ok("add_local", seat=4, name="Dora")
        await ann.ok("move_seat", seat=4, to=0)
        await ben.ok("rename", seat=2, name="Benno")
        await ben.ok("chat", key="1", text="Grüezi mitenand")
        await ann.ok("mute", seat=2, muted=True)
    return made["table"], made["token"]


async def left_and_paused(server: Running) -> tuple[str, str]:
    """Two people and a bot; one leaves for good, then the host stops the game."""
    made = server.create("me:Ann", "open", "bot:hard", variant="xl", time_limit=3600)
    key = server.join(made["table"], "Ben")["token"]
    async with (
        player(server, made["table"], made["token"]) as ann,
        player(server, made["table"], key) as ben,
    ):
        await ann.ok("start")
        for person in (ann, ben) * 12:
            await person.act()
            await asyncio.sleep(0.1)
        await ben.send("leave")
        await ann.until_view(lambda view: view["seats"][1]["kind"] == "bot")
        await ann.ok("pause")
    return made["table"], made["token"]


async def rematch(server: Running, name: str, token: str) -> tuple[str, str]:
    async with player(server, name, token) as ann:
        await ann.ok("rematch")
        view = await ann.until_view(lambda view: view["next_table"])
    return view["next_table"], token


async def real(server: Running, rules: str, variant: str, *, over: bool) -> tuple[str, str]:
    made = server.create("me:Ann", "local:Ben", dice="real", rules=rules, variant=variant)
    async with player(server, made["table"], made["token"]) as ann:
        await ann.ok("start")
        for cell in ("r2", "r3", "r4", "r6", "r7", "r12", "g9", "y11"):
            await _mark(ann, "cross", 0, cell=cell)
        if ann.view["seats"][0].get("tied"):
            await _mark(ann, "choose", 0, row=ann.view["seats"][0]["tied"][0])
        for cell in ("b12", "b10", "y3", "y2"):  # the last one stands left of another
            await _mark(ann, "cross", 1, cell=cell)
        await _mark(ann, "undo", 1)
        await _mark(ann, "penalty", 1)
        await ann.ok("close_row", row=3)
        if over:
            await ann.ok("finish")
    return made["table"], made["token"]


async def _mark(person: Player, kind: str, seat: int, **fields: Any) -> None:
    """A stroke; with strict rules some are refused, which is right too."""
    marks = person.view["seats"][seat].get("marks", 0)
    await person.ask("mark", seat=seat, n=marks, kind=kind, **fields)


async def tables(server: Running) -> dict[str, tuple[str, str]]:
    made = {
        "classic over": await finished(server, "bot:easy"),
        "longo over": await finished(server, "bot:gentle", "local:Ben", variant="longo"),
        "mixx_a over": await finished(server, "bot:medium", variant="mixx_a"),
        "mixx_b over": await finished(server, "bot:easy", variant="mixx_b"),
        "bonus_a over": await finished(server, "bot:hard", variant="bonus_a"),
        "bonus_b over": await finished(server, "bot:easy", "bot:hard", variant="bonus_b"),
        "cards over": await finished(server, "bot:easy", variant="mixx_b", cards=True),
        "jokers over": await finished(
            server, "bot:easy", variant="bonus_b", cards=True, jokers=True
        ),
        "action1": await stopped(server, asked("action1"), "bot:medium"),
        "action2": await stopped(server, asked("action2"), "bot:medium", variant="bonus_a"),
        "roll": await stopped(server, asked("roll"), "bot:medium", variant="longo"),
        "cards action2": await stopped(
            server, asked("action2"), "bot:easy", variant="bonus_a", cards=True
        ),
        "lobby": await lobby(server),
        "left and paused": await left_and_paused(server),
        "real strict": await real(server, "strict", "bonus_b", over=False),
        "real warning": await real(server, "warning", "classic", over=False),
        "real over": await real(server, "free", "bonus_a", over=True),
    }
    made["rematch"] = await rematch(server, *made["classic over"])
    return made


def make_database() -> None:
    with TemporaryDirectory() as folder:
        with running(data=folder) as server:
            made = asyncio.run(tables(server))
        left = [file.name for file in Path(folder).iterdir()]
        assert left == ["rowlock.sqlite3"], left  # a server that stops leaves one whole file
        shutil.copy(Path(folder) / "rowlock.sqlite3", HERE)
    _write("keys.json", json.dumps(made, indent=1, ensure_ascii=False) + "\n")


# Everything -------------------------------------------------------------------------------------


def _write(name: str, text: str) -> None:
    file = HERE / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")


def _answers(question: str) -> str:
    """One line for each entry, so that a difference can be read."""
    found = QUESTIONS[question]()
    if isinstance(found, dict):
        entries = [f"{_json(key)}: {_json(value)}" for key, value in found.items()]
        return "{\n" + ",\n".join(entries) + "\n}\n"
    return "[\n" + ",\n".join(map(_json, found)) + "\n]\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    sys.stdout.write(f"making files with {rowlock.__file__}\n")
    _write("own.toml", OWN_TEXT)
    _write("short.toml", short_text(*SHORT_ROWS))
    make_records()
    make_positions()
    make_table_file()
    weights = Path(rowlock.bots.__file__).parent / "weights" / "bonus_a.npz"
    shutil.copy(weights, HERE)
    make_database()
    time.sleep(SAME_ROLL_S)
    for question in QUESTIONS:
        _write(f"expected/{question}.json", _answers(question))


if __name__ == "__main__":
    main()
