"""`rowlock serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.server.config import load_settings

_FLAGS = ("host", "port", "data", "database", "base_path", "public_url", "bot_delay", "bots")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock serve --port 8000 --data ~/rowlock\n\n"
        "Every setting can also stand in a TOML file (--config) or in a variable like\n"
        "ROWLOCK_PORT; docs/operations.md lists them all."
    )
    add = parser.add_argument
    add("--host", help="address to listen on; 127.0.0.1 keeps other devices out (0.0.0.0)")
    add("--port", type=int, help="port; without it 8377, or the next one that is free")
    add("--data", metavar="DIR", help="folder of the database")
    add("--database", metavar="URL", help="postgresql://... instead of a file")
    add("--base-path", metavar="PATH", help="path below which a proxy serves the page: /rowlock")
    add("--public-url", metavar="URL", help="the address people use: https://play.example.org")
    add("--bot", dest="bots", action="append", metavar="MODULE:CLASS", help="a bot of your own")
    add("--bot-delay", type=float, metavar="S", help="how long bots seem to think (1); 0: not")
    add("--metrics", action="store_true", default=None, help="answer at /metrics")
    add("--log-json", action="store_true", default=None, help="logs as JSON")
    add("--log-level", choices=("debug", "info", "warning", "error"), help="(info)")
    add("--config", type=Path, metavar="FILE", help="settings as TOML")
    add("--no-open", action="store_true", help="do not open the browser")


def run(args: argparse.Namespace) -> int:
    flags = {name: getattr(args, name) for name in (*_FLAGS, "metrics", "log_json", "log_level")}
    if args.no_open:
        flags["open_browser"] = False
    settings = load_settings(flags, os.environ, args.config)
    sys.path.insert(0, "")  # one's own bots may lie in this folder
    from rowlock.server import serve

    return serve.run(settings, search=args.port is None, announce=_announce)


def _announce(local: str, shared: str | None) -> None:
    from rowlock.server.lan import terminal_qr

    lines = ["", "  Rowlock is ready. Open it here:", f"    {local}"]
    if shared is not None:
        lines += ["  On other devices in this network:", f"    {shared}"]
        if sys.stdout.isatty():
            lines += ["", *terminal_qr(shared).splitlines()]
    lines += ["", "  Ctrl-C stops it; games are kept.", ""]
    print("\n".join(lines), flush=True)
