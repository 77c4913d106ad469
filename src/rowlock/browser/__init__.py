"""Rowlock in a browser: tables in a web worker, without a server.

Pyodide runs this package there with msgspec alone. The rooms, commands and addresses are those of
the server; only what surrounds them differs:

    store       logs in IndexedDB
    bots        bots in this worker, on the engine in WebAssembly
    addresses   the HTTP addresses that work without a server
    sockets     connections of the page, which are messages between two threads
    host        everything together; `web/src/worker` starts it
"""
