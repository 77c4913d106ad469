"""How many players one core holds: python bench/load.py [--tables 400] [--seconds 60]

Starts a server and, in processes of their own, players: five at each table, each answering within
about five seconds as people do. Every move is stored. Reported are the time from sending an answer
to its acknowledgement, the server's processor time for each message (received or sent), the same
for a bare echo of the same framework measured beside it, and memory for each player.

With `--servers 2` it is `rowlock serve --workers 2` on a new PostgreSQL server, and processor time
and memory are those of all its processes together (without the database).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.sealing import Sealing
from rowlock.server.protocol.base import VERSION

SEATS = 5
WARM_UP = 2
"""Answers that everybody gives before the measuring begins."""
PORT = 18_377


class Count:
    """What the players of one process saw."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.received = 0
        self.sent = 0
        self.games = 0
        self.problems = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=5.0, help="seconds for an answer, on average")
    parser.add_argument("--workers", type=int, default=1, help="processes with players")
    parser.add_argument("--servers", type=int, default=0, help="on PostgreSQL, so many processes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = load(args)
    echo = echo_cost(figures["players"], figures["messages_per_s"])
    figures["echo_us_per_message"] = echo
    figures["cost_ratio"] = figures["cpu_us_per_message"] / echo
    if args.json:
        print(json.dumps(figures))
        return
    print(f"{figures['players']} players on {figures['tables']} tables for {args.seconds:.0f} s")
    print(
        f"answers: {figures['answers']}, p50 {figures['p50_ms']:.1f} ms, "
        f"p99 {figures['p99_ms']:.1f} ms, worst {figures['max_ms']:.1f} ms"
    )
    print(
        f"server: {figures['cpu_share']:.0%} of a core, "
        f"{figures['cpu_us_per_message']:.1f} us a message "
        f"(bare echo {echo:.1f}: ratio {figures['cost_ratio']:.2f}), "
        f"{figures['kib_per_player']:.1f} KiB a player"
    )
    print(f"games finished: {figures['games']}, refused or lost: {figures['problems']}")


# The server -----------------------------------------------------------------------------------


def start_server(folder: str, *flags: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "ROWLOCK_MAX_CONNECTIONS_PER_ADDRESS": "100000",
        "ROWLOCK_TABLES_PER_MINUTE": "1000000",
        "ROWLOCK_REQUESTS_PER_SECOND": "100000",
        "ROWLOCK_REVIEWS_PER_MINUTE": "1000000",
        "ROWLOCK_LOG_LEVEL": "error",
    }
    rowlock = str(Path(sys.executable).with_name("rowlock"))
    command = [rowlock, "serve", "--no-open", "--host", "127.0.0.1", "--port", str(PORT)]
    server = subprocess.Popen(
        [*command, "--data", folder, *flags], env=environment, stdout=subprocess.DEVNULL
    )
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz")
            return server
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server does not start")


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """A process and its children."""
    found = [pid]
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int(_stat(int(path.name))[1]) == pid:
                found.append(int(path.name))
    return found


def cpu_seconds(pids: list[int]) -> float:
    fields = [_stat(pid) for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def memory_kib(pids: list[int]) -> int:
    """Memory of the processes alone (RSS without what they share)."""
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    lines = [line for text in texts for line in text.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def load(args: argparse.Namespace) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        flags: list[str] = []
        if args.servers:
            from tests.server.databases import postgres

            database = stack.enter_context(postgres())
            flags = ["--database", database, "--workers", str(args.servers)]
        server = start_server(folder, *flags)
        try:
            return measured(args, family(server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def measured(args: argparse.Namespace, pids: list[int]) -> dict[str, Any]:
    empty = memory_kib(pids)
    context = multiprocessing.get_context("spawn")
    share = args.tables // args.workers
    ready, go = context.Semaphore(0), context.Event()
    counts = context.Queue()
    workers = [
        context.Process(target=players, args=(share, args.pace, args.seconds, ready, go, counts))
        for _ in range(args.workers)
    ]
    for worker in workers:
        worker.start()
    for _ in workers:
        ready.acquire()
    go.set()
    time.sleep(WARM_UP * args.pace)
    begun, cpu = time.perf_counter(), cpu_seconds(pids)
    time.sleep(args.seconds)
    cpu, wall = cpu_seconds(pids) - cpu, time.perf_counter() - begun
    full = memory_kib(pids)
    results = [counts.get() for _ in workers]
    for worker in workers:
        worker.join()
    latencies = sorted(x for result in results for x in result["latencies"])
    messages = sum(result["received"] + result["sent"] for result in results)
    rate = messages / args.seconds
    return {
        "tables": share * args.workers,
        "players": share * args.workers * SEATS,
        "answers": len(latencies),
        "p50_ms": 1000 * latencies[len(latencies) // 2],
        "p99_ms": 1000 * latencies[int(len(latencies) * 0.99)],
        "max_ms": 1000 * latencies[-1],
        "messages_per_s": rate,
        "cpu_share": cpu / wall,
        "cpu_us_per_message": 1e6 * cpu / wall / rate,
        "kib_per_player": (full - empty) / (share * args.workers * SEATS),
        "games": sum(result["games"] for result in results),
        "problems": sum(result["problems"] for result in results),
    }


# The players ----------------------------------------------------------------------------------


def players(tables: int, pace: float, seconds: float, ready: Any, go: Any, counts: Any) -> None:
    count = Count()
    gc.disable()  # its pauses would count as the server's
    asyncio.run(_players(tables, pace, seconds, ready, go, count))
    counts.put(vars(count))


def post(path: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}{path}", json.dumps(body).encode(), method="POST"
    )
    return json.load(urllib.request.urlopen(request))


async def _players(
    tables: int, pace: float, seconds: float, ready: Any, go: Any, count: Count
) -> None:
    started = asyncio.Event()
    people: list[asyncio.Task[None]] = []
    for number in range(tables):
        seats = [{"kind": "me", "name": "P1"}, *({"kind": "open"} for _ in range(SEATS - 1))]
        made = post("/api/tables", {"options": {}, "seats": seats, "seals": True})
        keys = [made["token"]]
        for seat in range(2, SEATS + 1):
            path = f"/api/tables/{made['table']}/join"
            keys.append(post(path, {"name": f"P{seat}", "seals": True})["token"])
        for seat, key in enumerate(keys):
            player = _player(made["table"], key, seat == 0, pace, started, count)
            people.append(asyncio.create_task(player))
        if number % 10 == 9:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    ready.release()
    await asyncio.to_thread(go.wait)
    started.set()
    await asyncio.sleep(WARM_UP * pace)
    count.latencies.clear()
    count.received = count.sent = 0
    await asyncio.sleep(seconds)
    seen = (count.received, count.sent, count.latencies.copy())
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    count.received, count.sent, count.latencies = seen


class Brief(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: int = 0
    table: str = ""
    stage: str = ""
    phase: str = ""
    turn: int = 0
    active: int = -1
    you: dict[str, Any] = {}
    fair: dict[str, Any] = {}
    decisions: list[dict[str, Any]] = []


_brief = msgspec.json.Decoder(Brief).decode


async def _player(
    table: str,
    key: str,
    host: bool,
    pace: float,
    started: asyncio.Event,
    count: Count,
) -> None:
    sent: dict[int, float] = {}
    number = 0
    done: set[str] = set()
    sealing = Sealing()
    address = f"ws://127.0.0.1:{PORT}/ws/{table}"
    async with connect(address, compression=None, ping_interval=None) as socket:

        async def say(message: dict[str, Any]) -> None:
            nonlocal number
            number += 1
            sent[number] = time.perf_counter()
            await socket.send(json.dumps({**message, "id": number}))
            count.sent += 1

        async def later(message: dict[str, Any]) -> None:
            await asyncio.sleep(random.uniform(0.2, 1.8) * pace)
            with contextlib.suppress(ConnectionClosed):  # the measuring is over
                await say(message)

        await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": key}))
        tasks: set[asyncio.Task[None]] = set()
        if host:
            waiter = asyncio.create_task(_start(started, pace, say))
            tasks.add(waiter)
        async for text in socket:
            news = _brief(text)
            if started.is_set():
                count.received += 1
            if news.type == "ack":
                count.latencies.append(time.perf_counter() - sent.pop(news.id))
            elif news.type in ("refused", "bye"):
                count.problems += 1
            if news.type != "view":
                continue
            if news.stage == "over":
                count.games += news.you["host"]
                continue
            if due := sealing.answer(msgspec.structs.asdict(news)):
                await socket.send(json.dumps(due))
            wish: dict[str, Any] | None = None
            if news.stage == "playing" and news.phase == "roll":
                if news.active in news.you["seats"]:
                    wish = {"type": "roll", "turn": news.turn}
            elif news.decisions and news.decisions[0]["owed"]:
                ask = news.decisions[0]
                best = max(ask["legal"], key=lambda option: option["gain"])
                wish = {"type": "answer", "seat": ask["seat"], "ask": ask["ask"]}
                wish["moves"] = [*ask["answer"], best["move"]]
            if wish is None:
                continue
            name = str(wish)
            if name not in done:
                done.add(name)
                task = asyncio.create_task(later(wish))
                tasks.add(task)
                task.add_done_callback(tasks.discard)


async def _start(started: asyncio.Event, pace: float, say: Any) -> None:
    await started.wait()
    await asyncio.sleep(random.uniform(0, pace))
    await say({"type": "start"})


# The bare echo --------------------------------------------------------------------------------


def echo_cost(sockets: int, rate: float, seconds: float = 15.0) -> float:
    """Processor time of a bare echo for a message, in microseconds: the same server, as many
    connections, as many messages a second in both directions together."""
    source = (
        "import uvicorn\n"
        "async def app(scope, receive, send):\n"
        "    if scope['type'] != 'websocket': return\n"
        "    await receive()\n"
        "    await send({'type': 'websocket.accept'})\n"
        "    while True:\n"
        "        event = await receive()\n"
        "        if event['type'] != 'websocket.receive': return\n"
        "        await send({'type': 'websocket.send', 'text': event['text']})\n"
        f"uvicorn.run(app, port={PORT + 1}, ws='websockets-sansio', lifespan='off',\n"
        "            ws_per_message_deflate=False, log_level='error')\n"
    )
    server = subprocess.Popen([sys.executable, "-c", source])
    try:
        time.sleep(2)
        return asyncio.run(_echo(server.pid, sockets, rate, seconds))
    finally:
        server.terminate()
        server.wait(10)


async def _echo(pid: int, sockets: int, rate: float, seconds: float) -> float:
    text = json.dumps({"type": "answer", "seat": 0, "ask": "12.1", "moves": ["r5"]})
    pause = 2 * sockets / rate
    count = 0

    async def client(socket: ClientConnection) -> None:
        nonlocal count
        while True:
            await asyncio.sleep(random.uniform(0, 2) * pause)
            await socket.send(text)
            await socket.recv()
            count += 2

    address = f"ws://127.0.0.1:{PORT + 1}/"
    clients = []
    for _ in range(sockets):
        socket = await connect(address, compression=None, ping_interval=None)
        clients.append(asyncio.create_task(client(socket)))
    await asyncio.sleep(pause)
    begun, before = cpu_seconds([pid]), count
    await asyncio.sleep(seconds)
    cost = 1e6 * (cpu_seconds([pid]) - begun) / (count - before)
    for each in clients:
        each.cancel()
    await asyncio.gather(*clients, return_exceptions=True)
    return cost


if __name__ == "__main__":
    main()
