"""A killed server loses nothing it had acknowledged: the chaos script in small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.server.databases import free_port

ROOT = Path(__file__).parents[2]


def test_games_survive_kills_drops_and_repeats() -> None:
    flags = ["--games", "7", "--at-once", "7", "--kill-every", "1.5", "--drop", "0.05"]
    command = [sys.executable, "-m", "bench.chaos", *flags, "--port", str(free_port())]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    found = re.search(r"7 games .* (\d+) kills, (\d+) drops, (\d+) repeated", done.stdout)
    assert found is not None, done.stdout
    assert all(int(number) > 0 for number in found.groups())
