"""The public functions for bots, matches and analysis; `import rowlock` loads them on first use.

Each is a thin layer over one part of the package: it takes names and plain values, and returns a
result that prints as a table (`rowlock.tabular`).
"""
