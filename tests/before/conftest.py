"""Servers are asked here too, in whatever order tests run."""

from __future__ import annotations

from tests.server.conftest import no_browser_in_the_way

__all__ = ["no_browser_in_the_way"]
