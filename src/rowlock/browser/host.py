"""Everything that a server builds in `server/wiring.py`, for one person in one browser."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Protocol

from msgspec import Struct

from rowlock.bots.evaluation.engine import use_engine
from rowlock.bots.wasm.engine import Host as EngineHost
from rowlock.bots.wasm.engine import WasmEngine
from rowlock.browser.addresses import Answer, answer
from rowlock.browser.bots import BrowserBots
from rowlock.browser.sockets import Socket
from rowlock.browser.store import BrowserStore, Logs, ToJs
from rowlock.server.config import Settings
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.registry import Rooms

KEEP_DAYS = 3650.0
"""Games stay until the player deletes them."""
UNLIMITED = 1e9


class WorkerPage(Protocol):
    """What JavaScript gives: `web/src/worker`."""

    engine: EngineHost
    logs: Logs

    def weights(self, sheet: str) -> Awaitable[Any]:
        """The file of weights of a sheet, or None."""
        ...

    def send(self, socket: int, text: str | None) -> None:
        """Send a message of a connection; None closes it."""
        ...


class NoRates:
    """There is one player here, who may open as many tables as they like."""

    async def allows(self, kind: str, address: str) -> bool:
        return True


class BrowserServices(Struct, frozen=True, kw_only=True):
    """The part of the server's `Services` that the addresses of this host need."""

    settings: Settings
    rooms: Rooms
    store: BrowserStore
    limits: AddressLimits
    rate_owner: NoRates
    lan_url: str | None = None


class BrowserHost:
    def __init__(self, page: WorkerPage, to_js: ToJs) -> None:
        self._page = page
        self._sockets: dict[int, Socket] = {}
        engine = WasmEngine(page.engine)
        use_engine(engine)
        settings = Settings(
            keep_days=KEEP_DAYS,
            requests_per_second=UNLIMITED,
            mib_per_hour=UNLIMITED,
            tables_per_minute=UNLIMITED,
        )
        store = BrowserStore(page.logs, to_js)
        limits = AddressLimits(settings, lambda: 0)
        bots: Any = BrowserBots(engine, self._weights)
        rooms = Rooms(store, bots, Metrics(), settings, limits=limits)
        self.services = BrowserServices(
            settings=settings, rooms=rooms, store=store, limits=limits, rate_owner=NoRates()
        )
        rooms.start()

    async def _weights(self, sheet: str) -> bytes | None:
        found = await self._page.weights(sheet)
        return None if found is None else bytes(found.to_py())

    async def request(
        self, method: str, address: str, headers: list[list[str]], body: str
    ) -> Answer:
        """The response to an HTTP request of the page."""
        return await answer(self.services, method, address, dict(headers), body)

    def open_socket(self, number: int, table: str) -> None:
        """A new connection to a table."""

        def send(text: str | None) -> None:
            self._page.send(number, text)

        self._sockets[number] = Socket(self.services.rooms, table, send, brief=True)

    async def receive(self, number: int, text: str) -> None:
        """A message of a connection."""
        if socket := self._sockets.get(number):
            await socket.receive(text)

    async def close_socket(self, number: int) -> None:
        if socket := self._sockets.pop(number, None):
            await socket.gone()
