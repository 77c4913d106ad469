"""The container: what the Dockerfile says agrees with the server, and its steps work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.server.config import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_the_container_serves_on_the_port_of_the_server() -> None:
    ports = re.findall(r"EXPOSE (\d+)|--port\", \"(\d+)|127\.0\.0\.1:(\d+)", DOCKERFILE)
    assert {int(port) for found in ports for port in found if port} == {Settings().port}


def test_the_variables_of_the_container_are_settings() -> None:
    for name in re.findall(r"\bROWLOCK_(\w+)=", DOCKERFILE):
        assert hasattr(Settings(), name.lower())


@pytest.mark.long
@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0 or shutil.which("unshare") is None,
    reason="only root may mount; as others: sudo python3 scripts/check_dockerfile.py",
)
def test_every_step_of_the_dockerfile_works() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/check_dockerfile.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1_200,
    )
    assert done.returncode == 0, done.stdout[-3_000:]
    assert "every step of the Dockerfile works" in done.stdout
