"""A real server on a real port, one for each process that runs tests."""

from __future__ import annotations

from asyncio import events
from collections.abc import Iterator

import pytest

from tests.server.running import Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(data=str(tmp_path_factory.mktemp("data")), review_seconds=1.0) as server:
        yield server


@pytest.fixture(autouse=True)
def no_browser_in_the_way() -> Iterator[None]:
    """A browser test that came first in this process leaves Playwright's loop marked as running,
    and `asyncio.run` would refuse; tests may run in any order."""
    loop = events._get_running_loop()
    events._set_running_loop(None)
    yield
    events._set_running_loop(loop)
