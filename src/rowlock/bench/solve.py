"""Benchmark of the exact solver: time and memory per sheet, and two threads compared with one.

The command solves each sheet in a separate process, so that memory is measured per sheet.
Compiling happens once per installation and is measured separately, with an empty cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from rowlock.bench.figure import Figure
from rowlock.bench.yardstick import c_loop
from rowlock.kernel.processors import default_threads

SECONDS = {"classic": 30, "mixx_a": 120, "mixx_b": 240}
"""Maximum time in seconds for each sheet on two processors."""

GPU_SECONDS = 2
MEGABYTES = 1024
C_GAMES = 1_000_000
RUNS = 3


def solve(variant: str, threads: int, device: str = "cpu", **environment: str) -> dict[str, Any]:
    """The output of `rowlock solve --json`."""
    code = "import sys; from rowlock.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = ["solve", "--variant", variant, "--threads", str(threads), "--device", device, "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as cache:
        first = solve("classic", 2, NUMBA_CACHE_DIR=cache)
    yield Figure("compiling the solver, once", first["compile_seconds"], "s")
    with c_loop() as loop:
        games = None if loop is None else min(loop.run(1, C_GAMES).seconds for _ in range(3))
    two = {}
    for variant, limit in SECONDS.items():
        runs = [solve(variant, 2) for _ in range(RUNS if variant == "classic" else 1)]
        two[variant] = min(run["seconds"] for run in runs)
        yield Figure(
            f"solve {variant}, alone, 2 threads",
            two[variant],
            "s",
            two[variant] / games if games else None,
            "a million random games in C",
            floor=limit,
            less_is_better=True,
        )
        yield Figure(
            f"solve {variant}, memory at most",
            max(run["peak_memory_mb"] for run in runs),
            "MB",
            floor=MEGABYTES,
            less_is_better=True,
        )
    one = min(solve("classic", 1)["seconds"] for _ in range(RUNS))
    yield Figure(
        "solve classic, 1 thread",
        one,
        "s",
        one / two["classic"],
        "2 threads",
        ratio_floor=1.7 if default_threads() > 1 else None,
    )
    yield from on_gpu(two["classic"])


def on_gpu(processor: float) -> Iterator[Figure]:
    """The same on a GPU; nothing if CuPy is missing or finds no GPU."""
    if find_spec("cupy") is None:
        return
    try:
        runs = [solve("classic", 1, device="cuda") for _ in range(RUNS)]
    except subprocess.CalledProcessError:
        return
    seconds = min(run["seconds"] for run in runs)
    yield Figure(
        "solve classic, alone, GPU",
        seconds,
        "s",
        seconds / processor,
        "2 threads",
        floor=GPU_SECONDS,
        less_is_better=True,
    )
    yield Figure("compiling for the GPU", runs[0]["compile_seconds"], "s")
