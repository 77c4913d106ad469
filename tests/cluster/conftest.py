"""One PostgreSQL server for all tests of several processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.databases import postgres, programs

collect_ignore_glob = [] if programs() else ["test_*.py"]


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url
