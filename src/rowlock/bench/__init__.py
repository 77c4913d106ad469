"""Benchmarks of this machine, each relative to a yardstick measured in the same minute.

Every topic is a module with a function `figures() -> Iterator[Figure]`, which measures. To add a
topic, add a line to `TOPICS`.
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
"""Topics with their modules, in the order in which `rowlock bench` runs them."""
