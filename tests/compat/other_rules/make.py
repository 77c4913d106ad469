"""Makes these files. Run it with the code of commit fcbf5a0, the last one with the former BP-02:

    PYTHONPATH=/path/to/that/commit/src .venv/bin/python -m tests.compat.other_rules.make

Big Points then allowed a bonus cell with the die of either colour beside it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from rowlock import Scribe, Setup, format_position, format_record, load_variant, parse_roll
from rowlock.variants import from_text
from tests.compat.make import (
    asked,
    finished,
    real,
    rematch,
    stopped,
)
from tests.server.running import Running, running

HERE = Path(__file__).parent
OWN = """
extends = "big_points"

[about]
id = "own"

[lock]
crosses_before = 4
"""


def played(scribe: Scribe, *turns: tuple[str, str, str]) -> Scribe:
    """A game of one: a roll, the answer to action 1 and the one to action 2."""
    for roll, first, second in turns:
        scribe.roll(parse_roll(roll))
        scribe.play(0, first)
        scribe.play(0, second)
    return scribe


def make_texts() -> None:
    names = ("Ann",)
    # White 2 + yellow 5 = 7 gives o7, where red 7 alone is crossed.
    former = played(
        Scribe(Setup(variant=load_variant("big_points"), names=names)),
        ("34 1111", "r7", "-"),
        ("25 1511", "-", "+o7"),
    )
    # The same with the red die.
    both = played(
        Scribe(Setup(variant=load_variant("big_points"), names=names)),
        ("34 1111", "r7", "-"),
        ("25 5111", "-", "+o7"),
    )
    own = played(Scribe(Setup(variant=from_text(OWN), names=names)), ("34 1111", "r7", "-"))
    for name, scribe in (("former", former), ("both", both), ("own", own)):
        text = format_record(scribe.record())
        (HERE / f"{name}.rowlock").write_text(text, "utf-8")
    (HERE / "own.position").write_text(format_position(own.game), "utf-8")


async def tables(server: Running) -> dict[str, tuple[str, str]]:
    own = {"variant": "own", "sheet": OWN}
    made = {
        "over": await finished(server, "bot:easy", variant="big_points"),
        "running": await stopped(server, asked("action2"), "bot:easy", variant="big_points"),
        "own running": await stopped(server, asked("roll"), "bot:easy", **own),
        "real dice": await real(server, "strict", "big_points", over=False),
        "classic": await stopped(server, asked("action1"), "bot:easy"),
    }
    made["rematch"] = await rematch(server, *made["over"])
    return made


def make_database() -> None:
    with TemporaryDirectory() as folder:
        with running(data=folder) as server:
            made = asyncio.run(tables(server))
        shutil.copy(Path(folder) / "rowlock.sqlite3", HERE)
    (HERE / "keys.json").write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    make_texts()
    make_database()
