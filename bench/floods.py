"""Measures latencies of an honest player while another address floods the server.

    python -m bench.floods [--seconds 10] [FLOOD ...]

The server runs on one processor. An attacker, who uses everything that the limits allow for one
address, and an honest player with five devices, who sends pings, run on the other. The same
attacker then floods a bare echo server of the same framework. The script reports the honest
player's p99 in both cases, the growth of the server's memory, and its log output per minute. All
traffic stays on the loopback interface.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from rowlock.protocol.base import VERSION

PORT, ECHO_PORT = 18_477, 18_478
TROUBLE = (OSError, WebSocketException, TimeoutError, EOFError)
HELLO = json.dumps({"type": "hello", "version": VERSION})
ATTACKER = ("127.0.0.2", 0)
"""The attacker's address, different from the honest player's."""
HONEST = 5
LANES = 40
"""Busy connections of an attacker; floods with idle connections open as many as the limits
allow."""

ECHO = """
import sys, uvicorn
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            kind = (await receive())["type"]
            await send({"type": kind + ".complete"})
            if kind == "lifespan.shutdown":
                return
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200,
                    "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event.get("text") or ""})
uvicorn.run(app, port=int(sys.argv[1]), log_level="critical", ws="websockets-sansio", http="h11")
"""
ROWLOCK = "import sys; from rowlock.cli.main import main; sys.exit(main())"

# Floods ------------------------------------------------------------------------------------


class Target:
    """Target of a flood: a port, and a finished table with its host's token."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self.port, self.table, self.token = port, table, token
        self.ws = f"ws://127.0.0.1:{port}/ws/{table}"

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=ATTACKER)

    def post(self, path: str, body: str) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
        return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


async def pings(target: Target) -> None:
    """Send hundreds of pings and never read a pong."""
    async with connect(target.ws, ping_interval=None, local_addr=ATTACKER) as socket:
        socket.transport.pause_reading()
        while True:
            socket.transport.write(b"\x89\xfd\0\0\0\0" + b"x" * 125)
            await asyncio.sleep(0.0005)
            if socket.transport.is_closing():
                return


async def streams(target: Target) -> None:
    """Open event streams at a busy table and never read them."""
    _, writer = await target.open()
    writer.transport.pause_reading()  # type: ignore[attr-defined]  # sockets' transports can
    writer.write(target.post(f"/api/tables/{target.table}/stream", HELLO))
    closed = False
    while True:  # events must occur for a stream to grow
        closed = not closed
        body = json.dumps({"type": "close_row", "row": 1, "closed": closed})
        other, sender = await target.open()
        sender.write(target.post(f"/api/tables/{target.table}/send", body))
        await other.read(4096)
        sender.close()
        await asyncio.sleep(5)


async def paths(target: Target) -> None:
    """Request long paths that contain zero bytes."""
    while True:
        reader, writer = await target.open()
        with contextlib.suppress(*TROUBLE):
            while True:
                writer.write(b"GET /%00" + b"x" * 4000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if not await reader.read(4096):
                    break
        writer.close()


async def partial(target: Target) -> None:
    """Send half a request and wait; repeat when the server closes the connection."""
    while True:
        reader, writer = await target.open()
        writer.write(b"POST /api/qr HTTP/1.1\r\nHost: localhost\r\nContent-Le")
        await reader.read()
        writer.close()
        await asyncio.sleep(0.05)


async def rematch(target: Target) -> None:
    """Start rematches of rematches as fast as possible."""
    async with connect(target.ws, ping_interval=None, local_addr=ATTACKER) as socket:
        await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": target.token}))
        while True:
            for kind in ("start", "finish", "rematch"):
                await socket.send(json.dumps({"type": kind}))
            await asyncio.sleep(0.3)


async def hello(target: Target) -> None:
    """Send hello again and again; only the first message may be one."""
    async with connect(target.ws, ping_interval=None, local_addr=ATTACKER) as socket:
        reading = asyncio.create_task(_read(socket))
        try:
            while True:
                await socket.send(HELLO)
                await asyncio.sleep(0.1)
        finally:
            reading.cancel()


async def _read(socket: Any) -> None:
    async for _ in socket:
        pass


async def qr(target: Target) -> None:
    """Request QR codes, each with a different text."""
    number = 0
    while True:
        reader, writer = await target.open()
        with contextlib.suppress(*TROUBLE):
            while True:
                number += 1
                text = json.dumps({"text": f"{id(writer)}-{number}" + "x" * 300})
                writer.write(target.post("/api/qr", text))
                if not await reader.read(65_536):
                    break
        writer.close()


FLOODS: dict[str, tuple[Callable[[Target], Awaitable[None]], int]] = {
    "pings": (pings, LANES),
    "streams": (streams, 200),
    "paths": (paths, LANES),
    "partial": (partial, 249),
    "rematch": (rematch, 5),
    "hello": (hello, LANES),
    "qr": (qr, LANES),
}


def attack(flood: str, target: Target, core: int) -> None:
    """Flood until the process is terminated."""
    os.sched_setaffinity(0, {core})
    do, lanes = FLOODS[flood]

    async def lane() -> None:
        while True:
            with contextlib.suppress(*TROUBLE):
                await do(target)
            await asyncio.sleep(0.1)

    async def every() -> None:
        await asyncio.gather(*(lane() for _ in range(lanes)))

    asyncio.run(every())


# Measurement ---------------------------------------------------------------------------------


async def honest(url: str, messages: list[str], seconds: float) -> list[float]:
    """The latency of each pong in milliseconds."""
    times: list[float] = []
    limit = time.monotonic() + seconds
    async with connect(url, ping_interval=None) as socket:
        for message in messages:
            await socket.send(message)
            await socket.recv()
        while time.monotonic() < limit:
            begun = time.perf_counter()
            mark = f'"id":{len(times) + 1}'
            await socket.send(f'{{"type":"ping",{mark}}}')
            async with asyncio.timeout(seconds):
                while mark not in str(await socket.recv()):
                    pass
            times.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(0.12)
    return times


async def several(url: str, messages: list[str], seconds: float) -> list[float]:
    """Latencies of all devices of an honest player, each within its rate limit."""
    found = await asyncio.gather(*(honest(url, messages, seconds) for _ in range(HONEST)))
    return [one for times in found for one in times]


def p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


@contextlib.contextmanager
def serving(command: list[str], port: int, log: Path, core: int) -> Iterator[int]:
    """Run a server on a processor of its own; yields its process id."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["taskset", "-c", str(core), *command],
            env=os.environ | {"ROWLOCK_WARM_UP": "false"},  # compiling would use memory, too
            stdout=subprocess.DEVNULL,
            stderr=out,
        )
        try:
            for _ in range(300):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
                    break
                time.sleep(0.1)
            if process.poll() is not None:  # another server answered on this port
                raise SystemExit(log.read_text("utf-8"))
            yield process.pid
        finally:
            process.terminate()
            process.wait(20)


def resident_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * 4096 / 2**20


def ask(port: int, path: str, body: Any, token: str = "") -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        json.dumps(body).encode(),
        {"authorization": f"Bearer {token}"},
    )
    return json.loads(urllib.request.urlopen(request, timeout=10).read())


def measured(flood: str, target: Target, url: str, messages: list[str], seconds: float) -> float:
    """The honest player's p99 in milliseconds while the flood runs."""
    attacker = multiprocessing.Process(target=attack, args=(flood, target, 1))
    attacker.start()
    try:
        time.sleep(1)
        return p99(asyncio.run(several(url, messages, seconds)))
    finally:
        attacker.kill()
        attacker.join()


def run(flood: str, seconds: float, folder: Path) -> dict[str, float]:
    log = folder / "server.log"
    command = [sys.executable, "-c", ROWLOCK, "serve", "--no-open", "--host", "127.0.0.1"]
    command += ["--port", str(PORT), "--data", str(folder)]
    with serving(command, PORT, log, 0) as pid:
        real = {"options": {"dice": "real"}, "seats": [{"kind": "me", "name": "Eve"}]}
        made = ask(PORT, "/api/tables", real | {"start": True})
        mine = ask(PORT, "/api/tables", {"options": {}, "seats": [{"kind": "me", "name": "Ann"}]})
        key = json.dumps({"type": "hello", "version": VERSION, "token": mine["token"]})
        url = f"ws://127.0.0.1:{PORT}/ws/{mine['table']}"
        quiet = p99(asyncio.run(several(url, [key], 3)))
        memory, written = resident_mib(pid), log.stat().st_size
        target = Target(PORT, made["table"], made["token"])
        ours = measured(flood, target, url, [key], seconds)
        grown = resident_mib(pid) - memory
        logged = (log.stat().st_size - written) / (seconds + 1) * 60 / 1e6
    echo = [sys.executable, "-c", ECHO, str(ECHO_PORT)]
    with serving(echo, ECHO_PORT, folder / "echo.log", 0):
        target = Target(ECHO_PORT, made["table"], made["token"])
        theirs = measured(flood, target, f"ws://127.0.0.1:{ECHO_PORT}/ws", [], seconds)
    return {"quiet": quiet, "p99": ours, "echo": theirs, "mib": grown, "mb_log": logged}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("floods", nargs="*", metavar="FLOOD", help=", ".join(FLOODS))
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    print("flood     quiet p99   p99   bare echo p99   memory        log")
    for flood in args.floods or FLOODS:
        with tempfile.TemporaryDirectory() as folder:
            found = run(flood, args.seconds, Path(folder))
        print(
            f"{flood:9} {found['quiet']:6.1f} ms {found['p99']:6.1f} ms {found['echo']:8.1f} ms"
            f" {found['mib']:+8.1f} MiB {found['mb_log']:6.2f} MB/min",
            flush=True,
        )


if __name__ == "__main__":
    main()
