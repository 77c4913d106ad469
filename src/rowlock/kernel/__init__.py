"""The rules once more, fast: flat integer arrays, compiled by Numba where it is installed."""
