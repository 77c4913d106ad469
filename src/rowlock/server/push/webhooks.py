"""Messages to the webhook of a game over days: for whom it waits, and where.

ntfy takes a plain sentence. Matrix (hookshot), Discord and most others have `webhook` or `hooks` in
their addresses and take JSON, with the sentence as `text` or `content`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rowlock.errors import Refusal
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import logger
from rowlock.server.process.network_addresses import shared_url
from rowlock.server.push.allowed_hosts import AllowedHosts
from rowlock.server.push.poster import Post, Poster
from rowlock.server.texts import server_texts
from rowlock.table.options import TableOptions
from rowlock.table.state import Table


class Webhooks:
    def __init__(self, settings: Settings, reach: AllowedHosts | None = None) -> None:
        self._url = shared_url(settings) or f"http://{settings.host}:{settings.port}/"
        self._hosts = settings.webhook_hosts
        self._poster = Poster(reach or AllowedHosts())

    async def close(self) -> None:
        await self._poster.close()

    async def announce(self, table: Table, names: Sequence[str]) -> None:
        """Tell the webhook of a table for whom it waits."""
        try:
            post = self._post(table.id, table.options, names)
        except Refusal as refusal:  # the settings have changed since the table was opened
            logger.warning("webhook_refused", reason=refusal.code)
            return
        if post is not None:
            status = await self._poster.post(lambda: post)
            if status is not None and not 200 <= status < 300:
                logger.warning("webhook_refused", status=status)

    def _post(self, table: str, options: TableOptions, names: Sequence[str]) -> Post | None:
        to = self._poster.reach.endpoint(options.webhook)
        if to.host not in self._hosts:
            return None
        words = server_texts(options.webhook_language)
        sentence = words("awaited", names=", ".join(names), url=f"{self._url}t/{table}")
        if "hook" in to.host or "hook" in to.path:
            body = msgspec.json.encode({"content": sentence, "text": sentence})
            return Post(to, {"content-type": "application/json"}, body)
        return Post(to, {"content-type": "text/plain; charset=utf-8"}, sentence.encode())
