"""`rowlock serve`: play in the browser."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.cli.numbers import seconds, whole
from rowlock.errors import Unreadable
from rowlock.server.config import Settings, load_settings

_FLAGS = (
    *("host", "port", "data", "database", "base_path", "public_url", "bot_delay", "bots"),
    *("workers", "peer_url"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock serve --port 8000 --data ~/rowlock\n\n"
        "Every setting can also be given in a TOML file (--config) or as an environment variable\n"
        "such as ROWLOCK_PORT; docs/operations.md lists them all."
    )
    add = parser.add_argument
    add(
        "--host",
        help="address to listen on (default 0.0.0.0); with 127.0.0.1 only this device can connect",
    )
    add("--port", type=whole, help="port (default 8377 or the next free one)")
    add("--data", metavar="DIR", help="folder for the database")
    add("--database", metavar="URL", help="postgresql://... instead of a file")
    add(
        "--workers", type=whole, metavar="N", help="processes that share the port; needs PostgreSQL"
    )
    add(
        "--peer-url",
        metavar="URL",
        help="address of this server for other servers on the same database: http://10.0.0.7:8377",
    )
    add("--base-path", metavar="PATH", help="path under which a proxy serves the page: /rowlock")
    add("--public-url", metavar="URL", help="address that players use: https://play.example.org")
    add("--bot", dest="bots", action="append", metavar="MODULE:CLASS", help="add a custom bot")
    add(
        "--bot-delay",
        type=seconds,
        metavar="S",
        help="average seconds that a bot takes to answer (default 1)",
    )
    add("--metrics", action="store_true", default=None, help="serve metrics at /metrics")
    add("--log-json", action="store_true", default=None, help="write the log as JSON")
    add(
        "--log-level",
        choices=("debug", "info", "warning", "error", "critical"),
        help="log level (default info)",
    )
    add("--config", type=Path, metavar="FILE", help="read settings from a TOML file")
    add(
        "--check",
        action="store_true",
        help="check whether a server would start, create missing database tables, and exit",
    )
    add("--no-open", action="store_true", help="do not open the browser")


def run(args: argparse.Namespace) -> int:
    flags = {name: getattr(args, name) for name in (*_FLAGS, "metrics", "log_json", "log_level")}
    if args.no_open:
        flags["open_browser"] = False
    settings = load_settings(flags, os.environ, args.config)
    from rowlock.server import serve

    if args.check:
        return _check(settings)
    return serve.run(settings, search=args.port is None, announce=_announce)


def _check(settings: Settings) -> int:
    """Check whether a server would start with these settings; returns 0 if so. Creates missing
    database tables, so that it can be run before a rolling update."""
    from rowlock.server.preflight import startup_problems, warnings

    for warning in warnings(settings):
        print(f"warning: {warning}")
    for obstacle in startup_problems(settings):
        raise Unreadable("bad_setting", obstacle)
    where = settings.database.partition(":")[0] or settings.data_path()
    print(f"The settings are valid: port {settings.port}, games in {where}.")
    return 0


def _announce(local: str, shared: str | None) -> None:
    from rowlock.server.process.network_addresses import terminal_qr

    lines = ["", "  Rowlock is ready. Open it here:", f"    {local}"]
    if shared is not None:
        lines += ["  On other devices in this network:", f"    {shared}"]
        if sys.stdout.isatty():
            lines += ["", *terminal_qr(shared).splitlines()]
    lines += ["", "  Ctrl-C stops it; games are kept.", ""]
    print("\n".join(lines), flush=True)
