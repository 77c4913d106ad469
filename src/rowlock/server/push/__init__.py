"""Calling players who are awaited and away, by the push service of their browser (Web Push).

The bell of a room (`server/bell.py`) says when.

    push.py     who has asked to be called, and what is said; `Push` is all that others use
    sealed.py   what is said, so that only that browser can read it (RFC 8291)
    identity.py who is calling: the server's key pair (RFC 8292)
    office.py   how it gets there, in a thread of its own, within limits
    reach.py    whom we may reach: push services have public addresses and speak TLS

Needs the extra `push`; without it nobody is offered to be called.
"""
