"""Figures of this machine, each beside a yardstick that ran in the same minute.

One module a topic, with a function `figures() -> Iterator[Figure]` that measures and yields.
A part of the package with figures of its own adds a line to `TOPICS`.
"""

TOPICS = {
    "core": "rowlock.bench.core",
    "kernel": "rowlock.bench.kernel",
    "batch": "rowlock.bench.batch",
    "simulate": "rowlock.bench.simulate",
    "solve": "rowlock.bench.solve",
    "paper": "rowlock.bench.paper",
    "review": "rowlock.bench.review",
}
"""Every topic with its module, in the order in which `rowlock bench` runs them."""
