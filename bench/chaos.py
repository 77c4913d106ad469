"""Chaos test: plays games while the server is killed again and again.

    python -m bench.chaos [--games 1000]

Players drop their connections, wait, send messages twice, change answers, and reconnect with the
last sequence number they saw. Meanwhile the server is killed with SIGKILL and restarted. Half of
the kills happen when an acknowledgement arrives. Each player keeps what it sent, in order, and what
was acknowledged. After the last kill, chaos_check.py compares this with the stored logs. Every
record must pass `rowlock replay`.

With `--servers 3` several servers share a PostgreSQL database: a temporary one, or `--database`.
One of them at a time is killed and restarted after `--down` seconds; `--goodbyes` is the share of
graceful stops instead. Players connect to any server, or through nginx (`--proxy`, with the example
of deploy/several). With `--restart-every` the temporary database is restarted as well. A share of
the players (`--streams`) uses event streams instead of sockets.

The test also measures how long players were disconnected. It fails if the 99th percentile exceeds
`--within` seconds after a kill, or `--goodbye-within` seconds after a graceful stop.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
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
from pathlib import Path
from typing import Any

from bench.chaos_check import Witness, faults_of
from bench.chaos_player import Player
from bench.chaos_target import TROUBLE_OVER_HTTP, Target, complaints, entries
from bench.chaos_wire import NOBODY_THERE, new_client
from tests.deploy.balancers import balancer
from tests.server.databases import Database
from tests.server.databases import database as new_database

VARIANTS = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "cards")
SHOWN_FAULTS = 20
ROWLOCK = Path(sys.executable).with_name("rowlock")


class Chaos:
    def __init__(
        self,
        args: argparse.Namespace,
        folder: Path,
        database: str = "",
        postgres: Database | None = None,
    ) -> None:
        self.args = args
        self.database = database
        self.postgres = postgres
        self.folder = folder
        self.rng = random.Random(args.seed)
        self.servers = [
            Target(args.server, folder, args.port + number, database)
            for number in range(args.servers)
        ]
        self.proxy = ""
        """URL of a proxy in front of the servers; if empty, players choose a server at random."""
        self.restarts = self.kills = self.goodbyes = self.drops = self.repeats = self.finished = 0
        self.client = new_client()
        self.witnesses: list[Witness] = []
        self.ack_came = asyncio.Event()
        self.last_end = ("", 0.0)
        """How a server was last stopped, and when."""
        self.last_restart = 0.0
        """When the database was last restarted."""
        self.back: dict[str, list[float]] = {"killed": [], "stopped": [], "restarted": [], "": []}
        """Seconds until a player was back at the table, by how the server was stopped."""

    @property
    def acknowledged(self) -> int:
        return sum(bool(sent.acknowledged) for each in self.witnesses for sent in each.sent)

    @property
    def url(self) -> str:
        """The URL of a random server, as a load balancer without affinity would choose, or the
        proxy's."""
        return self.proxy or self.rng.choice(self.servers).url

    async def start(self) -> None:
        await asyncio.gather(*(server.start() for server in self.servers))

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    async def killer(self) -> None:
        due = time.monotonic()
        while True:
            due += self.args.kill_every
            pause = self.rng.uniform(0.5, 1.5) * self.args.kill_every
            await asyncio.sleep(due - time.monotonic() if self.args.steady else pause)
            if self.rng.random() < 0.5:  # the critical moment: an answer has just been acknowledged
                self.ack_came.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.ack_came.wait(), 1)
            server = self.rng.choice(self.servers)
            stopping = self.rng.random() < self.args.goodbyes
            self.last_end = ("stopped" if stopping else "killed", time.monotonic())
            if stopping:
                await server.stop()
                self.goodbyes += 1
            else:
                server.kill()
                self.kills += 1
            await asyncio.sleep(self.args.down)
            if self.rng.random() < 0.1:  # kill it again while it recovers
                server.launch()
                await asyncio.sleep(self.rng.uniform(0, 1))
                self.last_end = ("killed", time.monotonic())
                server.kill()
                self.kills += 1
            await server.start()

    async def restarter(self) -> None:
        """Restart the database every `--restart-every` seconds."""
        while self.postgres is not None and self.args.restart_every:
            await asyncio.sleep(self.args.restart_every)
            self.last_end = ("restarted", time.monotonic())
            await asyncio.to_thread(self.postgres.stop)
            await asyncio.to_thread(self.postgres.start)
            self.last_restart = time.monotonic()
            self.restarts += 1
        await asyncio.Event().wait()

    def ask(self, path: str, body: Any = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(self.url + path, data, timeout=10) as answer:
            return str(answer.read().decode())

    async def insist(self, path: str, body: Any = None) -> str:
        """Repeat the request until a server answers."""
        while True:
            try:
                return await asyncio.to_thread(self.ask, path, body)
            except urllib.error.HTTPError as error:
                if error.code not in NOBODY_THERE:
                    raise
            except TROUBLE_OVER_HTTP:
                pass
            await asyncio.sleep(0.1)

    # Games -------------------------------------------------------------------------------

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

    def late(self) -> Iterator[str]:
        """Yield the limits that players' times away from the table exceed."""
        for how, limit, times in (
            ("killed", self.args.within, self.kills),
            ("stopped", self.args.goodbye_within, self.goodbyes),
        ):
            back = self.back[how]
            if limit and times and not back:
                yield f"no player came back after a server was {how}"
            elif limit and back and late(back) > limit:
                away = f"{late(back):.2f} s (p99; limit {limit:g} s)"
                yield f"back at the table after a server was {how}: {away}"

    def faults(self) -> Iterator[str]:
        """Yield all faults after the last kill, with their tables."""
        yield from self.late()
        expected = (" not_stored ",) if self.restarts else ()
        if said := complaints(self.folder, *expected):
            yield f"the server logged: {said}"
        logs: dict[str, list[bytes]] = {}
        for table, seq, payload in entries(self.folder, self.database):
            log = logs.setdefault(table, [])
            log.append(payload)
            if seq != len(log):
                yield f"{table}: entry {len(log)} is missing"
        for witness in self.witnesses:
            for fault in faults_of(witness, logs.get(witness.table, ())):
                yield f"{witness.table}: {fault}"
        yield from self.refused_records()

    def refused_records(self) -> Iterator[str]:
        """Check all records with one `rowlock replay`; yield those it refuses."""
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
            yield f"rowlock replay exited with status {done.returncode}: {done.stderr}"
        for line in lines:
            if not json.loads(line).get("over"):
                yield f"rowlock replay: {line}"


# Run --------------------------------------------------------------------------------------


async def play(chaos: Chaos) -> bool:
    """Play all games; False if interrupted."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await chaos.start()
    numbers = iter(range(chaos.args.games))

    async def one_after_the_other() -> None:
        for number in numbers:
            await chaos.game(number)

    async def all_games() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(chaos.args.at_once):
                group.create_task(one_after_the_other())

    games = asyncio.create_task(all_games())
    works = (chaos.killer(), chaos.restarter(), progress(chaos))
    others = [asyncio.create_task(work) for work in works]
    interrupt = asyncio.create_task(stopping.wait())
    clock = asyncio.create_task(asyncio.sleep(chaos.args.seconds or 1e9))
    try:
        # The killer only ends if a server cannot be restarted.
        await asyncio.wait([games, interrupt, clock, *others], return_when=asyncio.FIRST_COMPLETED)
        for task in [games, *others]:
            if task.done():
                await task
        return games.done() or clock.done()
    finally:
        tasks = (games, interrupt, clock, *others)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await chaos.client.aclose()
        chaos.kill()


async def progress(chaos: Chaos) -> None:
    begun = time.perf_counter()
    while True:
        await asyncio.sleep(10)
        print(
            f"{time.perf_counter() - begun:.0f} s: {chaos.finished} of {chaos.args.games} games, "
            f"{chaos.kills} kills, {chaos.goodbyes} graceful stops, "
            f"{chaos.acknowledged} acknowledged",
            file=sys.stderr,
        )


def late(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(0.99 * (len(times) - 1))]


def spread(times: list[float]) -> str:
    if not times:
        return "never"
    half, worst = sorted(times)[len(times) // 2], max(times)
    return f"{len(times)} times, median {half:.2f} s, p99 {late(times):.2f} s, worst {worst:.2f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--kill-every", type=float, default=6.0, metavar="SECONDS")
    parser.add_argument("--steady", action="store_true", help="kill at constant intervals")
    parser.add_argument(
        "--drop", type=float, default=0.03, help="probability of a drop at each step"
    )
    parser.add_argument(
        "--repeat", type=float, default=0.1, help="probability that a message is sent twice"
    )
    parser.add_argument(
        "--change", type=float, default=0.1, help="probability that an answer is changed"
    )
    parser.add_argument("--delay", type=float, default=0.02, help="maximum delay in seconds")
    parser.add_argument(
        "--patience", type=float, default=600.0, help="maximum duration of a game in seconds"
    )
    parser.add_argument(
        "--streams", type=float, default=0.0, help="share of players without sockets"
    )
    parser.add_argument(
        "--within",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="limit for players to be back after a kill (p99)",
    )
    parser.add_argument(
        "--goodbye-within",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="the same after a graceful stop",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=18_388)
    parser.add_argument("--servers", type=int, default=1, help="several need PostgreSQL")
    parser.add_argument(
        "--database", default="", help="postgresql://... (default: a temporary one)"
    )
    parser.add_argument("--proxy", action="store_true", help="put nginx in front of the servers")
    parser.add_argument("--goodbyes", type=float, default=0.0, help="share of graceful stops")
    parser.add_argument(
        "--down", type=float, default=0.0, help="seconds until a server is restarted"
    )
    parser.add_argument(
        "--restart-every",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="restart the temporary database",
    )
    parser.add_argument(
        "--seconds", type=float, default=0.0, help="stop after this time instead of --games"
    )
    parser.add_argument("--server", default=shlex.quote(str(ROWLOCK)), help="the server command")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database, server = args.database, None
        if args.servers > 1 and not database:
            server = stack.enter_context(new_database())
            database = server.url
        chaos = Chaos(args, folder, database, server)
        if args.proxy:
            addresses = [server.url.removeprefix("http://") for server in chaos.servers]
            chaos.proxy = "http://" + stack.enter_context(balancer("nginx", folder, addresses))
        begun = time.perf_counter()
        complete = asyncio.run(play(chaos))
        played = time.perf_counter() - begun
        print("checking the logs and records", file=sys.stderr)
        faults = list(chaos.faults())
    records = sum(witness.record is not None for witness in chaos.witnesses)
    print(
        f"chaos: {'' if complete else 'interrupted; '}{chaos.finished} games in {played:.0f} s, "
        f"{chaos.kills} kills, {chaos.drops} drops, {chaos.repeats} repeated messages, "
        f"{chaos.acknowledged} acknowledged commands; {len(chaos.witnesses)} logs and "
        f"{records} finished records checked in {time.perf_counter() - begun - played:.0f} s: "
        + (f"{len(faults)} FAULTS" if faults else "nothing lost, nothing applied twice")
    )
    if args.servers > 1:
        print(
            f"{args.servers} servers, {chaos.goodbyes} graceful stops, "
            f"{chaos.restarts} restarts of PostgreSQL"
        )
        for what in ("killed", "stopped"):
            print(f"back at the table after a server was {what}: {spread(chaos.back[what])}")
        print(f"the same if PostgreSQL was restarted meanwhile: {spread(chaos.back['restarted'])}")
    for fault in faults[:SHOWN_FAULTS]:
        print(f"  {fault}")
    return 1 if faults else 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
