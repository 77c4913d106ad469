"""The same server that the other tests use."""

from tests.server.conftest import server

__all__ = ["server"]
