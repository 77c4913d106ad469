"""A throw-away PostgreSQL server, where its programs are found."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; Debian keeps them off the PATH."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


class Database:
    """An empty server in a folder; as root it runs as the user `postgres`."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._cluster = folder / "data"
        self._cluster.mkdir()
        self._become: dict[str, int] = {}
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(self._cluster, owner.pw_uid, owner.pw_gid)
            self._become = {"user": owner.pw_uid, "group": owner.pw_gid}
        self._port = free_port()
        self.url = f"postgresql://rowlock@127.0.0.1:{self._port}/postgres"
        words = "-U rowlock -A trust --no-sync"
        assert self._launch("initdb", "-D", str(self._cluster), *words.split()).wait() == 0

    def start(self) -> None:
        words = "listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        place = "-D", str(self._cluster), "-p", str(self._port)
        self._server = self._launch("postgres", *place, "-c", *words.split())
        self._wait()

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(60)

    def _launch(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [str(self._programs / program), *words],
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._become,
        )

    def _wait(self) -> None:
        command = [str(self._programs / "pg_isready"), "-h", "127.0.0.1", "-t", "1"]
        command += ["-p", str(self._port)]
        for _ in range(200):
            if subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not start")


@contextlib.contextmanager
def database() -> Iterator[Database]:
    """A new, empty server that runs."""
    found = programs()
    assert found is not None
    with tempfile.TemporaryDirectory(prefix="rowlock-pg-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = Database(found, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of such a server."""
    with database() as server:
        yield server.url


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
