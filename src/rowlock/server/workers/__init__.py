"""Several processes behind one port: `rowlock serve --workers N`.

The parent (`parent.py`) accepts connections, looks at the first line of each without reading it
(`aim.py`), and hands the connection itself to the worker whose table it names (`child.py`); no byte
of it ever passes through the parent. Which worker that is follows from the table's name, so that
everybody at a table meets in one process, and what was aimed badly is passed on like anywhere else.
"""
