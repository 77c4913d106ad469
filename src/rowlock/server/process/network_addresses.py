"""Addresses at which other devices reach this server."""

from __future__ import annotations

import io
import socket
from urllib.parse import urlsplit

import segno

from rowlock.server.config import Settings


def lan_address() -> str | None:
    """The address of this machine in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation (RFC 5737)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def local_url(settings: Settings) -> str:
    """The address to open on this machine."""
    everywhere = settings.host in ("0.0.0.0", "::", "")
    host = "localhost" if everywhere else settings.host
    return f"http://{_bracketed(host)}:{settings.port}{settings.base_path}/"


def shared_url(settings: Settings) -> str | None:
    """The address to give to others: the public one, else that of the network."""
    if settings.public_url:
        base = settings.public_url.rstrip("/")
        path = urlsplit(base).path
        return f"{base}/" if path.endswith(settings.base_path) else f"{base}{settings.base_path}/"
    if settings.host not in ("0.0.0.0", "::", ""):
        return None
    address = lan_address()
    return f"http://{address}:{settings.port}{settings.base_path}/" if address else None


def peer_url(settings: Settings) -> str:
    """The address at which other processes on the same database reach this one."""
    if settings.peer_url:
        return settings.peer_url.rstrip("/")
    everywhere = settings.host in ("0.0.0.0", "::", "")
    host = lan_address() or "127.0.0.1" if everywhere else settings.host
    return f"http://{_bracketed(host)}:{settings.port}"


def worker_url(settings: Settings, port: int) -> str:
    """The address of a worker of this server: on this machine only, unless `peer_url` is set."""
    return f"http://{_bracketed(worker_host(settings))}:{port}"


def worker_host(settings: Settings) -> str:
    return urlsplit(settings.peer_url).hostname or "127.0.0.1"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def terminal_qr(text: str) -> str:
    """A QR code made of half blocks."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
