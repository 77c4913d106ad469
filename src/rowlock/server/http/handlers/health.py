"""Health checks and metrics."""

from __future__ import annotations

import asyncio

from rowlock.errors import Illegal
from rowlock.protocol import http
from rowlock.server.http.call import Call
from rowlock.server.monitoring.exposition import metrics_text
from rowlock.server.monitoring.metrics import Gauges
from rowlock.server.store import StoreFailure


async def health(call: Call) -> http.Health:
    return http.Health(ok=True)


async def ready(call: Call) -> http.Health:
    detail = "stopping" if call.services.rooms.stopping else await _store_fault(call)
    if detail:
        call.status = 503
    return http.Health(not detail, detail)


async def _store_fault(call: Call) -> str:
    try:
        async with asyncio.timeout(5):
            await call.services.store.check()
    except TimeoutError:
        return "the database does not answer"
    except StoreFailure as failure:
        return str(failure)
    return ""


async def metrics(call: Call) -> bytes:
    if not call.services.settings.metrics:
        raise Illegal("not_found", "metrics are switched off")
    rooms, leases = call.services.rooms, call.services.leases
    cluster = None if leases is None else leases.gauges()
    gauges = Gauges(len(rooms.rooms), rooms.bot_pool.late, cluster)
    return metrics_text(call.services.metrics, gauges)
