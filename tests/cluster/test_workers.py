"""Several workers behind one port."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from rowlock.cli.main import main
from rowlock.errors import Unreadable
from rowlock.server.config import Settings
from rowlock.server.process.network_addresses import worker_url
from rowlock.server.workers.connection_hash import best, is_whole, subject
from rowlock.server.workers.parent import Parent
from tests.cluster.processes import PATIENCE_S, Process, processes, wait_for
from tests.cluster.test_takeover import say, seat
from tests.server.databases import free_port


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("GET /ws/KFDP7MRX HTTP/1.1", "KFDP7MRX"),
        ("GET /rowlock/ws/KFDP7MRX HTTP/1.1", "KFDP7MRX"),
        ("POST /api/tables/KFDP7MRX/send?x=1 HTTP/1.1", "KFDP7MRX"),
        ("GET /api/tables/KFDP7MRX?x=1 HTTP/1.1", "KFDP7MRX"),
        ("GET /t/KFDP7MRX HTTP/1.1", "KFDP7MRX"),
        ("POST /api/tables HTTP/1.1", "192.0.2.1"),
        ("GET / HTTP/1.1", "192.0.2.1"),
        ("\x16\x03\x01", "192.0.2.1"),
    ],
)
def test_a_connection_is_routed_by_table_or_by_client(line: str, about: str) -> None:
    head = f"{line}\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1, 198.51.100.2\r\n\r\n".encode()
    assert subject(head, "192.0.2.1", ()) == about.encode()
    behind = "198.51.100.2" if about == "192.0.2.1" else about
    assert subject(head, "192.0.2.1", ["192.0.2.1"]) == behind.encode()
    behind_both = "198.51.100.1" if about == "192.0.2.1" else about
    assert subject(head, "192.0.2.1", ["192.0.2.1", "198.51.100.2"]) == behind_both.encode()


@pytest.mark.parametrize(
    ("trusted", "about"),
    [("192.0.2.0/24", "198.51.100.2"), ("*", "198.51.100.1"), ("198.51.100.0/24", "192.0.2.1")],
)
def test_proxies_can_be_a_whole_network(trusted: str, about: str) -> None:
    settings = Settings(trusted_proxies=[trusted], workers=1)
    head = b"GET / HTTP/1.1\r\nX-Forwarded-For: 198.51.100.1, 198.51.100.2\r\n\r\n"
    with socket.socket() as listener:
        parent = Parent(settings, listener)
        assert parent.about(head, "192.0.2.1") == about.encode()
        parent.shut_doors()


def test_nobody_waits_for_a_line_that_never_ends() -> None:
    assert not is_whole(b"GET /ws/KFDP")
    assert is_whole(b"GET / HTTP/1.1\r\n")
    assert is_whole(b"x" * 4096)


def test_a_dead_workers_tables_move_and_no_others() -> None:
    names = [b"TABLE%d" % n for n in range(300)]
    before = {name: best(name, range(3))[0] for name in names}
    after = {name: best(name, (0, 2))[0] for name in names}
    assert {before[name] for name in names} == {0, 1, 2}
    assert all(after[name] == before[name] for name in names if before[name] != 1)


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "2", "--check"]) == 2
    assert "2 workers need PostgreSQL" in capsys.readouterr().err


def test_workers_have_their_ports_from_that_of_the_peer_url_on_but_not_the_public_one() -> None:
    public = free_port()
    with socket.socket() as listener:
        settings = Settings(host="127.0.0.1", port=public, workers=3)
        settings.peer_url = f"http://127.0.0.1:{public}"
        parent = Parent(settings, listener)
        ports = [door.getsockname()[1] for door in parent.doors]
        parent.shut_doors()
    assert len(set(ports)) == 3
    assert min(ports) > public
    assert worker_url(settings, ports[0]) == f"http://127.0.0.1:{ports[0]}"
    far = Settings(peer_url="http://[fd00::7]:8377")
    assert worker_url(far, 8378) == "http://[fd00::7]:8378"
    assert worker_url(Settings(), 8378) == "http://127.0.0.1:8378"


def test_workers_beyond_the_last_port_are_refused() -> None:
    settings = Settings(host="127.0.0.1", port=65_535, workers=3)
    with socket.socket() as listener, pytest.raises(Unreadable, match="too few ports"):
        Parent(settings, listener)


def ready(server: Process) -> dict[str, int]:
    """The addresses of workers by which they know each other, and their process ids."""
    text = server.log.read_text()
    found = re.findall(r"worker_ready.*?peer_url=(\S+) pid=(\d+)", _plain(text))
    return {address: int(number) for address, number in found}


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def owned(address: str) -> int:
    """How many tables a worker has."""
    found = re.search(r"^rowlock_leases (\d+)", httpx.get(f"{address}/metrics").text, re.M)
    assert found is not None
    return int(found[1])


def test_two_workers_share_a_port_and_one_that_dies_is_replaced(
    database: str, tmp_path: Path
) -> None:
    flags = "--workers", "2", "--peer-url", f"http://localhost:{free_port()}"
    with processes(1, database, tmp_path, *flags, metrics="yes") as (server,):
        made = [server.create("Ann", "Ben") for _ in range(16)]

        async def play() -> None:
            for each in made:
                async with seat(server, each) as (socket, view):
                    assert view["stage"] == "playing"
                    assert (await say(socket, "here"))["type"] == "ack"

        asyncio.run(play())
        workers = ready(server)
        assert {urlsplit(address).hostname for address in workers} == {"localhost"}
        leases = [owned(address) for address in workers]
        assert len(leases) == 2
        assert sum(leases) == 16
        assert all(leases), "all tables have come to one worker"
        os.kill(workers.popitem()[1], signal.SIGKILL)
        wait_for(lambda: "worker_died" in server.log.read_text())
        asyncio.run(play())
        wait_for(lambda: len(set(ready(server).values()) - set(workers.values())) == 1)
        assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE_S).json()["ok"]
