"""Compiling in the background leaves nothing behind."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rowlock.kernel.preparation import Preparation

SLOW = """
import fcntl, time
from rowlock.kernel.preparation import step_back
step_back()
held = open("held", "w")
fcntl.flock(held, fcntl.LOCK_EX)
open("begun", "w").close()
time.sleep(600)
"""
PROGRAM = """
import time
from rowlock.kernel.preparation import Preparation
Preparation("slow", lambda: None).begin()
time.sleep(600)
"""
PATIENCE_S = 120
HALF = """
from rowlock.kernel.preparation import note, step_back
step_back()
print("compiled something")
note(0.25)
note(0.5)
"""


def test_background_compilation_ends_with_a_killed_program(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    (tmp_path / "held").touch()
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}
    )
    limit = time.monotonic() + PATIENCE_S
    while not (tmp_path / "begun").exists():
        assert program.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.05)
    program.kill()
    program.wait()
    with (tmp_path / "held").open("w") as held:
        while time.monotonic() < limit:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(0.05)
    raise AssertionError("it goes on compiling for nobody")


def test_background_work_reports_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half.py").write_text(HALF, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    preparation = Preparation("half", lambda: None)
    assert preparation.share is None
    preparation.begin()
    limit = time.monotonic() + PATIENCE_S
    while preparation.is_under_way:
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert preparation.share == 0.5
