"""Ray: one worker per processor of a cluster or of this machine.

Every worker is an actor. It gets a job and one more to continue with immediately; how far jobs may
be ahead of the next answer is limited. If a worker dies, Ray restarts it, on another machine if
needed, and it gets jobs as soon as it responds. Its unfinished jobs go to other workers. Jobs are
pure functions, so nothing is lost or counted twice. A job that crashes its workers repeatedly is
refused.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import ray
from ray import cloudpickle
from ray.exceptions import RayError, RayTaskError

from rowlock.errors import Unreadable
from rowlock.kernel.processors import default_threads
from rowlock.runners.own_modules import check_size, own_modules
from rowlock.runners.pools import AHEAD
from rowlock.runners.ray_worker import RayWorker

Job = TypeVar("Job")
Answer = TypeVar("Answer")

LOCAL = "local"
"""The address that means: start a local Ray for this run."""
JOBS_PER_WORKER = 2
"""Jobs assigned to a worker: the current one, and one to continue with immediately."""
STARTS = 3
"""Maximum attempts to start a local Ray."""
KNOCK = 10.0
"""Timeout in seconds for connecting to an address."""
TRIES = 5
"""Number of workers that a job may crash before it is refused."""
SPARED = ("start_log_monitor", "start_monitor", "start_api_server")
"""Processes that a Ray for one run does not need: they would forward its logs, request more
machines, and collect usage statistics. `ray start` can omit the first two; `ray.init` has no
settings for them."""


class Task(NamedTuple):
    """A job with its number, and how often it was lost."""

    number: int
    job: Any
    lost: int = 0


class Cluster:
    """The workers of a cluster, running or starting; both workplace and runner."""

    def __init__(self, count: int) -> None:
        kind = ray.remote(num_cpus=1, max_restarts=-1)(RayWorker)
        self.count = count
        self.actors = [kind.remote() for _ in range(count)]
        self.present: set[int] = set()
        self.coming: dict[Any, int] = {}
        """Pending first calls to workers, by their worker."""
        for worker in range(count):
            self.wait_for(worker)

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Cluster]:
        """The cluster itself: it runs all kinds of jobs."""
        return nullcontext(self)

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the answers in the order of the jobs; exceptions of workers are raised here."""
        return Round(self, ray.put(_packed(work)), jobs).answers()

    def wait_for(self, worker: int) -> None:
        """Give the worker no jobs until it has started or restarted."""
        self.present.discard(worker)
        if worker not in self.coming.values():
            question = self.actors[worker].version.options(max_task_retries=-1)
            self.coming[question.remote()] = worker

    def arrived(self, answer: Any) -> None:
        """Handle the first answer of a worker: it is running now."""
        worker = self.coming.pop(answer)
        try:
            worker_version = ray.get(answer)
        except RayError as error:
            message = f"a Ray worker cannot start: {_last_line(error)}"
            raise Unreadable("no_worker", message) from None
        if worker_version != version("rowlock"):
            message = (
                f"the Ray workers have Rowlock {worker_version} (expected {version('rowlock')})"
            )
            raise Unreadable("no_worker", message)
        self.present.add(worker)


class Round:
    """The jobs of one call of `map`."""

    def __init__(self, cluster: Cluster, packed: Any, jobs: Iterable[Any]) -> None:
        self.cluster, self.packed = cluster, packed
        self.left = iter(jobs)
        self.all_begun = False
        self.begun = self.given_back = 0
        self.again = deque[Task]()
        self.under_way: dict[Any, tuple[int, Task]] = {}
        self.load = [0] * cluster.count
        self.done: dict[int, Callable[[], Any]] = {}

    def answers(self) -> Iterator[Any]:
        """Yield the answers in order."""
        while True:
            self._hand_out()
            if self.given_back in self.done:
                yield self.done.pop(self.given_back)()
                self.given_back += 1
            elif self.all_begun and self.given_back == self.begun:
                return
            else:
                self._wait()

    def _hand_out(self) -> None:
        present = self.cluster.present
        while present:
            worker = min(present, key=lambda each: self.load[each])
            task = self._next() if self.load[worker] < JOBS_PER_WORKER else None
            if task is None:
                return
            actor = self.cluster.actors[worker]
            answer = actor.do.remote(self.packed.hex(), [self.packed], task.job)
            self.under_way[answer] = worker, task
            self.load[worker] += 1

    def _next(self) -> Task | None:
        if self.again:
            return self.again.popleft()
        if self.begun == self.given_back + AHEAD * self.cluster.count:
            return None
        for job in islice(self.left, 1):
            self.begun += 1
            return Task(self.begun - 1, job)
        self.all_begun = True
        return None

    def _wait(self) -> None:
        """Wait until a worker has answered or started."""
        answers, _ = ray.wait([*self.under_way, *self.cluster.coming])
        for answer in answers:
            if answer in self.cluster.coming:
                self.cluster.arrived(answer)
            else:
                self._take(answer)

    def _take(self, answer: Any) -> None:
        worker, task = self.under_way.pop(answer)
        self.load[worker] -= 1
        try:
            value = ray.get(answer)
        except RayTaskError as error:  # the work failed: raised in the order of the answers
            self.done[task.number] = partial(_refuse, error.cause)
        except RayError:  # the worker or its machine failed
            self.cluster.wait_for(worker)
            if task.lost + 1 == TRIES:
                message = f"a job has crashed {TRIES} Ray workers"
                raise Unreadable("lost_worker", message) from None
            self.again.append(task._replace(lost=task.lost + 1))
        else:
            self.done[task.number] = partial(_same, value)


@contextmanager
def cluster(address: str, count: int | None, sent: object) -> Iterator[Cluster]:
    """At most `count` workers at an address. The user's modules that `sent` needs are sent
    along."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
    address = os.environ.get("RAY_ADDRESS", LOCAL) if address == LOCAL else address
    own: dict[str, Any] = {"num_cpus": count or default_threads()} if address == LOCAL else {}
    with tempfile.TemporaryDirectory(prefix="rowlock-") as folder:
        if _brought_together(sent, Path(folder)):
            own["runtime_env"] = {"working_dir": folder}
        _connect(address, own)
    try:
        processors = int(ray.cluster_resources().get("CPU", 0))
        if processors == 0:
            raise Unreadable("no_worker", f"Ray at {address} has no processors")
        yield Cluster(min(count or processors, processors))
    finally:
        ray.shutdown()


def _connect(address: str, own: dict[str, Any]) -> None:
    """Start Ray or connect to it. On a very busy machine, Ray gives up after half a minute."""
    ray._private.worker.print_to_stdstream = _do_nothing
    for attempts_left in reversed(range(STARTS if address == LOCAL else 1)):
        try:
            _check_reach(address)
            with _spared():
                ray.init(
                    address,
                    include_dashboard=False if address == LOCAL else None,
                    log_to_driver=False,
                    logging_level="ERROR",
                    **own,
                )
            return
        except Exception as error:  # Ray has no common exception type here
            ray.shutdown()
            if attempts_left == 0:
                message = f"Ray at {address} cannot be used: {_last_line(error)}"
                raise Unreadable("no_ray", message) from None


@contextmanager
def _spared() -> Iterator[None]:
    """While active, Ray does not start the processes in `SPARED`."""
    node = ray._private.node.Node
    starts = {name: getattr(node, name) for name in SPARED if hasattr(node, name)}
    try:
        for name in starts:
            setattr(node, name, _do_nothing)
        yield
    finally:
        for name, start in starts.items():
            setattr(node, name, start)


def _check_reach(address: str) -> None:
    """Try to connect first, because Ray would retry for minutes if nothing listens there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()


def _brought_together(sent: object, folder: Path) -> bool:
    """Copy the modules that must be sent to this folder; False if there are none."""
    try:
        files = own_modules(sent)
    except Exception as error:
        raise _unsendable(error) from error
    check_size(files)
    for name, file in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    return bool(files)


def _packed(work: object) -> bytes:
    try:
        packed: bytes = cloudpickle.dumps(work)
    except Exception as error:
        raise _unsendable(error) from error
    return packed


def _unsendable(error: Exception) -> Unreadable:
    message = f"a bot cannot be sent to another process: {error} (use --threads 1)"
    return Unreadable("bad_bot", message)


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[-1].strip()


def _do_nothing(*told: object, **more: object) -> None:
    """Replaces functions of Ray that have no setting: printing about its workers on standard
    output, which is reserved for results, and starting the processes in `SPARED`."""


def _same(value: Any) -> Any:
    return value


def _refuse(error: Exception) -> Any:
    raise error
