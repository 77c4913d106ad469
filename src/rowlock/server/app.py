"""The application: routes, checks that hold for every request, start and stop."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from rowlock.server import link_preview
from rowlock.server.bots import Thinkers, levels
from rowlock.server.config import Settings
from rowlock.server.folder import Folder
from rowlock.server.guard import page_headers
from rowlock.server.lan import peer_url
from rowlock.server.lanes import processes_here
from rowlock.server.metrics import Metrics
from rowlock.server.peers.arrival import arrived, by_a_peer
from rowlock.server.peers.counting import PATH as COUNT
from rowlock.server.peers.leases import Leases
from rowlock.server.peers.store import LeasedStore
from rowlock.server.problems import problem
from rowlock.server.rooms import Rooms
from rowlock.server.routes import ROUTES, SOCKET
from rowlock.server.services import Services, address_of, header
from rowlock.server.sockets import serve_socket
from rowlock.server.static import MANIFEST, Page
from rowlock.server.store import Store, open_store
from rowlock.server.store.tries import Tries
from rowlock.server.words import accepted_language, words_of

if TYPE_CHECKING:
    from rowlock.server.push.push import Push
    from rowlock.server.push.reach import Reach

_FOR_ANY_HOST = {route.path for route in ROUTES if route.any_host}
"""Health checks of containers may come by any name."""


def make_app(settings: Settings, *, lan_url: str | None = None, reach: Reach | None = None) -> App:
    """The whole server as one ASGI application; `reach` says whom its calls may reach."""
    metrics = Metrics()
    leases = _leases(settings)
    store = (
        open_store(settings.data_path(), full_sync=settings.full_sync)
        if leases is None
        else leases.store
    )
    processes = processes_here(settings.bot_processes)
    thinkers = Thinkers(levels(settings.bots), settings.bot_delay, processes)
    metrics.late = lambda: thinkers.late
    rooms = Rooms(store, thinkers, metrics, settings, _push(settings, store, reach), leases)
    return App(Services(settings, store, rooms, Tries(store), metrics, lan_url, leases))


def _leases(settings: Settings) -> Leases | None:
    """What shares a database with other processes; None where it is ours alone."""
    if not settings.database:
        return None
    import psycopg  # noqa: F401  a missing one is to be noticed now

    store = LeasedStore(settings.database, peer_url(settings), settings.lease_seconds)
    return Leases(store, settings.lease_seconds)


def _push(settings: Settings, store: Store, reach: Reach | None) -> Push | None:
    """What calls players; None without the extra that it needs."""
    if find_spec("cryptography") is None:
        return None
    from rowlock.server.push.push import make_push

    return make_push(settings, store, reach)


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
        words = words_of(accepted_language(request.headers.get("accept-language", "")))
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
                held.enter_context(Folder(settings.data_path()))
            await services.store.open()
            if services.rooms.push is not None:
                services.rooms.push.open()
            services.rooms.start()
            if services.rooms.leases is not None:
                services.rooms.leases.start()
            try:
                yield
            finally:
                await services.rooms.stop()
                services.rooms.thinkers.close()
                services.reviews.close()
                services.advice.close()
                services.exams.close()
                services.days.close()
                if services.rooms.push is not None:
                    await services.rooms.push.close()
                await services.store.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._http(scope, receive, send)
            return
        if self.services.rooms.leases is not None:
            scope = arrived(scope, self.services.leases.store.me)
        path = scope["path"]
        if by_a_peer(scope) and path.startswith(COUNT):
            kind = path.removeprefix(COUNT)
            await self.services.counting.answer(kind, address_of(scope), send)
            return
        if self.base and (path == self.base or path.startswith(f"{self.base}/")):
            path = path[len(self.base) :] or "/"
            scope = {**scope, "path": path, "raw_path": path.encode()}
        if scope["type"] == "websocket":
            first, slash, table = path.removeprefix("/").partition("/")
            if f"/{first}" == SOCKET:
                await serve_socket(self.services, table if slash else None, scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return
        await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """HTTP with the checks and headers that hold for all of it."""
        guard = self.services.guard
        if not self.services.requests.take(address_of(scope)):
            slower = problem("too_fast", "too many requests; wait a moment")
            slower.headers["connection"] = "close"
            await slower(scope, receive, send)
            return
        host = header(scope, b"host") or ""
        if not guard.accepts_host(host) and not by_a_peer(scope):
            if scope["path"] not in _FOR_ANY_HOST:
                await problem("bad_host", "not a host of this server")(scope, receive, send)
                return
            host = "localhost"
        if (
            scope["method"] not in ("GET", "HEAD")
            and not by_a_peer(scope)
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
