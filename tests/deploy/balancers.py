"""The sample files for several servers, run by the balancers they are for."""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.deploy.proxies import DEPLOY
from tests.server.databases import free_port

SEVERAL = DEPLOY / "several"


def nginx(folder: Path, port: int, servers: list[str]) -> list[str]:
    text = (SEVERAL / "nginx.conf").read_text("utf-8")
    text = text.replace("listen 8377;", f"listen 127.0.0.1:{port};")
    for number, server in enumerate(servers, 1):
        text = text.replace(f"server{number}:8377", server)
    text = re.sub(r"\n *server server\d.*", "", text)
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = folder / "nginx.conf"
    head = f"daemon off; pid {folder}/pid; error_log {folder}/errors;"
    head += " worker_rlimit_nofile 20000; events { worker_connections 10000; }"
    conf.write_text(f"{head} http {{ access_log off; {places}\n{text}\n}}")
    return ["/usr/sbin/nginx", "-p", str(folder), "-c", str(conf), "-e", f"{folder}/errors"]


def caddy(folder: Path, port: int, servers: list[str]) -> list[str]:
    text = (SEVERAL / "Caddyfile").read_text("utf-8")
    text = text.replace("play.example.org {", f"http://127.0.0.1:{port} {{")
    hosts = " ".join(servers)
    text = re.sub(r"(?:127\.0\.0\.1:837\d ?)+\{", f"{hosts} {{", text)
    conf = folder / "Caddyfile"
    conf.write_text("{\n\tadmin off\n}\n" + text)
    return ["caddy", "run", "--config", str(conf), "--adapter", "caddyfile"]


@contextlib.contextmanager
def balancer(name: str, folder: Path, servers: list[str]) -> Iterator[str]:
    """The address of a balancer before servers, each HOST:PORT."""
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
            yield f"127.0.0.1:{port}"
        finally:
            proxy.terminate()
            proxy.communicate()
