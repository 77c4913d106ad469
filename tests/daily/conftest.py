"""The table of classic, solved once for all tests."""

from tests.solve.conftest import classic, classic_file

__all__ = ["classic", "classic_file"]
