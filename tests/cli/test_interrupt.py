"""Ctrl-C ends a command soon, whatever it is doing, and nothing stays behind."""

from __future__ import annotations

import itertools
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sampling import some

PATIENT = 60
"""Seconds for a busy machine. What is stopped here would go on for longer than that."""

# A test run that was started in the background hands down a SIGINT that is ignored.
HEARING = "import signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"

STUCK = (
    HEARING
    + """
import hashlib, multiprocessing, time
from rowlock.cli.interrupt import stoppable

if __name__ == "__main__":
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,), daemon=True)
    child.start()
    print(child.pid, flush=True)
    with stoppable(lambda: print("three games so far")):
        told = False
        while True:
            try:
                if not told:
                    told = True
                    print("working", flush=True)
                hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)  # many minutes, deaf to signals
            except KeyboardInterrupt:
                pass  # it came before the work began
"""
)

COMPILING = (
    HEARING
    + """
from numba.core import event
from rowlock.cli.main import main

class Mark(event.Listener):
    told = False
    def on_start(self, event):
        if not Mark.told:
            Mark.told = True
            print("compiling", file=sys.stderr, flush=True)
    def on_end(self, event):
        pass

event.register("numba:compile", Mark())
sys.exit(main(sys.argv[1:]))
"""
)


def start(code: str, *words: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def assert_it_ends_with_what_is_done(running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    assert running.stdout.readline() == "working\n"
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENT)
    assert running.returncode == 130
    assert out == "three games so far\n"
    assert err == ""


def test_work_that_ignores_signals_ends_with_its_partial_results() -> None:
    with start(STUCK) as running:
        assert running.stdout is not None
        child = int(running.stdout.readline())
        assert_it_ends_with_what_is_done(running)
    for _ in range(100):
        if not is_running(child):
            break
        time.sleep(0.1)
    assert not is_running(child)


def test_the_cursor_comes_back_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        assert running.stdout.readline() == "working\n"
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENT) == 130
    shown = os.read(ours, 1000).decode()
    os.close(ours)
    os.close(theirs)
    assert "\x1b[?25h" in shown


LOST = (
    HEARING
    + """
import ctypes, hashlib
from rowlock.cli.interrupt import stoppable

@ctypes.CFUNCTYPE(None)
def callback():
    print("working", flush=True)
    while True:
        pass

with stoppable(lambda: print("three games so far")):
    callback()
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)  # many minutes, deaf to signals
"""
)


def test_an_interrupt_swallowed_by_c_code_ends_the_command_silently() -> None:
    with start(LOST) as running:
        assert_it_ends_with_what_is_done(running)


LINKING = (
    HEARING
    + """
import types
from rowlock.cli.interrupt import stoppable

compiler = types.ModuleType("numba.core.codegen")
exec('''
def link():
    try:
        print("working", flush=True)
        while True:
            pass
    finally:
        print("half done", flush=True)
''', vars(compiler))

with stoppable(lambda: print("three games so far")):
    compiler.link()
"""
)


def test_nothing_is_raised_inside_the_compiler() -> None:
    with start(LINKING) as running:
        assert_it_ends_with_what_is_done(running)


POSITION = 'classic 9 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0'
COMMANDS = {
    "arena": ["arena", "champion", "heuristic"],
    "simulate": ["simulate", "--bots", "champion,race"],
    "solve": ["solve"],
    "advise": ["advise", "--sheet", "r- y- g- b- x0", "--roll", "41 3256"],
    "rollout": ["rollout", "--position", POSITION],
    "bench": ["bench", "kernel", "--json"],
}


AT_ONCE = [("bench", 0.0)]
LATER = [(command, 2.0) for command in ("arena", "solve")]


@pytest.mark.parametrize(
    ("command", "later"),
    some(itertools.product(COMMANDS, [0.0, 2.0]), [*AT_ONCE, *LATER]),
)
def test_compiling_does_not_hold_it_up(command: str, later: float, tmp_path: Path) -> None:
    cache = tmp_path / "compiled"
    places = {"NUMBA_CACHE_DIR": str(cache), "ROWLOCK_CACHE": str(tmp_path / "solved")}
    with start(COMPILING, *COMMANDS[command], **places) as running:
        assert running.stderr is not None
        while running.stderr.readline() != "compiling\n":
            pass
        time.sleep(later)
        before = set(cache.rglob("*.nbc"))
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENT)
    assert running.returncode == 130
    assert "Traceback" not in err
    # It did not go on compiling, but for the function that LLVM had just finished.
    assert len(set(cache.rglob("*.nbc")) - before) <= 1
    if command == "bench":
        assert json.loads(out)["topics"] == {"kernel": []}
    else:
        assert out == ""
