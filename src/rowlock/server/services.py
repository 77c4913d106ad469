"""The objects that requests and sockets need; `wiring.py` makes them."""

from __future__ import annotations

from msgspec import Struct

from rowlock.reviews.advice import Advice
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.rate_owner import RateOwner
from rowlock.server.config import Settings
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.limits.open_connections import OpenConnections
from rowlock.server.limits.request_guard import RequestGuard
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.daily_games import DailyGames
from rowlock.server.rooms.registry import Rooms
from rowlock.server.store import Store
from rowlock.server.study.daily_judge import DailyJudge
from rowlock.server.study.exam_messages import ExamReport
from rowlock.server.study.job_queue import JobQueue
from rowlock.server.study.reviews import Reviews


class Services(Struct, frozen=True, kw_only=True):
    settings: Settings
    store: Store
    leases: Leases | None
    """None if no other process shares the database."""
    rooms: Rooms
    days: DailyGames
    daily_judge: DailyJudge
    reviews: Reviews
    advice: JobQueue[Advice]
    exams: JobQueue[ExamReport]
    metrics: Metrics
    guard: RequestGuard
    limits: AddressLimits
    rate_owner: RateOwner
    connections: OpenConnections
    lan_url: str | None
