"""Every code block of the README runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks, commands, run_command, serve_page

BLOCKS = blocks(ROOT / "README.md")
CONSOLE = [text for kind, text in BLOCKS if kind == "console"]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {kind for kind, _ in BLOCKS} == {"sh", "console", "python"}


def test_the_two_commands_of_the_start_exist_and_ci_runs_the_second() -> None:
    scripts = [text.strip() for kind, text in BLOCKS if kind == "sh"]
    assert scripts == ["scripts/serve", "scripts/test"]
    assert "scripts/test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_first_command_serves_the_page(tmp_path: Path) -> None:
    quiet = {"ROWLOCK_PORT": "0", "ROWLOCK_OPEN_BROWSER": "no", "ROWLOCK_DATA": str(tmp_path)}
    serve_page(["scripts/serve"], ROOT, quiet)


@pytest.mark.parametrize("flags", [[], ["--port", "9000", "--data", "my games"]])
def test_the_first_command_takes_the_flags_of_serve(tmp_path: Path, flags: list[str]) -> None:
    for name, does in (
        ("scripts/install", "exit 0"),
        (".venv/bin/rowlock", """printf '%s\\n' "$@" """),
    ):
        stub = tmp_path / name
        stub.parent.mkdir(parents=True)
        stub.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
        stub.chmod(0o755)
    script = shutil.copy(ROOT / "scripts" / "serve", tmp_path / "scripts")
    done = subprocess.run([script, *flags], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["serve", *flags]


@pytest.mark.parametrize(
    ("command", "shown"), [pair for block in CONSOLE for pair in commands(block)]
)
def test_a_console_command_prints_what_the_readme_shows(
    command: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    run_command(command, shown, tmp_path)


def test_the_python_block_is_the_example_and_prints_what_is_said_below_it() -> None:
    [block] = [text for kind, text in BLOCKS if kind == "python"]
    example = (ROOT / "examples" / "ten_lines.py").read_text("utf-8")
    assert example.endswith(block)
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=True)
    assert f"This prints `{done.stdout.strip()}`" in (ROOT / "README.md").read_text("utf-8")
