"""Compiles the bots to WebAssembly, from the functions that Numba compiles for this machine."""
