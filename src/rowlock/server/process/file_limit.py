"""How many files, and so connections, the system lets this process open."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def raise_file_limit() -> int:
        """There is no such limit here worth a word."""
        return sys.maxsize

else:
    import resource

    def raise_file_limit() -> int:
        """Take as many as the system gives without asking anybody; answers how many."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        return sys.maxsize if soft == resource.RLIM_INFINITY else soft
