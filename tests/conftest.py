"""What all tests share.

Hypothesis draws the same examples every time, here and in CI, and never fails for slowness.
`pytest --hypothesis-profile explore` draws new ones.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

pytest_plugins = ["tests.quarantine"]

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("steady")

os.environ["ROWLOCK_WARM_UP"] = "no"  # servers under test leave the processor to the tests


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Function) -> Generator[None, object, object]:
    """A browser leaves Playwright's event loop marked as running for the rest of the process; a
    test that starts a loop of its own must not see it, nor must the fixtures it waits for."""
    left = None if "browser" in item.fixturenames else asyncio._get_running_loop()
    if left is None:
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(left)
