"""Link previews for chats: a title, a sentence and a picture.

A chat reads the Open Graph tags of the linked page. They contain only what the page shows to anyone
with the link, and of people only the host's name, as the invitation does.
"""

from __future__ import annotations

import asyncio
from html import escape

from msgspec import Struct
from starlette.requests import Request

from rowlock.errors import Refusal
from rowlock.rulebook import page, pages
from rowlock.server.cluster.peer import Elsewhere
from rowlock.server.http.call import WAKING
from rowlock.server.limits.request_guard import address_of
from rowlock.server.process.network_addresses import shared_url
from rowlock.server.services import Services
from rowlock.server.store import StoreFailure
from rowlock.server.texts import ServerTexts
from rowlock.table.state import Table

PICTURE = "preview.png"
PICTURE_SIZE = (1200, 630)
PATIENCE_S = 2.0
"""Seconds to wait for the store; after that the preview only says that there is a game."""


class Preview(Struct, frozen=True):
    title: str
    text: str


async def head(services: Services, request: Request, path: str, words: ServerTexts) -> str:
    """The tags for the page at this address."""
    preview = await _preview(services, request, path.strip("/").split("/"), words)
    base = _base(services, request)
    width, height = PICTURE_SIZE
    tags = {
        "og:site_name": "Rowlock",
        "og:type": "website",
        "og:url": base + path.strip("/"),
        "og:title": preview.title,
        "og:description": preview.text,
        "og:image": base + PICTURE,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": words("picture"),
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    lines.append(f'<meta name="description" content="{escape(preview.text)}" />')
    return "\n    ".join(lines)


def _base(services: Services, request: Request) -> str:
    """The address of the home page, as the client knows it."""
    settings = services.settings
    if settings.public_url:
        return str(shared_url(settings))
    return f"{request.scope['scheme']}://{request.headers['host']}{settings.base_path}/"


async def _preview(
    services: Services, request: Request, parts: list[str], words: ServerTexts
) -> Preview:
    match parts:
        case ["t", name, *_]:
            table = await _table(services, request, name)
            return of_table(table, words) if table is not None else of_home(words)
        case ["rules", name] if name in pages():
            return of_rules(name, words)
        case _:
            return of_home(words)


async def _table(services: Services, request: Request, name: str) -> Table | None:
    """The table of a link, if the client may request it and the store answers in time."""
    rooms = services.rooms
    address = address_of(request.scope)
    if name not in rooms.rooms and not services.limits.take_request(address, WAKING):
        return None
    try:
        async with asyncio.timeout(PATIENCE_S):
            try:
                return (await rooms.get(name)).table
            except Elsewhere:
                return await rooms.glance(name)
    except (Refusal, StoreFailure, TimeoutError):
        return None


def of_home(words: ServerTexts) -> Preview:
    return Preview(words("title"), words("about"))


def of_table(table: Table, words: ServerTexts) -> Preview:
    sheet = words.sheet(table.options)
    if table.stage == "over":
        return Preview(words("over"), words("replay", sheet=sheet))
    if table.begun or not any(seat.kind == "open" for seat in table.seats):
        return Preview(words("running"), words("watch", sheet=sheet))
    hosts = [seat.name for seat in table.seats if seat.member == table.host]
    title = words("invites", name=hosts[0]) if hosts else words("invited")
    return Preview(title, words("sit", sheet=sheet))


def of_rules(name: str, words: ServerTexts) -> Preview:
    """The heading and first sentence of a rule page."""
    heading, first = page(name, words.language).split("\n\n")[:2]
    return Preview(heading.removeprefix("# "), " ".join(first.split()))
