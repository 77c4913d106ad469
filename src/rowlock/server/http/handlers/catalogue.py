"""What can be played on this server, and the rule pages."""

from __future__ import annotations

from importlib.metadata import version

from rowlock.errors import Illegal
from rowlock.languages import LANGUAGES
from rowlock.protocol import client_messages
from rowlock.protocol.base import VERSION
from rowlock.protocol.catalogue import Catalogue, LevelInfo
from rowlock.rulebook import pages
from rowlock.server.http.call import Call
from rowlock.table.names import MAX_CHAT, MAX_NAME
from rowlock.table.variant_info import rule_page, variant_info
from rowlock.variants import MAX_SEATS, NAMES, load_variant


async def get_catalogue(call: Call) -> Catalogue:
    services = call.services
    bot_pool, push = services.rooms.bot_pool, services.rooms.push
    return Catalogue(
        version=VERSION,
        release=version("rowlock"),
        variants=tuple(variant_info(load_variant(name), name) for name in NAMES),
        levels=tuple(LevelInfo(each.id, each.id, each.own) for each in bot_pool.levels),
        default_level=bot_pool.default,
        emotes=client_messages.EMOTES,
        max_seats=MAX_SEATS,
        max_name=MAX_NAME,
        max_chat=MAX_CHAT,
        retention_days=services.settings.keep_days,
        webhook_hosts=services.rooms.table_limits.webhook_hosts,
        languages=LANGUAGES,
        rule_pages=pages(),
        lan_url=services.lan_url,
        push_key=push.key if push is not None else "",
    )


async def get_rules(call: Call, *, page: str, lang: str = "en") -> str:
    text = rule_page(page, lang)
    if text is None:
        raise Illegal("not_found", "there is no such page")
    call.headers["cache-control"] = "no-cache"
    return text
