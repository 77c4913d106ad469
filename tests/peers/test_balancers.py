"""Servers behind the sample balancers: who sits at a table meets in one process."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock.server.peers.leases import Leases
from tests.deploy.proxies import DEPLOY, PROXIES
from tests.server.databases import free_port
from tests.server.player import player
from tests.server.running import Running, running

SEVERAL = DEPLOY / "several"


def nginx(folder: Path, port: int, servers: list[Running]) -> list[str]:
    text = (SEVERAL / "nginx.conf").read_text("utf-8")
    text = text.replace("listen 8377;", f"listen 127.0.0.1:{port};")
    for number, server in enumerate(servers, 1):
        text = text.replace(f"server{number}:8377", server.url.removeprefix("http://"))
    text = re.sub(r"\n *server server\d.*", "", text)
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = folder / "nginx.conf"
    head = f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
    conf.write_text(f"{head} http {{ access_log off; {places}\n{text}\n}}")
    return ["/usr/sbin/nginx", "-p", str(folder), "-c", str(conf), "-e", f"{folder}/errors"]


def caddy(folder: Path, port: int, servers: list[Running]) -> list[str]:
    text = (SEVERAL / "Caddyfile").read_text("utf-8")
    text = text.replace("play.example.org {", f"http://127.0.0.1:{port} {{")
    hosts = " ".join(server.url.removeprefix("http://") for server in servers)
    text = re.sub(r"(?:127\.0\.0\.1:837\d ?)+\{", f"{hosts} {{", text)
    conf = folder / "Caddyfile"
    conf.write_text("{\n\tadmin off\n}\n" + text)
    return ["caddy", "run", "--config", str(conf), "--adapter", "caddyfile"]


@contextlib.contextmanager
def behind(name: str, folder: Path, servers: list[Running]) -> Iterator[Running]:
    """A stand-in for a server that is a balancer before all of them."""
    port = free_port()
    command = {"nginx": nginx, "caddy": caddy}[name](folder, port, servers)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as proxy:
        try:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                assert proxy.poll() is None, proxy.stderr and proxy.stderr.read()
                time.sleep(0.1)
            front = Running(servers[0].server, servers[0].settings)
            front.url, front.ws = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}/ws"
            with contextlib.closing(front.http):
                yield front
        finally:
            proxy.terminate()
            proxy.communicate()


def leases(server: Running) -> Leases:
    return server.server._app.services.leases


@pytest.mark.parametrize("name", PROXIES)
def test_players_of_a_table_meet_in_one_process_and_nothing_is_passed_on(
    name: str, database: str, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"database": database, "lease_seconds": 60.0}
    options["trusted_proxies"] = ["127.0.0.1"]
    with (
        running(**options) as one,
        running(**options) as other,
        behind(name, tmp_path, [one, other]) as front,
    ):

        async def meet(number: int) -> None:
            made = front.create("me:Ann", "open")
            key = front.join(made["table"], f"Ben {number}")["token"]
            async with (
                player(front, made["table"], made["token"]) as ann,
                player(front, made["table"], key) as ben,
            ):
                for each in (ann, ben):
                    await each.until_view(
                        lambda view: all(s.get("connected") for s in view["seats"])
                    )
                assert made["table"] in {*rooms(one), *rooms(other)}

        for number in range(6):
            asyncio.run(meet(number))
        assert sum(leases(server).hops["socket"] for server in (one, other)) == 0


def rooms(server: Running) -> set[str]:
    return set(server.server._app.services.rooms.rooms)
