"""The same server that the other tests use."""

from tests.server.conftest import no_browser_in_the_way, server

__all__ = ["no_browser_in_the_way", "server"]
