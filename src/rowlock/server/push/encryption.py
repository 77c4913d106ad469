"""A message that only one browser can read: RFC 8291, with the coding `aes128gcm` of RFC 8188.

    salt (16) | size of a record (4) | 65 | our one-time public key (65) | sealed text and its tag

The browser has told us its public key and a shared secret when it subscribed. Both public keys and
the secret go into the key of the text, so that the push service in between learns nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
LAST = b"\x02"
"""What ends the text of the last record."""
SALT = 16


def encrypted(
    text: bytes,
    browser: bytes,
    secret: bytes,
    *,
    once: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a message. `once` and `salt` are drawn anew for each, except in tests."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    once = once or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(SALT)
    ours = point(once.public_key())
    shared = _derived(secret, once.exchange(ec.ECDH(), theirs), b"WebPush: info\0" + browser + ours)
    key = _derived(salt, shared, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0")[:12]
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + LAST, None)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as the 65 bytes in which it travels."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, purpose: bytes) -> bytes:
    """HKDF with SHA-256, whose first 32 bytes are all that is ever needed."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, purpose + b"\x01", hashlib.sha256)
