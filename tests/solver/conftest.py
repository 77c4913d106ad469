"""Classic, solved once for all tests that ask about it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import ValueTable, load_table, make_table
from rowlock.variants import load_variant


@pytest.fixture(scope="session")
def classic_file(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A file with the table of solo classic, shared by the processes that run tests."""
    folder = tmp_path_factory.getbasetemp()
    path = (folder if worker_id == "master" else folder.parent) / "classic.table"
    with alone(path.with_suffix(".lock")):
        if not path.exists():
            problem = make_problem(load_variant("classic"))
            make_table(problem, sweep_all(problem).values).save(path)
    return path


@pytest.fixture(scope="session")
def classic(classic_file: Path) -> ValueTable:
    return load_table(classic_file, load_variant("classic"))


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Only one process at a time is in here."""
    while True:
        try:
            lock.touch(exist_ok=False)
            break
        except FileExistsError:
            time.sleep(0.2)
    try:
        yield
    finally:
        lock.unlink()
