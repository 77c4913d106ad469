"""A throw-away PostgreSQL server, where its programs are found."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
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


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of a new, empty server; as root it runs as the user `postgres`."""
    folder = programs()
    assert folder is not None
    with tempfile.TemporaryDirectory(prefix="rowlock-pg-") as name:
        data = Path(name)
        data.chmod(0o755)
        cluster = data / "data"
        cluster.mkdir()
        owner = None
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(cluster, owner.pw_uid, owner.pw_gid)
        port = free_port()
        become = {"user": owner.pw_uid, "group": owner.pw_gid} if owner else {}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [folder / "initdb", "-D", cluster, "-U", "rowlock", "-A", "trust", "--no-sync"],
            check=True,
            cwd="/",
            **quiet,
            **become,  # type: ignore[call-overload]
        )
        command = [
            folder / "postgres",
            "-D",
            cluster,
            "-p",
            str(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
        ]
        server = subprocess.Popen(command, cwd="/", **quiet, **become)  # type: ignore[call-overload]
        try:
            url = f"postgresql://rowlock@127.0.0.1:{port}/postgres"
            _wait(folder, port)
            yield url
        finally:
            server.terminate()
            server.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(folder: Path, port: int) -> None:
    command = [str(folder / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-t", "1"]
    for _ in range(200):
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL does not start")
