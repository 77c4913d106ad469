"""Push notifications for players who are awaited and away (Web Push).

`table/plan.py` says when.

    subscriptions.py  who wants notifications, and what they say; others use only this
    encryption.py     what they say, so that only that browser can read it (RFC 8291)
    identity.py       the server's key pair (RFC 8292)
    sender.py         sends them, from a thread of its own and within limits
    allowed_hosts.py  hosts that may be reached: push services have public addresses and speak TLS

Needs the extra `push`; without it no page offers notifications.
"""
