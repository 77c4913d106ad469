"""Reviews and other long computations, in a job queue."""
