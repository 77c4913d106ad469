"""A server that says it is ready can be used, and stopped, from that moment on."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

PATIENT = 60
"""Seconds for a busy machine."""


def start(data: Path) -> subprocess.Popen[str]:
    words = ["-m", "rowlock", "serve", "--host", "127.0.0.1", "--port", "0", "--no-open"]
    return subprocess.Popen(
        [sys.executable, *words, "--data", str(data), "--log-level", "error"],
        stdout=subprocess.PIPE,
        text=True,
    )


def ready(server: subprocess.Popen[str]) -> str:
    """The address, as soon as it is told."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+\S*", line):
            return found[0]
    raise AssertionError("it never said that it is ready")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_right_after_ready_stops_it(number: signal.Signals, tmp_path: Path) -> None:
    with start(tmp_path) as server:
        ready(server)
        server.send_signal(number)
        assert server.wait(PATIENT) == 0


def test_it_answers_as_soon_as_it_is_ready(tmp_path: Path) -> None:
    with start(tmp_path) as server:
        with urllib.request.urlopen(ready(server) + "/readyz", timeout=PATIENT) as answer:
            assert answer.status == 200
        server.terminate()
        assert server.wait(PATIENT) == 0
