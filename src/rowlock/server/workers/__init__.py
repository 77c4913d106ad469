"""Several processes behind one port: `rowlock serve --workers N`.

The parent (`parent.py`) accepts connections, peeks at the first line of each, and hands the
connection itself to a worker (`child.py`); no byte of it passes through the parent. A hash of the
table's name chooses the worker (`connection_hash.py`), so that all connections of a table reach the
same process. A connection that reaches the wrong one is forwarded, as between machines.
"""
