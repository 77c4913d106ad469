"""Games on a server that is killed again and again: python -m bench.chaos [--games 1000]

Players drop their connection, wait, send everything twice, and come back with the last sequence
number they saw. Meanwhile the server is killed with SIGKILL and started again. At the end:

- every answer that was acknowledged and not taken back stands in the record (nothing lost),
- the log of each table has every answer once, and each turn in order (nothing twice),
- every record passes `rowlock replay` and `rowlock verify`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from rowlock.notation import read, replay
from rowlock.notation.record import CardTurn, Turn
from rowlock.server.verify import verify

VARIANTS = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "cards")
TROUBLE = (OSError, WebSocketException, TimeoutError, EOFError)


class Chaos:
    def __init__(self, args: argparse.Namespace, folder: str) -> None:
        self.args = args
        self.folder = folder
        self.rng = random.Random(args.seed)
        self.process: subprocess.Popen[bytes] | None = None
        self.kills = self.drops = self.repeats = self.acknowledged = self.games = 0
        self.url = f"http://127.0.0.1:{args.port}"

    # The server ------------------------------------------------------------------------------

    async def start(self) -> None:
        rowlock = Path(sys.executable).with_name("rowlock")
        environment = os.environ | {
            "ROWLOCK_MESSAGES_PER_SECOND": "100000",
            "ROWLOCK_TABLES_PER_MINUTE": "100000",
            "ROWLOCK_MAX_CONNECTIONS_PER_ADDRESS": "100000",
            "ROWLOCK_REQUESTS_PER_SECOND": "100000",
            "ROWLOCK_LOG_LEVEL": "error",
        }
        self.process = subprocess.Popen(
            [
                *(str(rowlock), "serve", "--no-open", "--host", "127.0.0.1", "--bot-delay", "0"),
                *("--port", str(self.args.port), "--data", self.folder),
            ],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            with contextlib.suppress(OSError):
                await self.get("/readyz")
                return
            await asyncio.sleep(0.05)
        raise RuntimeError("the server does not start")

    async def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1
        await self.start()

    async def killer(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.args.kill_every)
            await self.kill()

    async def get(self, path: str) -> str:
        def fetch() -> str:
            with urllib.request.urlopen(self.url + path, timeout=10) as answer:
                return str(answer.read().decode())

        return await asyncio.to_thread(fetch)

    async def post(self, path: str, body: Any) -> Any:
        def fetch() -> Any:
            data = json.dumps(body).encode()
            request = urllib.request.Request(self.url + path, data, method="POST")
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)

        while True:
            try:
                return await asyncio.to_thread(fetch)
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
            except OSError:
                pass
            await asyncio.sleep(0.1)

    # The games -------------------------------------------------------------------------------

    async def game(self, number: int) -> None:
        variant = VARIANTS[number % len(VARIANTS)]
        options = (
            {"variant": "classic", "cards": True} if variant == "cards" else {"variant": variant}
        )
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "local", "name": "Ben"}, {"kind": "bot"}]
        body = {"options": options, "seats": seats, "seed": "ab" * 16, "start": True}
        made = await self.post("/api/tables", body)
        player = Player(self, made["table"], made["token"])
        async with asyncio.timeout(self.args.patience):
            await player.play()
        await self.check(made["table"], player)
        self.acknowledged += len(player.stands)
        self.games += 1

    async def check(self, table: str, player: Player) -> None:
        while True:
            try:
                text = await self.get(f"/api/tables/{table}/record")
                break
            except OSError:
                await asyncio.sleep(0.1)
        record = read(text)
        game = replay(record)
        assert game.over, table
        verify(record)
        turns = {item.number: item for item in record.items if isinstance(item, Turn | CardTurn)}
        assert sorted(turns) == list(range(1, game.turn + 1)), table
        for (seat, ask), place in player.stands.items():
            turn, action = map(int, ask.split("."))
            possible = player.sent[seat, ask][place:]
            stands = any(_stands(turns[turn], seat, action, moves) for moves in possible)
            assert stands, (table, seat, ask, possible, str(turns[turn]))


def _stands(turn: Turn | CardTurn, seat: int, action: int, moves: list[str]) -> bool:
    """Whether a turn of the record holds this answer of a seat."""
    if action == 0:
        return isinstance(turn, CardTurn) and str(turn.take) == moves[0]
    said = [str(move) for move in turn.columns[seat].moves]
    later = [word for word in said if word.startswith("+")]
    if action == 2:
        return moves[0] in later if moves != ["-"] else not later
    return said[: len(moves)] == moves


class Player:
    """Two seats on one bad connection."""

    def __init__(self, chaos: Chaos, table: str, token: str) -> None:
        self.chaos = chaos
        self.table = table
        self.token = token
        self.rng = random.Random(chaos.rng.random())
        self.seq: int | None = None
        self.over = False
        self.sent: dict[tuple[int, str], list[list[str]]] = {}
        """Every answer to each question, in the order of sending."""
        self.stands: dict[tuple[int, str], int] = {}
        """The last one of them that was acknowledged. A later one that was not may stand too:
        the connection can break between its arrival and its acknowledgement."""

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(*TROUBLE):
                address = self.chaos.url.replace("http", "ws") + "/ws"
                async with connect(address, ping_interval=None, open_timeout=5) as socket:
                    await self.session(socket)
            await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def session(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "version": 1, "table": self.table, "token": self.token}
        await socket.send(json.dumps(hello if self.seq is None else {**hello, "seq": self.seq}))
        number = 0
        waiting: dict[int, tuple[tuple[int, str], int]] = {}
        async with asyncio.timeout(30):
            async for text in socket:
                news = json.loads(text)
                self.note(news, waiting)
                if news["type"] == "bye":
                    return
                if news["type"] != "view":
                    continue
                if self.over:
                    return
                if self.rng.random() < self.chaos.args.drop:
                    self.chaos.drops += 1
                    socket.transport.abort()  # gone without a word
                    return
                for wish in self.wishes(news):
                    number += 1
                    if wish["type"] == "answer":
                        key = (wish["seat"], wish["ask"])
                        answers = self.sent.setdefault(key, [])
                        waiting[number] = (key, len(answers))
                        answers.append(wish["moves"])
                    message = json.dumps({**wish, "id": number})
                    await asyncio.sleep(self.rng.uniform(0, self.chaos.args.delay))
                    await socket.send(message)
                    if self.rng.random() < self.chaos.args.repeat:
                        self.chaos.repeats += 1
                        await socket.send(message)

    def note(self, news: dict[str, Any], waiting: dict[int, tuple[tuple[int, str], int]]) -> None:
        if "seq" in news and news["type"] == "view":
            assert self.seq is None or news["seq"] >= self.seq, "the table went back in time"
            self.seq = news["seq"]
            self.over = news["stage"] == "over"
        if news["type"] == "ack" and news["id"] in waiting:
            key, place = waiting[news["id"]]
            self.stands[key] = place
            self.seq = max(self.seq or 0, news["seq"])

    def wishes(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        if view["phase"] == "roll":
            if view["active"] not in view["you"]["seats"]:
                return []
            return [{"type": "roll", "turn": view["turn"]}]
        wishes = []
        for decision in view["decisions"]:
            if decision["owed"]:
                option = self.choice(decision["legal"])
                moves = [*decision["answer"], option["move"]]
                if option.get("tied"):  # answer the choice along with it
                    moves.append(f"?{'rygb'[self.rng.choice(option['tied'])]}")
                wishes.append(
                    {
                        "type": "answer",
                        "seat": decision["seat"],
                        "ask": decision["ask"],
                        "moves": moves,
                    }
                )
        return wishes

    def choice(self, options: list[dict[str, Any]]) -> dict[str, Any]:
        if self.rng.random() < 0.2:
            return self.rng.choice(options)
        return max(options, key=lambda option: option["gain"])


async def _run(args: argparse.Namespace) -> Chaos:
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(args, folder)
        await chaos.start()
        killer = asyncio.create_task(chaos.killer())
        gate = asyncio.Semaphore(args.at_once)

        async def one(number: int) -> None:
            async with gate:
                await chaos.game(number)
                if sys.stderr.isatty() and chaos.games % 10 == 0:
                    sys.stderr.write(f"\r{chaos.games} games, {chaos.kills} kills ")

        try:
            async with asyncio.TaskGroup() as group:
                for number in range(args.games):
                    group.create_task(one(number))
        finally:
            killer.cancel()
            await asyncio.gather(killer, return_exceptions=True)
            assert chaos.process is not None
            chaos.process.kill()
            chaos.process.wait()
        return chaos


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--kill-every", type=float, default=6.0, metavar="SECONDS")
    parser.add_argument("--drop", type=float, default=0.03, help="chance to drop at each view")
    parser.add_argument("--repeat", type=float, default=0.1, help="chance to send a thing twice")
    parser.add_argument("--delay", type=float, default=0.02, help="longest delay in seconds")
    parser.add_argument("--patience", type=float, default=600.0, help="seconds for a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=18_388)
    args = parser.parse_args()
    begun = time.perf_counter()
    chaos = asyncio.run(_run(args))
    print(
        f"chaos: {chaos.games} games finished and checked in {time.perf_counter() - begun:.0f} s: "
        f"{chaos.kills} kills, {chaos.drops} drops, {chaos.repeats} repeated messages, "
        f"{chaos.acknowledged} acknowledged answers, none lost, none twice"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
