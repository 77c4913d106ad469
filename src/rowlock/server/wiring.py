"""Builds every object of a server, each from those before it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rowlock.reviews.advice import Advice
from rowlock.server.app import App
from rowlock.server.bots.levels import levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.bots.worker import processes_here
from rowlock.server.cluster.leased_store import LeasedStore
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.rate_owner import RateOwner
from rowlock.server.config import Settings
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.limits.open_connections import OpenConnections
from rowlock.server.limits.request_guard import RequestGuard
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.process.network_addresses import peer_url, shared_url
from rowlock.server.push.webhooks import Webhooks
from rowlock.server.rooms.daily_games import DailyGames
from rowlock.server.rooms.open_rooms import OpenRooms
from rowlock.server.rooms.registry import Rooms
from rowlock.server.services import Services
from rowlock.server.store import Store, open_store
from rowlock.server.store.daily_attempts import DailyAttempts
from rowlock.server.store.slow_tables import SlowTableRows
from rowlock.server.store.sql import SqlStore
from rowlock.server.study.daily_judge import DailyJudge
from rowlock.server.study.exam_messages import ExamReport
from rowlock.server.study.job_queue import JobQueue
from rowlock.server.study.reviews import Reviews
from rowlock.server.transport.uvicorn_server import OnReady, Server, uvicorn_config

if TYPE_CHECKING:
    from rowlock.server.push.allowed_hosts import AllowedHosts
    from rowlock.server.push.subscriptions import PushSubscriptions

ADVICE_QUEUE = 200
"""Questions to the coach that may wait: a second or two of thinking."""
ADVICE_CACHE = 500


def make_server(
    settings: Settings,
    *,
    push_hosts: AllowedHosts | None = None,
    on_ready: OnReady = lambda server: None,
    on_leaving: Callable[[], None] = lambda: None,
) -> Server:
    """A uvicorn server with the application and everything behind it."""
    services = build(settings, lan_url=shared_url(settings), push_hosts=push_hosts)
    config = uvicorn_config(App(services), services)
    return Server(config, services, on_ready=on_ready, on_leaving=on_leaving)


def build(
    settings: Settings, *, lan_url: str | None = None, push_hosts: AllowedHosts | None = None
) -> Services:
    """Everything but the application; nothing runs until the application starts it."""
    metrics = Metrics()
    open_rooms = OpenRooms()
    store, leases = _store(settings, open_rooms)
    attempts = DailyAttempts(store)
    daily_judge = DailyJudge(attempts)
    limits = AddressLimits(settings, lambda: 0 if leases is None else len(leases.alive))
    rooms = Rooms(
        store,
        BotPool(levels(settings.bots), settings.bot_delay, processes_here(settings.bot_processes)),
        metrics,
        settings,
        push=_push(settings, store, push_hosts),
        leases=leases,
        game_over=daily_judge.judge_soon,
        open_rooms=open_rooms,
        limits=limits,
        slow=SlowTableRows(store),
        webhooks=Webhooks(settings, push_hosts) if settings.webhook_hosts else None,
    )
    return Services(
        settings=settings,
        store=store,
        leases=leases,
        rooms=rooms,
        days=DailyGames(rooms, attempts, daily_judge),
        daily_judge=daily_judge,
        reviews=Reviews(settings.review_seconds),
        advice=JobQueue[Advice]("coach", queue=ADVICE_QUEUE, kept=ADVICE_CACHE),
        exams=JobQueue[ExamReport]("exam"),
        metrics=metrics,
        guard=RequestGuard(settings),
        limits=limits,
        rate_owner=RateOwner(leases, limits.take),
        connections=OpenConnections(settings.max_connections, limits, metrics),
        lan_url=lan_url,
    )


def _store(settings: Settings, open_rooms: OpenRooms) -> tuple[SqlStore, Leases | None]:
    """The store; with leases if other processes share its database."""
    if not settings.database:
        return open_store(settings.data_path(), full_sync=settings.full_sync), None
    import psycopg  # noqa: F401  fail now if it is missing

    address, lease_s = peer_url(settings), settings.lease_seconds
    store = LeasedStore(settings.database, address, lease_s, lost=open_rooms.drop)
    return store, Leases(store, lease_s, open_rooms)


def _push(
    settings: Settings, store: Store, push_hosts: AllowedHosts | None
) -> PushSubscriptions | None:
    """Push notifications; None without the extra that they need."""
    if find_spec("cryptography") is None:
        return None
    from rowlock.server.push.subscriptions import make_subscriptions

    return make_subscriptions(settings, store, push_hosts)
