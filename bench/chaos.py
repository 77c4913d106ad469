"""Games on a server that is killed again and again: python -m bench.chaos [--games 1000]

Players drop their connection, wait, send everything twice, change their minds, and come back with
the last sequence number they saw. Meanwhile the server is killed with SIGKILL, half of the time in
the moment an acknowledgement arrives, and started again. Each player writes down what it sent, in
order, and what was acknowledged; when the server has been killed for the last time, chaos_check.py
holds that against the logs on the disk. Every record must pass `rowlock replay`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

from bench.chaos_check import Witness, faults_of
from bench.chaos_player import Player
from rowlock.server.store.sql import connect_postgres, connect_sqlite
from rowlock.server.store.worker import Connection

VARIANTS = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "cards")
TROUBLE_OVER_HTTP = (OSError, HTTPException)
SHOWN_FAULTS = 20
ROWLOCK = Path(sys.executable).with_name("rowlock")


class Chaos:
    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args = args
        self.folder = folder
        self.rng = random.Random(args.seed)
        self.process: subprocess.Popen[bytes] | None = None
        self.kills = self.drops = self.repeats = self.finished = 0
        self.witnesses: list[Witness] = []
        self.ack_came = asyncio.Event()
        self.url = f"http://127.0.0.1:{args.port}"

    @property
    def acknowledged(self) -> int:
        return sum(bool(sent.acknowledged) for each in self.witnesses for sent in each.sent)

    def launch(self) -> None:
        environment = os.environ | {
            "ROWLOCK_MESSAGES_PER_SECOND": "100000",
            "ROWLOCK_TABLES_PER_MINUTE": "100000",
            "ROWLOCK_MAX_CONNECTIONS_PER_ADDRESS": "100000",
            "ROWLOCK_REQUESTS_PER_SECOND": "100000",
            "ROWLOCK_LOG_LEVEL": "error",
            "ROWLOCK_WARM_UP": "false",  # compiling anew after every kill would starve the games
        }
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(*shlex.split(self.args.server), "serve", "--no-open"),
                    *("--host", "127.0.0.1", "--port", str(self.args.port)),
                    *("--bot-delay", "0", "--data", str(self.folder)),
                    *(("--database", self.args.database) if self.args.database else ()),
                ],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for this script; the server is only killed
            )

    async def start(self) -> None:
        self.launch()
        limit = time.monotonic() + self.args.patience
        while time.monotonic() < limit:
            with contextlib.suppress(*TROUBLE_OVER_HTTP):
                await asyncio.to_thread(self.ask, "/readyz")
                return
            await asyncio.sleep(0.025)
        raise RuntimeError(f"the server does not start: {self.complaints()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def killer(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.args.kill_every)
            if self.rng.random() < 0.5:  # the sharpest moment: an answer is just acknowledged
                self.ack_came.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.ack_came.wait(), 1)
            self.kill()
            self.kills += 1
            if self.rng.random() < 0.1:  # and once more while it recovers
                self.launch()
                await asyncio.sleep(self.rng.uniform(0, 1))
                self.kill()
                self.kills += 1
            await self.start()

    def complaints(self) -> str:
        """What the server logged: at this level that is nothing, or a fault."""
        return (self.folder / "server.log").read_text(errors="replace")[:3000]

    def ask(self, path: str, body: Any = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(self.url + path, data, timeout=10) as answer:
            return str(answer.read().decode())

    async def insist(self, path: str, body: Any = None) -> str:
        """Ask until a server is there to answer."""
        while True:
            try:
                return await asyncio.to_thread(self.ask, path, body)
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
            except TROUBLE_OVER_HTTP:
                pass
            await asyncio.sleep(0.1)

    # The games -------------------------------------------------------------------------------

    async def game(self, number: int) -> None:
        variant = VARIANTS[number % len(VARIANTS)]
        options = (
            {"variant": "classic", "cards": True} if variant == "cards" else {"variant": variant}
        )
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "local", "name": "Ben"}, {"kind": "bot"}]
        body = {"options": options, "seats": seats, "seals": True, "start": True}
        made = json.loads(await self.insist("/api/tables", body))
        witness = Witness(made["table"])
        self.witnesses.append(witness)
        try:
            async with asyncio.timeout(self.args.patience):
                await Player(self, witness, made["token"]).play()
                witness.record = await self.insist(f"/api/tables/{witness.table}/record")
            self.finished += 1
        except TimeoutError:
            witness.faults.append(f"the game did not end within {self.args.patience:.0f} s")
        except urllib.error.HTTPError as error:
            witness.faults.append(f"the game ended, but there is no record: {error}")

    def faults(self) -> Iterator[str]:
        """After the last kill: everything that is wrong, with its table."""
        if said := self.complaints():
            yield f"the server complained: {said}"
        logs: dict[str, list[bytes]] = {}
        with contextlib.closing(self.database()) as store:
            for table, seq, payload in store.execute(
                "SELECT log, seq, payload FROM entries ORDER BY log, seq"
            ):
                entries = logs.setdefault(table, [])
                entries.append(bytes(payload))
                if seq != len(entries):
                    yield f"{table}: entry {len(entries)} is missing"
        for witness in self.witnesses:
            for fault in faults_of(witness, logs.get(witness.table, ())):
                yield f"{witness.table}: {fault}"
        yield from self.refused_records()

    def database(self) -> Connection:
        if self.args.database:
            return connect_postgres(self.args.database)
        return connect_sqlite(self.folder / "rowlock.sqlite3")

    def refused_records(self) -> Iterator[str]:
        """All records at once, as a person would check them."""
        records = self.folder / "records"
        records.mkdir()
        for witness in self.witnesses:
            if witness.record is not None:
                (records / f"{witness.table}.rowlock").write_text(witness.record, "utf-8")
        files = sorted(map(str, records.iterdir()))
        if not files:
            return
        command = [str(ROWLOCK), "replay", "--json", *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        if done.returncode != 0 or len(lines) != len(files):
            yield f"rowlock replay ends with {done.returncode}: {done.stderr}"
        for line in lines:
            if not json.loads(line).get("over"):
                yield f"rowlock replay: {line}"


# The run --------------------------------------------------------------------------------------


async def play(chaos: Chaos) -> bool:
    """All games; False when interrupted."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await chaos.start()
    gate = asyncio.Semaphore(chaos.args.at_once)

    async def one(number: int) -> None:
        async with gate:
            await chaos.game(number)

    async def all_games() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(chaos.args.games):
                group.create_task(one(number))

    games = asyncio.create_task(all_games())
    others = [asyncio.create_task(work) for work in (chaos.killer(), progress(chaos))]
    interrupt = asyncio.create_task(stopping.wait())
    try:
        # The killer never ends but by a server that does not start again.
        await asyncio.wait([games, interrupt, *others], return_when=asyncio.FIRST_COMPLETED)
        for task in [games, *others]:
            if task.done():
                await task
        return games.done()
    finally:
        tasks = (games, interrupt, *others)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        chaos.kill()


async def progress(chaos: Chaos) -> None:
    begun = time.perf_counter()
    while True:
        await asyncio.sleep(10)
        print(
            f"{time.perf_counter() - begun:.0f} s: {chaos.finished} of {chaos.args.games} games, "
            f"{chaos.kills} kills, {chaos.acknowledged} acknowledged",
            file=sys.stderr,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--kill-every", type=float, default=6.0, metavar="SECONDS")
    parser.add_argument("--drop", type=float, default=0.03, help="chance to drop at each step")
    parser.add_argument("--repeat", type=float, default=0.1, help="chance to send a thing twice")
    parser.add_argument("--change", type=float, default=0.1, help="chance to change an answer")
    parser.add_argument("--delay", type=float, default=0.02, help="longest delay in seconds")
    parser.add_argument("--patience", type=float, default=600.0, help="seconds for a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=18_388)
    parser.add_argument("--database", default="", help="postgresql://... instead of SQLite")
    parser.add_argument("--server", default=shlex.quote(str(ROWLOCK)), help="the command to kill")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(args, Path(folder))
        begun = time.perf_counter()
        complete = asyncio.run(play(chaos))
        played = time.perf_counter() - begun
        print("checking the logs and records", file=sys.stderr)
        faults = list(chaos.faults())
    records = sum(witness.record is not None for witness in chaos.witnesses)
    print(
        f"chaos: {'' if complete else 'interrupted; '}{chaos.finished} games in {played:.0f} s, "
        f"{chaos.kills} kills, {chaos.drops} drops, {chaos.repeats} repeated messages, "
        f"{chaos.acknowledged} acknowledged wishes; {len(chaos.witnesses)} logs and "
        f"{records} finished records checked in {time.perf_counter() - begun - played:.0f} s: "
        + (f"{len(faults)} FAULTS" if faults else "nothing lost, nothing twice")
    )
    for fault in faults[:SHOWN_FAULTS]:
        print(f"  {fault}")
    return 1 if faults else 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
