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

from rowlock.runners.pools import processes

START = (
    # A test run that was started in the background hands down a SIGINT that is ignored.
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from rowlock.cli.main import main; "
    "__name__ == '__main__' and sys.exit(main(sys.argv[1:]))"
)

SLOW_BIRTH = """
import os, sys, time
from pathlib import Path

if "--multiprocessing-fork" in sys.orig_argv:
    Path(__file__).with_name(f"{os.getpid()}.born").touch()
    time.sleep(20)
"""
"""Python imports this as `sitecustomize` before anything else."""


def until_it_hears(process: int) -> None:
    """Wait until the process does not ignore an interrupt any more."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        time.sleep(5)  # not on Linux
        return
    ignored = 1
    while ignored:
        time.sleep(0.02)
        line = next(line for line in status.read_text().splitlines() if line.startswith("SigIgn"))
        ignored = int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_interrupts")
def test_workers_ignore_interrupts_from_the_start_and_end_with_the_work() -> None:
    before = set(active_children())
    with processes(2) as some:
        assert list(some.map(signal.getsignal, [signal.SIGINT] * 2)) == [signal.SIG_IGN] * 2
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert set(active_children()) == before


def test_running_jobs_are_not_awaited_at_the_end() -> None:
    begun = time.monotonic()
    with processes(2) as some:
        answers = some.map(time.sleep, [0, 600, 600])
        next(answers)
    assert time.monotonic() - begun < 300


def test_an_interrupt_while_workers_start_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_BIRTH)
    words = ["arena", "greedy", "random", "--cards", "--games", "40", "--threads", "2"]
    running = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # the signal goes to all of its processes, as from a terminal
    )
    while len(list(tmp_path.glob("*.born"))) < 2:
        assert running.poll() is None
        time.sleep(0.02)
    until_it_hears(running.pid)  # it ignores interrupts while it starts them, but no longer
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert said.strip() == "stopped before the first set of games was complete"
    assert running.returncode == 130
