"""Ctrl-C is for the parent alone, from the first moment of a worker on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from rowlock.arena.workers import workers

START = (
    # A test run that was started in the background hands down a SIGINT that is ignored.
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from rowlock.cli.main import main; "
    "__name__ == '__main__' and sys.exit(main(sys.argv[1:]))"
)

SLOW_TO_IMPORT = """
import time
from multiprocessing import parent_process
from pathlib import Path
from rowlock.bots.simple import Greedy

if parent_process() is not None:
    Path(__file__).with_name("importing").touch()
    time.sleep(2)

class Slow(Greedy):
    pass
"""


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_interrupts")
def test_workers_are_born_deaf_and_end_with_the_work() -> None:
    before = set(active_children())
    with workers(2, None) as some:
        assert list(some.map(signal.getsignal, [signal.SIGINT] * 2)) == [signal.SIG_IGN] * 2
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert set(active_children()) == before


def test_what_workers_are_doing_is_not_waited_for() -> None:
    begun = time.monotonic()
    with workers(2, None) as some:
        answers = some.map(time.sleep, [0, 600, 600])
        next(answers)
    assert time.monotonic() - begun < 300


def test_an_interrupt_while_workers_import_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "slow_bots.py").write_text(SLOW_TO_IMPORT)
    words = ["arena", "slow_bots:Slow", "greedy", "--games", "40", "--threads", "2"]
    running = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # the signal goes to all of its processes, as from a terminal
    )
    marker = tmp_path / "importing"
    while not marker.exists():
        assert running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert said.split("\n")[0] == "stopped before the first games were finished"
    assert "Traceback" not in said
    assert running.returncode == 130
