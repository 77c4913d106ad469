"""Many jobs at once: on threads, in processes, or with Ray on as many machines as one has.

A `Workplace` is where a command has its work done: `Local` on this machine, `ray_cluster.Cluster`
on others. It hands out a `Runner`, which does jobs. A job is a pure function of what it is given,
so it may be done anywhere and more than once, and the answers come in the order of the jobs:
whoever works, and however many of them, the results are the same.
"""

from rowlock.runners.journal import Journal
from rowlock.runners.workplace import Local, Runner, Workplace

__all__ = ["Journal", "Local", "Runner", "Workplace"]
