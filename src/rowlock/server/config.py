"""All settings of the server, in one place; docs/operations.md explains them.

The command line has priority over `ROWLOCK_...` variables, these over the TOML file, and that over
the defaults here.
"""

from __future__ import annotations

import ipaddress
import math
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rowlock.errors import Unreadable
from rowlock.files import KIB, read_text


def default_data() -> Path:
    """The usual folder for data on this operating system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "rowlock"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/rowlock"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "rowlock"


class Settings(Struct, forbid_unknown_fields=True, kw_only=True):
    host: str = "0.0.0.0"
    """The address to listen on; 127.0.0.1 keeps other devices out."""
    port: int = 8377
    data: str = ""
    """The folder of the database; empty is the usual place of this system."""
    database: str = ""
    """`postgresql://...` instead of SQLite in the data folder."""
    peer_url: str = ""
    """PostgreSQL: where other processes reach this one, `http://10.0.0.7:8377`; empty is the
    address of this machine in its network, or 127.0.0.1 for workers."""
    lease_seconds: float = 8.0
    """PostgreSQL: seconds after its last renewal until others may take over the tables of a
    process."""
    servers: int = 1
    """Number of processes that share the players; limits per address are divided by it."""
    workers: int = 1
    """Processes on this machine that share its port; more than one need PostgreSQL."""
    full_sync: bool = False
    """SQLite: wait for the disk at each move, so that not even a power cut loses one."""
    base_path: str = ""
    """`/rowlock` when a proxy serves the page below that path."""
    public_url: str = ""
    """The address that players use, `https://play.example.org`; its host is accepted."""
    allowed_hosts: list[str] = []
    """More host names that requests may be addressed to."""
    trusted_proxies: list[str] = []
    """Addresses of proxies whose X-Forwarded-For is believed."""
    open_browser: bool = True
    bot_delay: float = 1.0
    """Seconds that a bot seems to think on average; 0 for no delay."""
    bot_processes: int = -1
    """Processes in which bots think; -1: as many as there are processors, none on a single one."""
    bots: list[str] = []
    """Custom bots, `module:Class`."""
    keep_days: float = 30.0
    """Days after its last move until a game is deleted."""
    webhook_hosts: list[str] = []
    """Hosts that the webhook of a game over days may name, `ntfy.sh`; none without."""
    max_tables: int = 5000
    max_connections: int = 10_000
    max_connections_per_address: int = 200
    tables_per_minute: float = 20.0
    """New tables from one address, on average; bursts of as many are allowed."""
    kib_per_table: int = 512
    """KiB that may be stored for one table, half of it by one address; games continue beyond it."""
    mib_per_hour: float = 8.0
    """MiB that may be stored for one address per hour, on average; bursts of as much are
    allowed."""
    requests_per_second: float = 50.0
    """HTTP requests of one address, on average; bursts of ten times as many are allowed."""
    messages_per_second: float = 10.0
    """Messages of one connection, on average."""
    reviews_per_minute: float = 20.0
    """Reviews that one address requests, on average; bursts of as many are allowed."""
    review_seconds: float = 5.0
    """Seconds in which a review may play out costly choices."""
    warm_up: bool = True
    """Compile what reviews need in the background after the start, so that no review waits for
    it."""
    metrics: bool = False
    """Whether /metrics answers."""
    log_level: str = "info"
    log_json: bool = False

    def data_path(self) -> Path:
        return Path(self.data) if self.data else default_data()


_HOST = r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
PREFIX = "ROWLOCK_"
MOST_PROCESSES = 64
SHORTEST_LEASE_S = 1.0
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
MOST_BYTES = 64 * KIB
"""Size limit of a file with settings, or with the value of one."""
_POSITIVE = (
    "keep_days",
    "max_tables",
    "max_connections",
    "max_connections_per_address",
    "tables_per_minute",
    "kib_per_table",
    "mib_per_hour",
    "requests_per_second",
    "messages_per_second",
    "reviews_per_minute",
    "review_seconds",
    "servers",
    "workers",
)


def load_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings of flags (None: not given), variables and a TOML file, in that order."""
    values: dict[str, Any] = {}
    path = file or (
        Path(environment[f"{PREFIX}CONFIG"]) if f"{PREFIX}CONFIG" in environment else None
    )
    if path is not None:
        values |= _read_file(path)
    values |= _read_environment(environment)
    values |= {key: value for key, value in flags.items() if value is not None}
    try:
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise Unreadable("bad_setting", f"settings: {error}") from None
    for complaint in _wrong_values(settings):
        raise Unreadable("bad_setting", f"settings: {complaint}")
    base = settings.base_path.strip("/")
    settings.base_path = f"/{base}" if base else ""
    return settings


def _wrong_values(settings: Settings) -> Iterator[str]:
    """Settings that are invalid on any machine."""
    for name in _POSITIVE:
        if not getattr(settings, name) > 0:  # so that "not a number" is refused, too
            yield f"{name} must be above 0, not {getattr(settings, name)}"
    for field in msgspec.structs.fields(Settings):
        if field.type is float and not math.isfinite(getattr(settings, field.name)):
            yield f"{field.name} cannot be {getattr(settings, field.name)}"
        if field.type is str and "\0" in getattr(settings, field.name):
            yield f"{field.name} holds a null character"
    if settings.log_level.lower() not in LOG_LEVELS:
        yield f"log_level must be one of {', '.join(LOG_LEVELS)}, not {settings.log_level!r}"
    if not settings.bot_delay >= 0:
        yield f"bot_delay cannot be {settings.bot_delay}"
    if not -1 <= settings.bot_processes <= MOST_PROCESSES:
        yield f"bot_processes must be -1 to {MOST_PROCESSES}, not {settings.bot_processes}"
    if not 0 <= settings.port <= 65_535:
        yield f"port must be between 0 and 65535, not {settings.port}"
    if settings.lease_seconds < SHORTEST_LEASE_S:
        yield f"lease_seconds must be at least {SHORTEST_LEASE_S:g}, not {settings.lease_seconds}"
    yield from _wrong_peers(settings)
    yield from _wrong_addresses(settings)
    if settings.database and not settings.database.startswith(("postgresql://", "postgres://")):
        yield "database must be postgresql://..., or empty for a file in the data folder"


def _wrong_addresses(settings: Settings) -> Iterator[str]:
    """Invalid addresses of this server, of its visitors and of proxies.

    Base path and public address are written into the page, so nothing else may be in them.
    """
    if not re.fullmatch(r"/*|/?[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*/?", settings.base_path) or (
        {".", ".."} & set(settings.base_path.split("/"))
    ):
        yield f"base_path must be a path like /rowlock, not {settings.base_path!r}"
    if settings.public_url and not re.fullmatch(
        rf"https?://{_HOST}(:[0-9]{{1,5}})?(/[A-Za-z0-9._~/-]*)?", settings.public_url, re.I
    ):
        yield f"public_url must be https://HOST or http://HOST, not {settings.public_url!r}"
    for name in settings.allowed_hosts:
        if not (re.fullmatch(_HOST, name) or _is_network(name)):
            yield f"allowed_hosts: {name!r} is not the name of a host"
    for name in settings.webhook_hosts:
        if not re.fullmatch(_HOST, name):
            yield f"webhook_hosts: {name!r} is not the name of a host"
    for name in settings.trusted_proxies:
        if not (name == "*" or _is_network(name)):
            yield f"trusted_proxies: {name!r} is neither an IP address nor a network"


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _wrong_peers(settings: Settings) -> Iterator[str]:
    """Invalid settings of several processes."""
    if settings.peer_url and not re.fullmatch(
        r"http://([^/:@?#]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}/?", settings.peer_url
    ):
        yield f"peer_url must be http://HOST:PORT, not {settings.peer_url!r}"
    if settings.workers > MOST_PROCESSES:
        yield f"workers must be 1 to {MOST_PROCESSES}, not {settings.workers}"
    if settings.workers > 1 and not settings.database:
        yield (
            f"{settings.workers} workers need PostgreSQL (--database postgresql://...): "
            "a file in the data folder serves one process"
        )
    if settings.workers > 1 and sys.platform == "win32":
        yield "several workers are not possible on Windows"


def _read_file(path: Path) -> dict[str, Any]:
    text = read_text(str(path), MOST_BYTES, "bad_setting")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a huge number or deep nesting
        raise Unreadable("bad_setting", f"{path}: {error}") from None


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """`ROWLOCK_PORT=8000`; lists are separated by commas; `ROWLOCK_DATABASE_FILE` names a file
    that holds the value."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        name = PREFIX + field.name.upper()
        text = environment.get(name)
        if f"{name}_FILE" in environment:
            text = read_text(environment[f"{name}_FILE"], MOST_BYTES, "bad_setting").strip()
        if text is not None:
            found[field.name] = _parse(name, text, field.type)
    return found


def _parse(name: str, text: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[
                text.lower()
            ]
        if kind in (int, float):
            return kind(_plain_number(text))
        if kind == list[str]:
            return [word.strip() for word in text.split(",") if word.strip()]
        return text
    except (KeyError, ValueError):
        raise Unreadable("bad_setting", f"{name} cannot be {text!r}") from None


def _plain_number(text: str) -> str:
    """A number in plain digits: Python itself also accepts those of other scripts, and `1_000`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?", text):
        raise ValueError(text)
    return text
