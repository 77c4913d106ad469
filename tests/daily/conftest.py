"""The table of classic, solved once for all tests."""

from tests.solver.conftest import classic, classic_file

__all__ = ["classic", "classic_file"]
