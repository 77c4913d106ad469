"""The wheel in a Python that has msgspec and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from tests.solver.conftest import alone

ROOT = Path(__file__).parents[2]


class Bare:
    """A Python of its own, told nothing of this project's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.rowlock = folder / "bin" / "rowlock"

    def run(self, *words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
        env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        captured: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.run(
            [str(word) for word in words],
            **(captured | {"cwd": self.folder, "env": env, "text": True} | options),
        )

    def say(self, code: str) -> str:
        """What a program prints."""
        done = self.run(self.python, "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Bare:
    """Made once for all processes that run tests, without any network."""
    folder = tmp_path_factory.getbasetemp()
    made = Bare((folder if worker_id == "master" else folder.parent) / "bare")
    with alone(made.folder.with_suffix(".lock")):
        if not made.rowlock.exists():
            _make(made)
    return made


def _make(bare: Bare) -> None:
    venv.create(bare.folder, clear=True, with_pip=False)
    [packages] = bare.folder.glob("lib/python*/site-packages")
    msgspec = distribution("msgspec")
    for file in msgspec.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(msgspec.locate_file(file)), packages / file)
    wheels = bare.folder / "wheels"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = wheels.iterdir()
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--python"]
    # With dependencies but without an index: a wheel that asks for more than msgspec fails here.
    words = ["install", "--no-index", "--no-compile", str(wheel)]
    subprocess.run([*pip, str(bare.python), *words], check=True)
