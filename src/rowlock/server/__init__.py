"""The web server: rooms, storage, sockets and HTTP."""
