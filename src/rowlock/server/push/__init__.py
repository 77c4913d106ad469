"""Push notifications for absent players whose turn it is (Web Push).

`table/plan.py` decides when a player is notified.

    subscriptions.py  who wants notifications, and their texts; the only module that others use
    encryption.py     encrypts messages, so that only one browser can read them (RFC 8291)
    identity.py       the server's key pair (RFC 8292)
    sender.py         sends messages from a thread of its own, within limits
    allowed_hosts.py  allowed hosts: push services have public addresses and use TLS

Needs the extra `push`; without it pages do not offer notifications.
"""
