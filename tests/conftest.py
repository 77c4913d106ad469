"""What all tests share.

Hypothesis draws the same examples every time, here and in CI, and never fails for slowness.
`pytest --hypothesis-profile explore` draws new ones.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("steady")

os.environ["ROWLOCK_WARM_UP"] = "no"  # servers under test leave the processor to the tests


@pytest.fixture(autouse=True)
def no_loop_but_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser leaves Playwright's event loop marked as running for the rest of the process; a
    command under test that starts a loop of its own must not see it."""
    left = None if "browser" in request.fixturenames else asyncio._get_running_loop()
    if left is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)
