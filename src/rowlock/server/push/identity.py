"""Who is calling: the key pair by which push services know this server (VAPID, RFC 8292).

It is made at the first start, in a file of the data folder that only its owner can read. A browser
subscribes to messages of this key alone: with another one, everybody has to ask again.
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
"""So long a push service may take our word for who we are; a day is the most it may be."""


class Identity:
    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str = "") -> None:
        self._key = key
        self._contact = contact
        self.public = base64(point(key.public_key()))
        """What browsers are told: whose messages they subscribe to."""

    def authorization(self, origin: str) -> str:
        """The header by which the push service at this origin knows us."""
        claims = {"aud": origin, "exp": int(time.time()) + VALID_S}
        if self._contact:
            claims["sub"] = self._contact
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        said = ".".join(base64(msgspec.json.encode(part)) for part in parts)
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={said}.{signature}, k={self.public}"


def load_identity(folder: Path, contact: str = "") -> Identity:
    """The key pair of a data folder, made if there is none."""
    path = folder / FILE
    private_folder(folder)
    if not path.exists() or not path.stat().st_size:
        _make(path)
    private_file(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ValueError(f"{path} holds no key of the curve P-256")
    return Identity(key, contact)


def _make(path: Path) -> None:
    """A new key in one step: of several processes that start at once, the first one's counts."""
    made = ec.generate_private_key(ec.SECP256R1())
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")  # in containers all are process 1
    private_file(fresh)
    fresh.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    if path.exists() and not path.stat().st_size:
        path.unlink(missing_ok=True)  # somebody was interrupted
    with suppress(FileExistsError):
        os.link(fresh, path)
    fresh.unlink()


def base64(data: bytes) -> str:
    """Without the padding, as all of Web Push writes it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
