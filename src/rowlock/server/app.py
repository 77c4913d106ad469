"""The ASGI application: routes, checks of every request, startup and shutdown."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from rowlock.errors import Unreadable
from rowlock.server.cluster.hop_header import accept_hop, is_from_peer
from rowlock.server.cluster.rate_owner import PATH as COUNT
from rowlock.server.http import link_preview
from rowlock.server.http.errors import problem, refused
from rowlock.server.http.routes import ROUTES, SOCKET
from rowlock.server.http.static_files import MANIFEST, Page
from rowlock.server.limits.request_guard import address_of, header, page_headers
from rowlock.server.process.data_lock import DataFolderLock
from rowlock.server.services import Services
from rowlock.server.texts import accepted_language, server_texts
from rowlock.server.transport.websocket import serve_socket
from rowlock.server.transport.websocket_protocol import CONNECTION

_FOR_ANY_HOST = {route.path for route in ROUTES if route.any_host}
"""Containers may address health checks to any host name."""


def _has_two_lengths(scope: Any) -> bool:
    """Whether a proxy could disagree with us about where this request ends (RFC 9112, 6.3), and
    take for the next request what we take for the body."""
    names = {name for name, _ in scope["headers"]}
    return b"transfer-encoding" in names and b"content-length" in names


class App:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.base = services.settings.base_path
        self._page = Page(self.base)
        routes = [
            StarletteRoute(route.path, route.endpoint(services), methods=[route.method])
            for route in ROUTES
        ]
        routes.append(StarletteRoute("/{path:path}", self._show_page, methods=["GET"]))
        self._http = Starlette(routes=routes, lifespan=self._lifespan)

    async def _show_page(self, request: Request) -> Response:
        path = str(request.path_params["path"])
        if path.startswith("api/"):
            return problem("not_found", "there is no such address")
        words = server_texts(accepted_language(request.headers.get("accept-language", "")))
        if not self._page.has(path):
            preview = await link_preview.head(self.services, request, path, words)
            return self._page.screen(request, preview)
        if path == MANIFEST:
            return self._page.manifest(request, words)
        return self._page.file(request, path)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        services = self.services
        settings = services.settings
        with contextlib.ExitStack() as held:
            if not settings.database:
                held.enter_context(DataFolderLock(settings.data_path()))
            await services.store.open()
            await services.store.upgrade()
            if services.rooms.push is not None:
                services.rooms.push.open()
            services.rooms.start()
            if services.leases is not None:
                services.leases.start()
            try:
                yield
            finally:
                await services.rooms.stop()
                services.rooms.bot_pool.close()
                services.reviews.close()
                services.advice.close()
                services.exams.close()
                services.daily_judge.close()
                if services.rooms.push is not None:
                    await services.rooms.push.close()
                if services.rooms.webhooks is not None:
                    await services.rooms.webhooks.close()
                await services.store.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._http(scope, receive, send)
            return
        if self.services.leases is not None:
            scope = accept_hop(scope, self.services.leases.store.me)
        path = scope["path"]
        if is_from_peer(scope) and path.startswith(COUNT):
            kind = path.removeprefix(COUNT)
            await self.services.rate_owner.answer(kind, address_of(scope), send)
            return
        if self.base and (path == self.base or path.startswith(f"{self.base}/")):
            path = path[len(self.base) :] or "/"
            scope = {**scope, "path": path, "raw_path": path.encode()}
        if scope["type"] == "websocket":
            first, slash, table = path.removeprefix("/").partition("/")
            if f"/{first}" == SOCKET:
                await serve_socket(
                    self.services, table if slash else None, scope, scope[CONNECTION]
                )
            else:
                scope[CONNECTION].reject(403)
            return
        await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer an HTTP request, with the checks and headers common to all."""
        guard = self.services.guard
        if _has_two_lengths(scope):
            smuggled = refused(Unreadable("malformed", "two lengths of a body"))
            smuggled.headers["connection"] = "close"
            await smuggled(scope, receive, send)
            return
        if not self.services.limits.take_request(address_of(scope)):
            slower = problem("too_fast", "too many requests; wait a moment")
            slower.headers["connection"] = "close"
            await slower(scope, receive, send)
            return
        host = header(scope, b"host") or ""
        if not guard.accepts_host(host) and not is_from_peer(scope):
            if scope["path"] not in _FOR_ANY_HOST:
                await problem("bad_host", "not a host of this server")(scope, receive, send)
                return
            host = "localhost"
        if (
            scope["method"] not in ("GET", "HEAD")
            and not is_from_peer(scope)
            and not guard.accepts_origin(header(scope, b"origin"), host)
        ):
            await problem("bad_origin", "not from this page")(scope, receive, send)
            return
        extra = [(k.encode(), v.encode()) for k, v in page_headers(host).items()]

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        await self._http(scope, receive, with_headers)
