"""Ray: a worker for every processor of a cluster, or of this machine.

Every worker is an actor. It gets a job, and one more to go on with at once; how far jobs may be
ahead of the answer that is wanted next is bounded. A worker that dies is started again by Ray, on
another machine if its own has gone, and gets jobs as soon as it says that it is there; what it was
doing goes to whoever is free. Jobs are pure functions, so nothing is lost or counted twice. A job
that ends its workers again and again is refused.
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
from rowlock.runners.ray_worker import Worker

Job = TypeVar("Job")
Answer = TypeVar("Answer")

LOCAL = "local"
"""The address of a Ray that is started for this run alone."""
AT_ONCE = 2
"""Jobs that a worker has: one that it does, and one that it need not wait for."""
STARTS = 3
"""How often it is tried to start one."""
KNOCK = 10.0
"""Seconds in which an address has to answer."""
TRIES = 5
"""How often a job may end its worker."""
SPARED = ("start_log_monitor", "start_monitor", "start_api_server")
"""Processes that a Ray for one run can do without: they would bring its logs here, ask for more
machines, and count who uses it. `ray start` can leave out the first two; `ray.init` has no setting
for any of them."""


class Task(NamedTuple):
    """A job with its place among all jobs, and how often it was lost."""

    number: int
    job: Any
    lost: int = 0


class Cluster:
    """The workers, there or on their way; a workplace and its runner in one."""

    def __init__(self, count: int) -> None:
        kind = ray.remote(num_cpus=1, max_restarts=-1)(Worker)
        self.count = count
        self.actors = [kind.remote() for _ in range(count)]
        self.present: set[int] = set()
        self.coming: dict[Any, int] = {}
        """What the first question to a worker will answer, and whose answer it is."""
        for worker in range(count):
            self.wait_for(worker)

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Cluster]:
        """The same workers for all."""
        return nullcontext(self)

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The answers in the order of the jobs; a refusal by a worker is raised here."""
        return Round(self, ray.put(_packed(work)), jobs).answers()

    def wait_for(self, worker: int) -> None:
        """Give it no jobs before it is there, for the first time or again."""
        self.present.discard(worker)
        if worker not in self.coming.values():
            question = self.actors[worker].version.options(max_task_retries=-1)
            self.coming[question.remote()] = worker

    def arrived(self, answer: Any) -> None:
        """A worker is there."""
        worker = self.coming.pop(answer)
        try:
            found = ray.get(answer)
        except RayError as error:
            message = f"a worker of Ray cannot begin: {_last_line(error)}"
            raise Unreadable("no_worker", message) from None
        if found != version("rowlock"):
            message = f"the workers of Ray have Rowlock {found}, here it is {version('rowlock')}"
            raise Unreadable("no_worker", message)
        self.present.add(worker)


class Round:
    """The jobs of one piece of work."""

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
        """One after the other, in order."""
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
            task = self._next() if self.load[worker] < AT_ONCE else None
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
        """Until somebody has answered, or has come."""
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
        except RayTaskError as error:  # the work itself has failed: told when its turn comes
            self.done[task.number] = partial(_refuse, error.cause)
        except RayError:  # the worker, or its machine
            self.cluster.wait_for(worker)
            if task.lost + 1 == TRIES:
                message = f"a job has ended its worker of Ray {TRIES} times"
                raise Unreadable("lost_worker", message) from None
            self.again.append(task._replace(lost=task.lost + 1))
        else:
            self.done[task.number] = partial(_same, value)


@contextmanager
def cluster(address: str, count: int | None, sent: object) -> Iterator[Cluster]:
    """The workers at an address, at most so many; modules of one's own that `sent` needs travel."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that it was used
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
    """Start Ray, or find it. On a machine that is very busy Ray gives up after half a minute."""
    ray._private.worker.print_to_stdstream = _do_nothing
    for left in reversed(range(STARTS if address == LOCAL else 1)):
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
        except Exception as error:  # Ray has no kind of its own for what goes wrong here
            ray.shutdown()
            if left == 0:
                message = f"Ray at {address} cannot be used: {_last_line(error)}"
                raise Unreadable("no_ray", message) from None


@contextmanager
def _spared() -> Iterator[None]:
    """Whatever is started meanwhile is started without them."""
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
    """Knock first: Ray would try for minutes at an address where nobody is."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()


def _brought_together(sent: object, folder: Path) -> bool:
    """Whether there are modules that have to travel; they are copied to this folder."""
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
    message = f"a bot cannot go to another process ({error}); --threads 1 plays without any"
    return Unreadable("bad_bot", message)


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[-1].strip()


def _do_nothing(*told: object, **more: object) -> None:
    """Instead of what Ray does without a setting for it: telling on standard output, which is for
    answers alone, what becomes of its workers; and what is `SPARED`."""


def _same(value: Any) -> Any:
    return value


def _refuse(error: Exception) -> Any:
    raise error
