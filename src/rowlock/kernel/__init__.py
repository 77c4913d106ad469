"""Fast implementation of the rules on flat integer arrays, compiled by Numba if installed."""
