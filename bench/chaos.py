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
import sqlite3
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

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.chaos_check import Sent, Witness, faults_of
from bench.sealing import Sealing
from rowlock.server.protocol.base import VERSION

VARIANTS = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "cards")
TROUBLE = (OSError, WebSocketException, TimeoutError, EOFError)
TROUBLE_OVER_HTTP = (OSError, HTTPException)
RIGHTLY_REFUSED = ("too_late", "game_over", "nothing_to_take_back")
"""An answer can cross with the one that settles the question."""
LATE_FOR_THE_START = ("stale", "already_started")
"""So can a seal, or an open share, with the next step of the start."""
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
        }
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(*shlex.split(self.args.server), "serve", "--no-open"),
                    *("--host", "127.0.0.1", "--port", str(self.args.port)),
                    *("--bot-delay", "0", "--data", str(self.folder)),
                ],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for this script; the server is only killed
            )

    async def start(self) -> None:
        self.launch()
        for _ in range(1200):
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
        with contextlib.closing(sqlite3.connect(self.folder / "rowlock.sqlite3")) as store:
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


class Player:
    """Two seats on one bad connection."""

    def __init__(self, chaos: Chaos, witness: Witness, token: str) -> None:
        self.chaos = chaos
        self.witness = witness
        self.token = token
        self.rng = random.Random(chaos.rng.random())
        self.sealing = Sealing()
        self.connected_before = False
        self.over = False
        self.number = 0
        """Of the last message."""
        self.waiting: dict[int, Sent] = {}
        """The wishes by the number of their message."""

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(*TROUBLE):
                address = f"{self.chaos.url.replace('http', 'ws')}/ws/{self.witness.table}"
                async with connect(address, ping_interval=None, open_timeout=5) as socket:
                    await self.session(socket)
            await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def session(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps(self.hello()))
        await self.resend(socket)
        async with asyncio.timeout(30):
            async for text in socket:
                news = json.loads(text)
                self.note(news)
                if news["type"] == "bye" or self.over:
                    return
                if news["type"] != "view":
                    continue
                await self.begin(socket, news)
                for wish in self.wishes(news):
                    if self.drops(socket):
                        return
                    self.witness.sent.append(wish)
                    self.number += 1
                    self.waiting[self.number] = wish
                    await self.send(socket, wish)
                if self.drops(socket):
                    return

    async def begin(self, socket: ClientConnection, view: dict[str, Any]) -> None:
        """Take part in the start, and start again where it came to nothing."""
        due = self.sealing.answer(view)
        if due is not None:
            await socket.send(json.dumps(due))
        elif view["stage"] == "lobby":
            await socket.send(json.dumps({"type": "start"}))

    def hello(self) -> dict[str, Any]:
        hello = {"type": "hello", "version": VERSION, "token": self.token}
        if self.connected_before:
            hello["seq"] = self.witness.seen
        self.connected_before = True
        return hello

    def drops(self, socket: ClientConnection) -> bool:
        """Perhaps gone without a word: before a message, behind it, or on hearing something."""
        if self.rng.random() >= self.chaos.args.drop:
            return False
        self.chaos.drops += 1
        socket.transport.abort()
        return True

    async def resend(self, socket: ClientConnection) -> None:
        """What a page does with the last thing it got no answer to: it may have arrived or not."""
        last = self.waiting.get(self.number)
        if last is not None and not last.acknowledged and self.rng.random() < 0.5:
            self.chaos.repeats += 1
            await self.send(socket, last)

    async def send(self, socket: ClientConnection, wish: Sent) -> None:
        message = json.dumps({**wish.message(), "id": self.number})
        await asyncio.sleep(self.rng.uniform(0, self.chaos.args.delay))
        await socket.send(message)
        if self.rng.random() < self.chaos.args.repeat:
            self.chaos.repeats += 1
            await socket.send(message)

    def note(self, news: dict[str, Any]) -> None:
        if "seq" in news:
            self.witness.told(news["seq"])
        if news["type"] == "view":
            self.over = news["stage"] == "over"
        elif news["type"] == "ack":
            self.waiting[news["id"]].acknowledged.append(news["seq"])
            self.chaos.ack_came.set()
        elif news["type"] == "refused" and news["code"] not in (
            RIGHTLY_REFUSED if news["id"] else LATE_FOR_THE_START
        ):
            self.witness.faults.append(f"refused: {self.waiting.get(news['id'])}: {news}")

    def wishes(self, view: dict[str, Any]) -> list[Sent]:
        if view["stage"] != "playing":
            return []
        if view["phase"] == "roll":
            mine = view["active"] in view["you"]["seats"]
            return [Sent(view["active"], str(view["turn"]), ())] if mine else []
        found = [self.wish(decision) for decision in view["decisions"]]
        return [wish for wish in found if wish is not None]

    def wish(self, decision: dict[str, Any]) -> Sent | None:
        """An answer that is owed; now and then another one, or none, for one that is not."""
        seat, ask = decision["seat"], decision["ask"]
        if decision["owed"]:
            return Sent(seat, ask, (*decision["answer"], *self.choice(decision["legal"])))
        if self.rng.random() >= self.chaos.args.change:
            return None
        again = self.rng.random() < 0.7
        return Sent(seat, ask, self.choice(decision["first"]) if again else None)

    def choice(self, options: list[dict[str, Any]]) -> tuple[str, ...]:
        option = max(options, key=lambda option: option["gain"])
        if self.rng.random() < 0.2:
            option = self.rng.choice(options)
        if option.get("tied") and self.rng.random() < 0.7:  # answer the choice along with it
            return (option["move"], f"?{'rygb'[self.rng.choice(option['tied'])]}")
        return (option["move"],)


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
