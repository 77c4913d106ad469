"""What runs in the browser needs msgspec alone."""

from __future__ import annotations

import subprocess
import sys

ABSENT = ("numpy", "numba", "starlette", "structlog", "prometheus_client", "uvicorn", "websockets")


def test_the_host_and_its_bots_need_no_other_package() -> None:
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({ABSENT!r}))\n"
        "from rowlock.browser import host\n"
        "from rowlock.server.bots.levels import levels\n"
        "print(len(levels()))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "5", done.stderr[-2000:]
