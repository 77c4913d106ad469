"""Ray as it is: scripts/check-ray runs this file, since Ray is in no lock file.

Workers are killed, interrupted and given modules that lie nowhere else; the answers are always
those of one machine.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import ray

from rowlock import Unreadable
from rowlock.runners.ray_cluster import SPARED, TRIES, Cluster, _do_nothing, cluster
from tests.runners.test_workplace import refused_at, shouted

PATIENT = 300
"""Seconds for a busy machine."""

# A test run that was started in the background hands down a SIGINT that is ignored.
COMMAND = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from rowlock.cli.main import main; sys.exit(main())"
)
ROOT = Path(__file__).parents[2]

CAREFUL = """
import pathlib, os, time
import careful_helper

class Careful:
    def choose(self, view, rng):
        mark = pathlib.Path(os.environ["MARKS"]) / str(os.getpid())
        mark.touch()
        return careful_helper.first(view.legal)
"""


@pytest.fixture(scope="module")
def workers() -> Iterator[Cluster]:
    with cluster("local", 2, shouted) as found:
        yield found


def test_answers_come_in_the_order_of_the_jobs(workers: Cluster) -> None:
    assert workers.count == 2
    answers = list(workers.map(partial(shouted, "game"), range(100)))
    assert answers == [f"game {number}!" for number in range(100)]
    assert list(workers.map(abs, [])) == []


def test_ray_starts_only_what_a_run_needs(workers: Cluster) -> None:
    started = set(ray._private.worker._global_node.all_processes)
    assert "raylet" in started
    assert not started & {"log_monitor", "monitor", "dashboard"}
    assert all(getattr(ray._private.node.Node, name) is not _do_nothing for name in SPARED)


def test_the_first_refusal_is_raised_after_the_answers_before_it(workers: Cluster) -> None:
    answers = workers.map(partial(refused_at, 9), range(30))
    assert [next(answers) for _ in range(9)] == list(range(9))
    with pytest.raises(Unreadable) as refusal:
        next(answers)
    assert type(refusal.value) is Unreadable
    assert (refusal.value.code, refusal.value.line) == ("bad_games", 9)


def test_an_aborted_run_does_not_disturb_the_next_one(workers: Cluster) -> None:
    answers = workers.map(abs, range(1000))
    assert next(answers) == 0
    del answers
    assert list(workers.map(abs, range(-20, 0))) == list(range(20, 0, -1))


def dying_once(folder: Path, number: int) -> int:
    mark = folder / str(number)
    if number % 7 == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dying(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_worker_that_is_killed_changes_nothing(workers: Cluster, tmp_path: Path) -> None:
    assert list(workers.map(partial(dying_once, tmp_path), range(25))) == list(range(25))
    assert len(list(tmp_path.iterdir())) == 4  # jobs 3, 10, 17 and 24 each ended a worker


def test_a_job_that_always_ends_its_worker_is_refused(workers: Cluster) -> None:
    with pytest.raises(Unreadable, match=f"ended its worker of Ray {TRIES} times"):
        list(workers.map(dying, [1]))
    assert list(workers.map(abs, [-1])) == [1]  # and the workers are there again


def test_work_that_cannot_travel_is_refused(workers: Cluster) -> None:
    with pytest.raises(Unreadable, match="cannot be sent to another process"):
        workers.map(partial(print, threading.Lock()), [1])


def rowlock(words: list[str], **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words, "--json"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(running: subprocess.Popen[str], status: int = 0) -> dict[str, Any]:
    out, err = running.communicate(timeout=PATIENT)
    assert running.returncode == status, err
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return {key: found[key] for key in found if key not in ("seconds", "threads")}


MATCH = ["arena", "greedy", "random", "--variant", "bonus_b", "--games", "3000", "--seed", "5"]


@pytest.mark.parametrize("kind", [[], ["--stop"], ["--ladder"]])
def test_a_match_is_the_same_on_any_workers(kind: list[str]) -> None:
    alone = answer(rowlock([*MATCH, *kind, "--threads", "1"]))
    assert answer(rowlock([*MATCH, *kind, "--threads", "2"])) == alone
    assert answer(rowlock([*MATCH, *kind, "--processes"])) == alone
    assert answer(rowlock([*MATCH, *kind, "--ray", "--threads", "2"])) == alone


def test_a_simulation_is_the_same_on_any_workers() -> None:
    words = ["simulate", "--bots", "greedy,random,greedy:1", "--games", "100000"]
    alone = answer(rowlock([*words, "--threads", "1"]))
    assert answer(rowlock([*words, "--processes", "--threads", "2"])) == alone
    assert answer(rowlock([*words, "--ray"])) == alone


@pytest.fixture
def careful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot that leaves a mark of the process in which it plays."""
    (tmp_path / "careful_bots.py").write_text(CAREFUL)
    (tmp_path / "careful_helper.py").write_text("def first(moves):\n    return moves[0]\n")
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv("MARKS", str(marks))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}")
    return marks


def pids(marks: Path, running: subprocess.Popen[str]) -> list[int]:
    """The processes that play, as soon as there are any."""
    until = time.monotonic() + PATIENT
    while not (found := [int(mark.name) for mark in marks.iterdir()]):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


OWN = ["arena", "careful_bots:Careful", "greedy", "--games", "600"]


def test_a_worker_killed_during_a_match_of_a_custom_bot(careful: Path) -> None:
    alone = answer(rowlock([*OWN, "--threads", "1"]))
    for mark in careful.iterdir():
        mark.unlink()
    running = rowlock([*OWN, "--ray", "--threads", "2"])
    worker = pids(careful, running)[0]
    assert worker != running.pid
    os.kill(worker, signal.SIGKILL)
    assert answer(running) == alone


def test_ctrl_c_prints_what_is_done_and_the_rest_is_played_later(careful: Path) -> None:
    words = [*OWN, "--resume", "match.journal"]
    alone = answer(rowlock([*OWN, "--threads", "1"]))
    for mark in careful.iterdir():
        mark.unlink()
    running = rowlock([*words, "--ray", "--threads", "2"])
    pids(careful, running)
    journal = Path("match.journal")
    while journal.read_bytes().count(b"\n") < 3:  # the question and two sets
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    part = answer(running, status=130)
    assert part["interrupted"] is True
    assert 0 < part["games"] < 600
    assert answer(rowlock([*words, "--ray", "--threads", "2"])) == alone
    assert answer(rowlock(words)) == alone  # nothing is left to play


def test_ones_own_modules_travel(tmp_path: Path) -> None:
    """A folder without `__init__.py`, its weights, and a helper that is imported late."""
    code = (
        "import importlib, shutil, sys\n"
        "from rowlock.runners.ray_cluster import cluster\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "work = importlib.import_module('travelling.work').multiplied\n"
        "with cluster('local', 1, work) as found:\n"
        "    shutil.rmtree(sys.argv[1])\n"  # nobody can find it there any more
        "    print(list(found.map(work, [1, 2])))\n"
    )
    folder = tmp_path / "mine"
    (folder / "travelling").mkdir(parents=True)
    (folder / "travelling" / "weights.json").write_text("[2]")
    (folder / "travelling" / "work.py").write_text(
        "import json, pathlib\n"
        "def multiplied(n):\n"
        "    from travelling_helper import times\n"
        "    weights = pathlib.Path(__file__).with_name('weights.json').read_text()\n"
        "    return times(json.loads(weights)[0], n)\n"
    )
    (folder / "travelling_helper.py").write_text("def times(a, b):\n    return a * b\n")
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        timeout=PATIENT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.stdout == "[2, 4]\n", done.stderr


def test_an_address_without_a_server() -> None:
    with rowlock([*MATCH, "--ray", "127.0.0.1:1"]) as running:
        out, err = running.communicate(timeout=PATIENT)
    assert running.returncode == 2
    assert out == ""
    assert err.startswith("rowlock: Ray at 127.0.0.1:1 cannot be used: ")
