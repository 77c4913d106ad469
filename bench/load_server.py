"""The server of `bench/load.py`, and its processor time and memory."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def start_server(port: int, folder: str, *flags: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "ROWLOCK_MAX_TABLES": "100000",
        "ROWLOCK_MAX_CONNECTIONS": "100000",
        "ROWLOCK_MAX_CONNECTIONS_PER_ADDRESS": "100000",
        "ROWLOCK_TABLES_PER_MINUTE": "1000000",
        "ROWLOCK_MIB_PER_HOUR": "1000000",
        "ROWLOCK_REQUESTS_PER_SECOND": "100000",
        "ROWLOCK_MESSAGES_PER_SECOND": "1000",
        "ROWLOCK_REVIEWS_PER_MINUTE": "1000000",
        "ROWLOCK_WARM_UP": "false",
        "ROWLOCK_LOG_LEVEL": "error",
    }
    command = [sys.executable, "-m", "rowlock", "serve", "--no-open", "--host", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--port", str(port), "--data", folder, *flags],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz")
            return server
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


@contextlib.contextmanager
def on_cores(cores: set[int]) -> Iterator[None]:
    """Context manager: processes started inside run on these processors."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def kept_awake(cores: set[int]) -> Iterator[None]:
    """Context manager: keep these processors busy at idle priority, as other programs would.

    A processor that sleeps for some milliseconds starts with empty caches each time.
    """
    context = multiprocessing.get_context("spawn")
    others = [context.Process(target=_idle_work, args=[core], daemon=True) for core in cores]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.join()


def _idle_work(core: int) -> None:
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while True:
        pass


def family(pid: int) -> list[int]:
    """The ids of a process and its children."""
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
    """Private memory of the processes (RSS without shared pages)."""
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    lines = [line for text in texts for line in text.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
