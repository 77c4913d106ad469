"""The yardstick in C: the same games in handwritten C, if there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

SOURCE = Path(__file__).with_name("classic.c")
FLAGS = ("-O3", "-march=native")


class CRun(Struct, frozen=True):
    """Random two-player classic games: sums over all of them, and their time."""

    scores: int
    turns: int
    seconds: float


class CLoop:
    """Runs the compiled C program."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def run(self, seed: int, games: int) -> CRun:
        command = [str(self.program), str(seed), str(games)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        scores, turns, seconds = done.stdout.split()
        return CRun(int(scores), int(turns), float(seconds))


@contextmanager
def c_loop() -> Iterator[CLoop | None]:
    """Context manager: the compiled program; None if it cannot be compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "classic"
        made = subprocess.run(
            [compiler, *FLAGS, "-o", str(program), str(SOURCE)], capture_output=True, check=False
        )
        yield CLoop(program) if made.returncode == 0 else None
