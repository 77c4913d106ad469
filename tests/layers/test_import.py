"""`import rowlock` is quick and brings none of the heavy libraries along."""

from __future__ import annotations

import subprocess
import sys

LIMIT_SECONDS = 0.1
HEAVY = ("numpy", "numba", "rich", "starlette", "textual", "torch", "hypothesis", "asyncio")


def in_a_new_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_rowlock_brings_no_heavy_library_along() -> None:
    code = f"import sys, rowlock; print([name for name in {HEAVY} if name in sys.modules])"
    assert in_a_new_python(code) == "[]"


def test_importing_rowlock_takes_less_than_a_tenth_of_a_second() -> None:
    # The interpreter's own start does not count, nor what other programs do at the same time:
    # of several tries the best one tells.
    code = "import time; start = time.process_time(); import rowlock; "
    code += "print(time.process_time() - start)"
    in_a_new_python(code)  # compiles what has changed
    tries: list[float] = []
    while len(tries) < 20 and min(tries, default=1.0) >= LIMIT_SECONDS:
        tries.append(float(in_a_new_python(code)))
    assert min(tries) < LIMIT_SECONDS
