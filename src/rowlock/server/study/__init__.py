"""Reviews and other long computations, run in job queues."""
