"""Many games between bots, and what they add up to: `run.simulate(run.Simulation(...))`.

Nothing is imported here: a process that plays Python bots needs only `core_games`, and starts
ten times faster without NumPy and Numba.
"""
