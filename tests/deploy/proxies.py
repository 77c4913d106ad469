"""The sample files of `deploy/`, run by the proxies they are for, in front of a stand-in."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
PROXIES = [name for name in ("nginx", "caddy") if shutil.which(name, path="/usr/sbin:/usr/bin")]
"""Those that are installed here."""


class Secret(BaseHTTPRequestHandler):
    """Answers everything, as a server with metrics would."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"rowlock_tables 1")

    def log_message(self, format: str, *args: object) -> None:
        pass


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def nginx_conf(folder: Path, port: int, server: int, *, below: bool) -> list[str]:
    """The sample inside an http block, without certificates; how to start it."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    text = re.sub(r"\n *ssl_certificate.*", "", text).replace(
        "127.0.0.1:8377", f"127.0.0.1:{server}"
    )
    if below:
        text = text.replace("location / {", "location /rowlock/ {")
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
    conf = folder / "nginx.conf"
    conf.write_text(f"{head} http {{ access_log off; {places}\n{text}\n}}")
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
    return [program, "-p", str(folder), "-c", str(conf), "-e", f"{folder}/errors"]


def caddy_conf(folder: Path, port: int, server: int, *, below: bool) -> list[str]:
    """The sample of one server, or the one below a path with its marks taken away."""
    text = (DEPLOY / "Caddyfile").read_text()
    sites = re.findall(r"^((?:# )?)([a-z.]+ \{\n.*?\n\1\})$", text, re.M | re.S)
    plain = [re.sub(r"^# ?", "", site, flags=re.M) for _, site in sites]
    site = plain[1 if below else 0]
    site = re.sub(r"^[a-z.]+ \{", f"http://127.0.0.1:{port} {{", site)
    conf = folder / "Caddyfile"
    options = "{\n\tadmin off\n}\n"
    conf.write_text(options + site.replace("127.0.0.1:8377", f"127.0.0.1:{server}"))
    return ["caddy", "run", "--config", str(conf), "--adapter", "caddyfile"]


@contextmanager
def running(name: str, folder: Path, *, below: bool) -> Iterator[str]:
    """The address of a proxy in front of the stand-in."""
    stand_in = ThreadingHTTPServer(("127.0.0.1", 0), Secret)
    threading.Thread(target=stand_in.serve_forever, daemon=True).start()
    port = _free_port()
    make = {"nginx": nginx_conf, "caddy": caddy_conf}[name]
    command = make(folder, port, stand_in.server_port, below=below)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as proxy:
        try:
            for _ in range(300):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    assert proxy.poll() is None, proxy.stderr and proxy.stderr.read()
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            proxy.terminate()
            proxy.communicate()
            stand_in.shutdown()
            stand_in.server_close()
