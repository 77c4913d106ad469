"""Where the sample balancers send what: by the table, or else by who asks."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.deploy.balancers import balancer
from tests.deploy.proxies import PROXIES

PEOPLE = [f"127.0.0.{number}" for number in range(11, 23)]
"""Addresses of this machine, as if of twelve others."""
TABLES = [f"/api/tables/TABLE{number}" for number in range(12)]


class Server(ThreadingHTTPServer):
    stopping = False


class StandIn(BaseHTTPRequestHandler):
    """Says which server it is. 503 is what a busy desk answers, and a server that is stopping."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        stops = server.stopping and self.path.startswith(("/ws/", "/readyz"))
        self.send_response(503 if stops or self.path.endswith("/review") else 200)
        body = str(server.server_port).encode()
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextlib.contextmanager
def three() -> Iterator[list[Server]]:
    servers = [Server(("127.0.0.1", 0), StandIn) for _ in range(3)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield servers
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def ask(front: str, path: str, person: str) -> tuple[int, str]:
    with contextlib.closing(HTTPConnection(front, timeout=60, source_address=(person, 0))) as line:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("name", PROXIES)
def test_everybody_at_a_table_meets_and_everything_else_goes_by_who_asks(
    name: str, tmp_path: Path
) -> None:
    with three() as servers:
        addresses = [f"127.0.0.1:{server.server_port}" for server in servers]
        with balancer(name, tmp_path, addresses) as front:

            def where(path: str, person: str) -> str:
                return ask(front, path, person)[1]

            table = {path: where(path, PEOPLE[0]) for path in TABLES}
            assert len(set(table.values())) > 1
            for person in PEOPLE:
                assert where(TABLES[0], person) == table[TABLES[0]]
                assert where("/ws/TABLE0", person) == table[TABLES[0]]
            home = {person: where("/", person) for person in PEOPLE}
            assert len(set(home.values())) > 1
            assert home == {person: where("/api/tables", person) for person in PEOPLE}

            assert ask(front, f"{TABLES[0]}/review", PEOPLE[0])[0] == 503
            assert {path: where(path, PEOPLE[0]) for path in TABLES} == table


@pytest.mark.parametrize("name", PROXIES)
def test_a_socket_refused_by_a_stopping_server_reaches_another_one(
    name: str, tmp_path: Path
) -> None:
    with three() as servers:
        addresses = [f"127.0.0.1:{server.server_port}" for server in servers]
        with balancer(name, tmp_path, addresses) as front:
            _, first = ask(front, "/ws/TABLE0", PEOPLE[0])
            stopping = next(server for server in servers if str(server.server_port) == first)
            stopping.stopping = True
            limit = time.monotonic() + 60
            while ask(front, "/ws/TABLE0", PEOPLE[0])[0] == 503:
                assert time.monotonic() < limit
                time.sleep(0.1)
            assert ask(front, "/ws/TABLE0", PEOPLE[0])[1] != first
