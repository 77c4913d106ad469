"""Bots that play at tables, in worker threads and processes."""
