"""The echo server with which `bench/load.py` compares: the same framework without a game."""

from __future__ import annotations

import asyncio
import random
import socket
import subprocess
import sys
import time

import msgspec
import uvloop

from bench.load_server import cpu_seconds
from bench.quick_socket import QuickSocket, open_socket

_SERVER = """
import sys, uvicorn
async def app(scope, receive, send):
    if scope['type'] != 'websocket': return
    await receive()
    await send({'type': 'websocket.accept'})
    while True:
        event = await receive()
        if event['type'] != 'websocket.receive': return
        await send({'type': 'websocket.send', 'text': event['text']})
uvicorn.run(app, port=int(sys.argv[1]), ws='websockets-sansio', lifespan='off',
            ws_per_message_deflate=False, log_level='error')
"""


def start_echo(port: int) -> subprocess.Popen[bytes]:
    server = subprocess.Popen([sys.executable, "-c", _SERVER, str(port)])
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the echo server did not start")


def echo_cost(
    server: subprocess.Popen[bytes], port: int, sockets: int, rate: float, seconds: float
) -> float:
    """Processor time of the echo server per message in microseconds, with the same number of
    connections and of messages per second (both directions together)."""
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_echo(server.pid, port, sockets, rate, seconds))
    finally:
        server.terminate()
        server.wait(10)


class _Client:
    """A client that sends a message at random intervals."""

    answers = 0

    def __init__(self, port: int, pause: float) -> None:
        self._port, self._pause = port, pause
        self._text = msgspec.json.encode(
            {"type": "answer", "seat": 0, "ask": "12.1", "moves": ["r5"], "id": 12}
        )
        self.socket: QuickSocket | None = None

    async def begin(self) -> None:
        self.socket = await open_socket(self._port, "/", self._heard)
        self._later()

    def _later(self) -> None:
        wait = random.uniform(0, 2) * self._pause
        asyncio.get_running_loop().call_later(wait, self._say)

    def _say(self) -> None:
        assert self.socket is not None
        self.socket.send(self._text)

    def _heard(self, _: bytes) -> None:
        _Client.answers += 1
        self._later()


async def _echo(pid: int, port: int, sockets: int, rate: float, seconds: float) -> float:
    pause = 2 * sockets / rate
    clients = [_Client(port, pause) for _ in range(sockets)]
    for client in clients:
        await client.begin()
    await asyncio.sleep(pause)
    begun, before = cpu_seconds([pid]), _Client.answers
    await asyncio.sleep(seconds)
    cost = 1e6 * (cpu_seconds([pid]) - begun) / (2 * (_Client.answers - before))
    for client in clients:
        assert client.socket is not None
        client.socket.close()
    return cost
