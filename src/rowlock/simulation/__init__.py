"""Simulations: many games between bots, with statistics. See `run.simulate(run.Simulation(...))`.

This module imports nothing: a process that plays Python bots needs only `core_games` and starts ten
times faster without NumPy and Numba.
"""
