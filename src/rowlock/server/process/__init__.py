"""The server as a process: its data folder, file limit, addresses and garbage collector."""
