"""Encryption of a message for one browser: RFC 8291, with the coding `aes128gcm` of RFC 8188.

    salt (16) | size of a record (4) | 65 | our one-time public key (65) | sealed text and its tag

When it subscribed, the browser sent its public key and a shared secret. The key of the text is
derived from both public keys and the secret, so the push service cannot read it.
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
"""Delimiter after the text of the last record."""
SALT = 16


def encrypted(
    text: bytes,
    browser: bytes,
    secret: bytes,
    *,
    once: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a message. `once` and `salt` are random except in tests."""
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
    """A public key in its encoding of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, purpose: bytes) -> bytes:
    """The first 32 bytes of HKDF with SHA-256."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, purpose + b"\x01", hashlib.sha256)
