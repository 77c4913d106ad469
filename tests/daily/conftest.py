"""The table of classic, solved once for all tests; no browser in the way of `asyncio.run`."""

from tests.server.conftest import no_browser_in_the_way
from tests.solve.conftest import classic, classic_file

__all__ = ["classic", "classic_file", "no_browser_in_the_way"]
