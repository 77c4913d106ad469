"""No test is allowed to fail now and then: the number of quarantined tests may only fall."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
MAX_QUARANTINED = 0

FILE = """
import pytest

@pytest.mark.quarantined(reason="the clock of a virtual machine jumps")
def test_that_fails(): raise AssertionError

@pytest.mark.quarantined(reason="the same")
def test_that_passes(): pass

def test_of_the_usual_kind(): pass
"""


def marks(folder: Path) -> Iterator[str]:
    """Where the mark is used, in whatever way it is written."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "quarantined":
                yield f"{file.relative_to(folder)}:{node.lineno}"


def pytest_with_the_mark(folder: Path, text: str) -> tuple[int, str]:
    file = folder / "test_example.py"
    file.write_text(text, "utf-8")
    options = ["-p", "tests.quarantine", "-p", "no:cacheprovider", "-c", "/dev/null", "-ra"]
    command = [sys.executable, "-m", "pytest", *options, "--rootdir", str(folder), str(file)]
    done = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_number_of_quarantined_tests_does_not_grow() -> None:
    found = list(marks(TESTS))
    assert len(found) <= MAX_QUARANTINED, found


def test_a_quarantined_test_runs_and_fails_nothing(tmp_path: Path) -> None:
    status, said = pytest_with_the_mark(tmp_path, FILE)
    assert (status, "1 passed, 1 xfailed, 1 xpassed" in said) == (0, True), said
    assert "quarantined: the clock of a virtual machine jumps" in said
    assert list(marks(tmp_path)) == ["test_example.py:4", "test_example.py:7"]


def test_a_mark_without_a_reason_stops_the_run(tmp_path: Path) -> None:
    marked = FILE.replace('reason="the same"', "")
    status, said = pytest_with_the_mark(tmp_path, marked)
    assert status != 0
    assert 'test_that_passes: quarantined needs reason="..."' in said
