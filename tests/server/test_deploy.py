"""The container: what the Dockerfile says agrees with the server."""

from __future__ import annotations

import re
from pathlib import Path

from rowlock.server.config import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_the_container_serves_on_the_port_of_the_server() -> None:
    ports = re.findall(r"EXPOSE (\d+)|--port\", \"(\d+)|127\.0\.0\.1:(\d+)", DOCKERFILE)
    assert {int(port) for found in ports for port in found if port} == {Settings().port}


def test_the_variables_of_the_container_are_settings() -> None:
    for name in re.findall(r"\bROWLOCK_(\w+)=", DOCKERFILE):
        assert hasattr(Settings(), name.lower())
