"""The parent process: starts workers, restarts those that die, and hands connections to them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from urllib.parse import urlsplit

import msgspec

from rowlock.errors import Unreadable
from rowlock.server.bots.levels import levels
from rowlock.server.bots.worker import processes_here
from rowlock.server.config import Settings
from rowlock.server.limits.ip_ranges import IpRanges
from rowlock.server.monitoring.logging import logger
from rowlock.server.process.file_limit import raise_file_limit
from rowlock.server.process.listener import bind
from rowlock.server.process.network_addresses import worker_host
from rowlock.server.workers.child import LEAVING, work
from rowlock.server.workers.connection_hash import (
    PEEK,
    best,
    is_whole,
    subject,
)

FIRST_LINE_S = 1.0
"""Seconds to wait for the first line of a request; after that, any worker gets the connection."""
LOOK_AGAIN_S = 0.02
START_AGAIN_S = 1.0
STOP_WITHIN_S = 20.0


class WorkerProcess:
    """A worker process as seen by the parent."""

    def __init__(self, number: int, text: bytes, listener: socket.socket) -> None:
        self.number = number
        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        os.environ["PYTHONSAFEPATH"] = "1"  # it does not import from the current folder either
        context = get_context("spawn")
        self.process: SpawnProcess = context.Process(
            target=work, args=(text, theirs, listener), name=f"rowlock-worker-{number}"
        )
        self.process.start()
        theirs.close()
        self.heard = -float("inf")
        """Time of its last heartbeat."""

    def listen(self) -> None:
        """Read its heartbeats."""
        with contextlib.suppress(BlockingIOError):
            words = self.line.recv(1024)
            self.heard = time.monotonic() if words and LEAVING not in words else -float("inf")

    def hand(self, client: socket.socket) -> bool:
        """Hand a connection over; False if the worker does not take it."""
        try:
            socket.send_fds(self.line, [b"c"], [client.fileno()])
        except OSError:
            return False
        return True

    def end(self) -> None:
        if self.process.pid is not None and self.process.exitcode is None:
            os.kill(self.process.pid, signal.SIGTERM)


class Parent:
    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._text = msgspec.json.encode(_share_of(settings))
        self.doors = _doors(settings)
        """Ports at which workers reach each other. A restarted worker gets the same one, and so
        replaces the previous one immediately."""
        self._proxies = IpRanges(settings.trusted_proxies)
        self._workers: dict[int, WorkerProcess] = {}
        self._aiming: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    async def run(self, ready: Callable[[], None]) -> None:
        """Serve until a signal comes; `ready` is called when every worker has sent a heartbeat."""
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(ending, self._stopping.set)
        for number in range(self._settings.workers):
            self._start(number)
        try:
            while len(self._well()) < self._settings.workers and not self._stopping.is_set():
                self._refuse_if_one_is_dead()
                await asyncio.sleep(LOOK_AGAIN_S)
            self._listener.setblocking(False)
            self._listener.listen(2048)
            loop.add_reader(self._listener, self._accept)
            if not self._stopping.is_set():
                ready()
            while not self._stopping.is_set():
                self._replace_the_dead()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), START_AGAIN_S)
        finally:
            loop.remove_reader(self._listener)
            self._listener.close()
            await self._end()

    # Workers ----------------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        worker = self._workers[number] = WorkerProcess(number, self._text, self.doors[number])
        asyncio.get_running_loop().add_reader(worker.line, worker.listen)

    def _refuse_if_one_is_dead(self) -> None:
        """Raise if a worker died before it was ready: the next one would die as well."""
        for worker in self._workers.values():
            if worker.process.exitcode is not None:
                message = f"worker {worker.number} did not start; the log above says why"
                raise Unreadable("bad_setting", message)

    def _replace_the_dead(self) -> None:
        for number, worker in list(self._workers.items()):
            if worker.process.exitcode is not None:
                logger.error("worker_died", worker=number, status=worker.process.exitcode)
                self._forget(worker)
                self._start(number)

    def _forget(self, worker: WorkerProcess) -> None:
        asyncio.get_running_loop().remove_reader(worker.line)
        worker.line.close()

    def _well(self) -> list[int]:
        """Workers with a heartbeat within the last lease."""
        since = time.monotonic() - self._settings.lease_seconds
        return [number for number, worker in self._workers.items() if worker.heard > since]

    async def _end(self) -> None:
        for worker in self._workers.values():
            worker.end()
        for worker in self._workers.values():
            await asyncio.to_thread(worker.process.join, STOP_WITHIN_S)
            if worker.process.exitcode is None:
                worker.process.kill()
            self._forget(worker)
        self.shut_doors()

    def shut_doors(self) -> None:
        for door in self.doors:
            door.close()

    # Connections ------------------------------------------------------------------------------

    def _accept(self) -> None:
        try:
            client, address = self._listener.accept()
        except OSError:
            return  # it has gone again, or too many files are open
        client.setblocking(False)
        task = asyncio.get_running_loop().create_task(self._aim(client, str(address[0])))
        self._aiming.add(task)
        task.add_done_callback(self._aiming.discard)

    def about(self, head: bytes, address: str) -> bytes:
        """The text whose hash chooses the worker of a connection."""
        return subject(head, address, self._proxies)

    async def _aim(self, client: socket.socket, address: str) -> None:
        with client:
            head = await _first_bytes(client)
            if head is None:
                return
            for number in best(self.about(head, address), self._well()):
                if self._workers[number].hand(client):
                    return


async def _first_bytes(client: socket.socket) -> bytes | None:
    """The first bytes of a connection, without removing them; None if it was closed."""
    head = b""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FIRST_LINE_S):
            await _something(client)
            while not is_whole(head):
                try:
                    head = client.recv(PEEK, socket.MSG_PEEK)
                except OSError:
                    return None
                if not head:
                    return None
                if not is_whole(head):
                    await asyncio.sleep(LOOK_AGAIN_S)
    return head


async def _something(client: socket.socket) -> None:
    """Wait until there is something to read."""
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    loop.add_reader(client, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(client)


def _doors(settings: Settings) -> list[socket.socket]:
    """A free port per worker, after the public one or from that of `peer_url`."""
    found: list[socket.socket] = []
    port = (urlsplit(settings.peer_url).port or settings.port + 1) - 1
    while len(found) < settings.workers:
        if port >= 65_535:
            message = f"there are too few ports for {settings.workers} workers up to {port}"
            raise Unreadable("bad_setting", message)
        wanted = Settings(host=worker_host(settings), port=port + 1)
        door = bind(wanted, search=True)
        port = wanted.port
        if port == settings.port:  # the public port is bound, but not listening yet
            door.close()
        else:
            found.append(door)
    return found


def _share_of(settings: Settings) -> Settings:
    """The settings of each worker, with its share of limits and processors."""
    number = settings.workers
    bots = processes_here(settings.bot_processes)
    return msgspec.structs.replace(
        settings,
        servers=settings.servers * number,
        bot_processes=-(-bots // number),
        workers=1,
        open_browser=False,
    )


def run_workers(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    levels(settings.bots)  # an invalid bot is refused here once, instead of in each worker
    raise_file_limit()
    asyncio.run(Parent(settings, listener).run(ready))
