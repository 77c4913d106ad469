"""Several processes on one PostgreSQL database: each table belongs to one of them at a time.

`store.py` knows who owns what and lets nobody else write, `leases.py` keeps this process alive in
the database's eyes, `hop.py` and `tunnel.py` pass on what belongs elsewhere, and `arrival.py` knows
what was passed on to us. docs/adr/0008 has the argument.
"""
