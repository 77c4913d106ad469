"""Three servers that are killed and stopped in turn: the chaos script in small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.databases import free_port

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_games_survive_kills_and_goodbyes_of_one_server_in_three(database: str) -> None:
    pace = ["--kill-every", "4", "--down", "6", "--goodbyes", "0.3", "--delay", "0.5"]
    pace += ["--streams", "0.3", "--within", "60"]
    servers = ["--servers", "3", "--database", database, "--port", str(free_port())]
    command = [sys.executable, "-m", "bench.chaos", "--games", "14", *pace, *servers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found = re.search(r"(\d+) kills", done.stdout)
    assert found is not None, done.stdout
    assert int(found[1]) > 0
    assert "nothing lost, nothing twice" in done.stdout
