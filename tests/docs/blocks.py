"""Code blocks of a page, run as a reader would: one after another, in one folder."""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWLOCK = Path(sys.executable).with_name("rowlock")


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and text of every code block."""
    return re.findall(r"^```([\w-]*)\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown for it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def run_command(command: str, shown: str, folder: Path) -> None:
    """Run one command of a console block; output that ends in `...` may go on."""
    words = shlex.split(command)
    assert words[0] == "rowlock", command
    if words[1] == "serve":
        return serve(words[1:], folder)
    done = subprocess.run(
        [ROWLOCK, *words[1:]], cwd=folder, input="", capture_output=True, text=True, check=False
    )
    assert done.returncode == (130 if words[1] == "play" else 0), done.stderr
    assert done.stdout
    if shown.endswith("\n...\n"):
        assert done.stdout.startswith(shown.removesuffix("...\n"))
    elif shown:
        assert done.stdout == shown
    return None


def serve(words: list[str], folder: Path) -> None:
    """Start `rowlock serve` on any free port, without a browser, and stop it once it answers."""
    data = {"ROWLOCK_DATA": str(folder / "data")}
    serve_page([str(ROWLOCK), *words, "--port", "0", "--no-open"], folder, data)


def serve_page(command: list[str], folder: Path, settings: dict[str, str]) -> None:
    """Start a server, fetch the page at the address that it prints, and stop it."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        address = next(line.strip() for line in server.stdout if "http://localhost:" in line)
        try:
            assert b"<base href" in fetch(address)
        finally:
            server.terminate()
        assert server.wait(60) == 0


def fetch(address: str) -> bytes:
    """What a server answers, once it is there."""
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(address) as answer:
            found: bytes = answer.read()
            return found
        time.sleep(0.1)
    raise AssertionError("the page does not come up")


def run_session(text: str, names: dict[str, object]) -> dict[str, object]:
    """Run a Python block that shows a session; the names it defines are there for the next."""
    document = doctest.DocTestParser().get_doctest(text, names, "page", None, None)
    said: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(document, out=said.append, clear_globs=False)
    assert outcome.failed == 0, "".join(said)
    return document.globs


def saved_as(text: str) -> str | None:
    """The file that a block is saved as: its first line is a comment with the name."""
    found = re.match(r"# (\S+\.(?:py|toml))\n", text)
    return found and found[1]
