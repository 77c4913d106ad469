"""The key pair by which push services recognize this server (VAPID, RFC 8292).

It is created at the first start, in a file of the data folder that only its owner can read. A
subscription is bound to this key: if the key changes, all browsers have to subscribe again.
"""

from __future__ import annotations

import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from rowlock.server.push.encryption import point
from rowlock.server.store.private_files import private_file, private_folder

FILE = "rowlock.push-key.pem"
VALID_S = 12 * 3600
"""Seconds for which a signature is valid; at most a day is allowed."""


class Identity:
    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str = "") -> None:
        self._key = key
        self._contact = contact
        self.public = base64(point(key.public_key()))
        """The public key with which browsers subscribe."""

    def authorization(self, origin: str) -> str:
        """The `Authorization` header for the push service at this origin."""
        claims = {"aud": origin, "exp": int(time.time()) + VALID_S}
        if self._contact:
            claims["sub"] = self._contact
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        said = ".".join(base64(msgspec.json.encode(part)) for part in parts)
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={said}.{signature}, k={self.public}"


def load_identity(folder: Path, contact: str = "") -> Identity:
    """The key pair of a data folder, created if there is none."""
    path = folder / FILE
    private_folder(folder)
    if not path.exists() or not path.stat().st_size:
        _make(path)
    private_file(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ValueError(f"{path} does not contain a key of the curve P-256")
    return Identity(key, contact)


def _make(path: Path) -> None:
    """Create the key file atomically: if several processes start at the same time, the first one's
    key counts."""
    made = ec.generate_private_key(ec.SECP256R1())
    # Not the process id: in containers every process has the id 1.
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    private_file(fresh)
    fresh.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    if path.exists() and not path.stat().st_size:
        path.unlink(missing_ok=True)  # left by a process that was interrupted
    with suppress(FileExistsError):
        os.link(fresh, path)
    fresh.unlink()


def base64(data: bytes) -> str:
    """Base64 without padding, as in all of Web Push."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
