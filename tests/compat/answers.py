"""What today's code says about the files of before, as plain data.

`make.py` asked the code of then and kept its answers as expected/*.json; `test_old_files.py` asks
today's. Questions go through what users have: commands, the library's front door, the server's
addresses. Only the network and the table are asked by the functions that the bots use.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import rowlock
from rowlock.bots.evaluation.network import read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.cli.main import main
from rowlock.notation.summary import legal_summary
from rowlock.solver.value_table import load_table
from tests.server.player import player
from tests.server.running import Running, running

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.rowlock"))
OWN = str(HERE / "own.toml")
SHORT = str(HERE / "short.toml")
BUILT_IN = ("classic", "xl", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b")
SHORT_ROLLS = ("12 1112", "22 2121", "11 1222")
KEEP_DAYS = 1_000_000
"""A server deletes old games at its start; these are meant to be old."""


def command(*words: str | Path) -> Any:
    """What a command prints with --json, one object a line."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main([str(word) for word in words])
    return {"status": status, "out": [json.loads(line) for line in out.getvalue().splitlines()]}


def lines(name: str) -> list[str]:
    return (HERE / name).read_text("utf-8").splitlines()


def records() -> Any:
    """Summary, legal moves and our own spelling of every record, by file."""
    found = {}
    for file in RECORDS:
        own = ("--variant", OWN) if file.stem.startswith("own") else ()
        sheets = {"own": rowlock.load_variant(OWN)}
        found[file.name] = {
            "replay": command("replay", "--json", *own, file),
            "legal": command("legal", "--json", *own, file),
            "same_text": rowlock.format_record(rowlock.parse_record(file.read_bytes(), sheets))
            == file.read_text("utf-8"),
        }
    return found


def positions() -> Any:
    """Totals and legal moves of every position, in the order of the file."""
    own = {"own": rowlock.load_variant(OWN)}
    found = []
    for line in lines("positions.txt"):
        game = rowlock.parse_position(line, own)
        legal = legal_summary(game)
        found.append(
            {
                "same_text": rowlock.format_position(game) == line,
                "phase": legal.phase,
                "legal": legal.deciders,
                "totals": list(rowlock.result(game).totals),
                "winners": list(rowlock.result(game).winners),
            }
        )
    return found


def sheets() -> Any:
    """The points of every sheet: rows, bonus, total."""
    found = []
    for line in lines("sheets.txt"):
        name, _, text = line.partition(" ")
        variant = rowlock.load_variant(OWN if name == "own" else name)
        sheet = rowlock.parse_sheet(variant, text)
        points = rowlock.score(variant, sheet)
        same = rowlock.format_sheet(variant, sheet) == text
        found.append([same, list(points.rows), points.bonus, points.total])
    return found


def variants() -> Any:
    """Digests and cells of the built-in sheets and of two own ones."""
    answer = command("variants", "--json", *BUILT_IN, OWN, SHORT)
    for sheet in answer["out"]:
        sheet["name"] = Path(sheet["name"]).name
    return answer


def network() -> Any:
    """Win share and margin of every seat, for the positions on this sheet between two turns."""
    variant = rowlock.load_variant("bonus_a")
    judge = read_network(variant, HERE / "bonus_a.npz")
    found = []
    for line in lines("positions.txt"):
        game = rowlock.parse_position(line) if line.startswith("bonus_a ") else None
        if game is not None and game.stage == "roll" and len(game.seats) > 1:
            tables = Positions(
                variant,
                rows=np.array([[sheet.rows for sheet in game.sheets]]),
                penalties=np.array([[sheet.penalties for sheet in game.sheets]]),
                bar=np.array([[sheet.bar for sheet in game.sheets]]),
                closed=np.array([game.closed]),
                following=np.array([game.active]),
                over=np.array([False]),
                lucky=(0,) * len(game.sheets),
            )
            both = [judge.expect(tables, seat) for seat in game.seats]
            found.append([[float(share[0]), float(margin[0])] for share, margin in both])
    return found


def table() -> Any:
    """The values of a solved table, and the advice that follows from it."""
    variant = rowlock.load_variant(SHORT)
    solved = load_table(HERE / "short.table", variant)
    texts = ("r- y- g- b- x0", "r2 y- g- b- x0", "r2 y2 g3 b- x1", "r2,4# y2 g- b4 x1")
    totals = {text: solved.total(rowlock.parse_sheet(variant, text)) for text in texts}
    asked = ("advise", "--json", "--variant", SHORT, "--solved", HERE / "short.table")
    advice = [command(*asked, "--sheet", texts[1], "--roll", roll) for roll in SHORT_ROLLS]
    return {"values": list(solved.values), "totals": totals, "advice": advice}


def keys() -> dict[str, tuple[str, str]]:
    """The tables of the database by what they are, each with its host's key."""
    return {name: tuple(key) for name, key in json.loads("\n".join(lines("keys.json"))).items()}


@contextlib.contextmanager
def old_server() -> Iterator[Running]:
    """A server on a copy of the database."""
    with TemporaryDirectory() as folder:
        shutil.copy(HERE / "rowlock.sqlite3", folder)
        with running(data=folder, keep_days=KEEP_DAYS) as server:
            yield server


def database() -> Any:
    """Every table of the server's database: invitation, host's first view, record and replay."""
    with old_server() as server:
        return {name: _at_the_server(server, *key) for name, key in keys().items()}


def _at_the_server(server: Running, name: str, token: str) -> Any:
    address = f"/api/tables/{name}"
    peek = server.get(address).json()
    del peek["deleted_at"]  # counts from when it was last looked at
    record = server.get(f"{address}/record")
    replay = server.get(f"{address}/replay")
    found = {"peek": peek, "view": asyncio.run(_first_view(server, name, token))}
    if record.status_code == 200:
        found["record"] = record.text
        # The replay follows from the record turn by turn: its ends are enough.
        turns = replay.json()["turns"]
        found["replay"] = [len(turns), turns[0], turns[len(turns) // 2], turns[-1]]
        found["verify"] = verified(record.text)
    return found


async def _first_view(server: Running, name: str, token: str) -> Any:
    async with player(server, name, token) as host:
        view = host.heard[0]
    del view["clock"]
    return view


def verified(record: str) -> Any:
    """What `rowlock verify` says of a downloaded record."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.rowlock"
        file.write_text(record, "utf-8")
        return command("verify", "--json", file)


QUESTIONS: dict[str, Callable[[], Any]] = {
    "records": records,
    "positions": positions,
    "sheets": sheets,
    "variants": variants,
    "network": network,
    "table": table,
    "database": database,
}
"""Each with the name of its file in expected/."""
