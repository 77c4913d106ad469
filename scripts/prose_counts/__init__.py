"""Counters of `scripts/prose`. Each returns places: `file:line: what`, relative to the root."""
