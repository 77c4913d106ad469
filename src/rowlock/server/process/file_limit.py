"""Raises the limit of open files, and so of connections."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def raise_file_limit() -> int:
        """Windows has no such limit."""
        return sys.maxsize

else:
    import resource

    def raise_file_limit() -> int:
        """Raise the soft limit to the hard limit; returns the new limit."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        return sys.maxsize if soft == resource.RLIM_INFINITY else soft
