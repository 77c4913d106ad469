"""A program that is talked to line by line, with time limits on every platform."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

MAX_LINE = 100_000
"""Limit for the length of a line, in characters."""
GOODBYE_S = 1.0
"""How long a program may take to end after `quit`."""


class Broken(Exception):
    """A rule that the program has broken (`program.RULES`), and how."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class ProgramProcess:
    """The running program. A thread reads its output, because pipes have no time limits."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="rowlock-program", daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):  # the pipe was closed
            while line := self._process.stdout.readline(MAX_LINE):
                self._lines.put(line)
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Write a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def line(self, within_ms: int) -> str:
        """The next line that is not empty. Raises `TimeoutError` if there is none in time."""
        end = time.monotonic() + within_ms / 1000
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise TimeoutError from None
            if line is None:
                raise self._ended()
            if line.strip():
                return line.strip()

    def _ended(self) -> Broken:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_S)
        return Broken("crashed", f"the program ended with status {self._process.poll()}")

    def end(self) -> None:
        """Ask the program to end, and end it if it does not."""
        with suppress(Broken):
            self.send("quit")
        process = self._process
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
