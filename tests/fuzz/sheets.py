"""Spoiled sheets for a real server in a process of its own: files, codes and moves.

Each must become a sheet or be refused, in time, and a table must refuse what is refused as a sheet.
However many come, the server's memory stays what it was.
"""

from __future__ import annotations

import http.client
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from rowlock.variants import NAMES
from tests.cluster.processes import Process, wait_for
from tests.fuzz.corpus import variant_file
from tests.fuzz.fuzzer import Found
from tests.fuzz.spoil import garbage, spoiled

SLOW_S = 5.0
MOST_MEMORY = 64 << 20
"""Bytes on top of what the server needs after its first sheets."""
FIRST = 300
"""After so many sheets it knows what it remembers of all."""
GOOD, REFUSED = 200, {400, 409, 413}
AT_TABLES = 20
"""One in so many of the refused is tried at a table, too."""


class Tally(Struct):
    outcomes: Counter[str]
    slowest: float = 0.0
    before: int = 0
    after: int = 0
    """Bytes of memory at most, after the first sheets and in the end."""


def upload(seed: int, number: int) -> dict[str, Any]:
    """The wish of this number: mostly a spoiled file, else a printed sheet with spoiled changes."""
    rng = Random(f"{seed} sheet {number}")
    if rng.random() < 0.7:
        good = garbage if rng.random() < 0.05 else _file
        return {"file": spoiled(good(rng), rng, _file)}
    wish: dict[str, Any] = {"base": rng.choice(NAMES)}
    if rng.random() < 0.5:
        wish["code"] = _maybe_spoiled(_code(rng), rng, _code)
    if rng.random() < 0.7:
        wish["moves"] = _maybe_spoiled(_moves(rng), rng, _moves)
    if rng.random() < 0.3:
        wish["crosses_before"] = rng.choice([0, 3, 9, 10, 99, -1, 10**9, 2.5, "4", None])
    if rng.random() < 0.3:
        wish["penalties"] = rng.choice([1, 2, 9, 0, -5, 10**30, "x", None])
    return wish


def _file(rng: Random) -> str:
    """A good file, under a name that no printed sheet has."""
    return variant_file(rng).replace('id = "', 'id = "my_', 1)


def _code(rng: Random) -> str:
    letters = "".join(rng.choices("abcdefghijklmnop", k=5))
    return f"{rng.choice('ncb')}1-{letters}"


def _moves(rng: Random) -> str:
    def cell() -> str:
        return f"{rng.choice('rygb')}{rng.randint(2, 12)}"

    words = [f"{cell()}{rng.choice('-x')}{cell()}" for _ in range(rng.randint(1, 4))]
    return "_".join([*words, f"{rng.randint(1, 12)}{rng.choice('rygb')}"][rng.randint(0, 1) :])


def _maybe_spoiled(text: str, rng: Random, other: Callable[[Random], str]) -> str:
    return text if rng.random() < 0.5 else spoiled(text, rng, other)


class _Client:
    def __init__(self, server: Process) -> None:
        self.server = server
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=2 * SLOW_S)

    def close(self) -> None:
        self.line.close()

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        self.line.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        answer = self.line.getresponse()
        return answer.status, json.loads(answer.read())

    def memory(self) -> int:
        """The most that the server has needed so far, where Linux tells."""
        status = Path(f"/proc/{self.server.process.pid}/status")
        if not status.exists():
            return 0
        words = status.read_text("ascii").split()
        return int(words[words.index("VmHWM:") + 1]) << 10


def fuzz_sheets(seed: int, uploads: int, after_each: Callable[[int], None] | None = None) -> Tally:
    tally = Tally(Counter())
    with tempfile.TemporaryDirectory() as folder:
        server = Process("", Path(folder), log_level="critical")
        try:
            wait_for(server.is_ready, "the server")
            with closing(_Client(server)) as client:
                for number in range(uploads):
                    _try(client, seed, number, tally)
                    if number < FIRST:
                        tally.before = client.memory()
                    if after_each is not None and number % 100 == 0:
                        after_each(number)
                tally.after = client.memory()
        finally:
            server.end()
    if tally.after - tally.before > MOST_MEMORY:
        raise Found(f"sheets of seed {seed}: {tally.after - tally.before} bytes more than before")
    return tally


def _try(client: _Client, seed: int, number: int, tally: Tally) -> None:
    wish = upload(seed, number)
    begun = time.monotonic()
    try:
        status, said = client.post("/api/sheets", wish)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Found(f"sheet {seed} {number}: {error!r} for {wish}") from error
    took = time.monotonic() - begun
    tally.slowest = max(tally.slowest, took)
    tally.outcomes[f"sheet: {said.get('code', 'good')}"] += 1
    if status not in {GOOD, *REFUSED} or took > SLOW_S:
        raise Found(f"sheet {seed} {number}: {status} after {took:.1f} s for {wish}")
    if status != GOOD and "file" in wish and number % AT_TABLES == 0:
        _try_at_table(client, f"sheet {seed} {number} at a table", wish["file"])


def _try_at_table(client: _Client, name: str, file: str) -> None:
    """Under its own name, so that nothing but the sheet is wrong."""
    options = {"variant": "sheet", "sheet": file or "nothing"}
    seats = [{"kind": "me", "name": "Ann"}]
    status, said = client.post("/api/tables", {"options": options, "seats": seats})
    if status not in REFUSED:
        raise Found(f"{name}: {status} {said} for {file!r}")
