"""Runs many jobs in parallel: on threads, in processes, or with Ray on several machines.

A `Workplace` says where jobs run: `Local` on this machine, `ray_cluster.Cluster` on others. It
provides a `Runner`, which maps a function over jobs. The function must be pure, because a job may
run anywhere and more than once. Answers come in the order of the jobs, so results do not depend on
the number or kind of workers.
"""

from rowlock.runners.journal import Journal
from rowlock.runners.places import Local, Runner, Workplace

__all__ = ["Journal", "Local", "Runner", "Workplace"]
