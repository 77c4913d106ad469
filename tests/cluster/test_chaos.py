"""Three servers that are killed and stopped in turn: the chaos script in small."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.chaos import Chaos
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
    assert "nothing lost, nothing applied twice" in done.stdout


@pytest.mark.parametrize(
    ("back", "faults"),
    [
        ({"killed": [1.0] * 99 + [50.0], "stopped": [1.0]}, []),
        ({"killed": [1.0] * 97 + [50.0] * 3, "stopped": [1.0]}, ["killed"]),
        ({"killed": [1.0], "stopped": [4.0]}, ["stopped"]),
        ({"killed": [], "stopped": [1.0]}, ["killed"]),
    ],
)
def test_players_who_are_disconnected_for_too_long_are_a_fault(
    back: dict[str, list[float]], faults: list[str], tmp_path: Path
) -> None:
    limits = {"within": 12.0, "goodbye_within": 3.0}
    args = argparse.Namespace(seed=1, servers=0, **limits)
    chaos = Chaos(args, tmp_path)
    chaos.kills = chaos.goodbyes = 1
    chaos.back.update(back)
    found = list(chaos.late())
    assert len(found) == len(faults)
    assert all(how in fault for how, fault in zip(faults, found, strict=True))
