"""Several processes on one PostgreSQL database: each table belongs to one of them at a time.

    leased_store.py       who owns which table; refuses to write to another process's tables
    leases.py             renews the lease of this process, and knows which others are alive
    routing.py            runs a request here or forwards it to the owner, with retries
    forward_http.py       forwards a request to the owner
    forward_socket.py     forwards a socket
    hop_header.py         marks what was forwarded, so that the owner believes it and keeps it
    rate_owner.py         chooses the process that counts the requests of an address
    address_conflicts.py  detects servers with the same address

docs/adr/0008 has the reasons.
"""
