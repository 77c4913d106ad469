"""The table in the browser: rooms, storage, fair dice, the wire."""
