"""A push service of our own: it takes messages over TLS and reads them as a browser would.

Written a second time from RFC 8291 and RFC 8292, with the browser's half of the keys.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import hmac
import ipaddress
import json
import queue
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from rowlock.server.push.allowed_hosts import Address, AllowedHosts


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Browser:
    """The half of the keys that never leaves a browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen letters."

    def wish(self, endpoint: str, language: str = "en") -> dict[str, str]:
        return {
            "endpoint": endpoint,
            "p256dh": text_of(point_of(self.key)),
            "auth": text_of(self.secret),
            "language": language,
        }

    def read(self, body: bytes) -> Any:
        salt, size, theirs = body[:16], body[20], body[21:86]
        assert size == len(theirs) == 65
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + point_of(self.key) + theirs
        material = self._expanded(self.secret, shared, info, 32)
        key = self._expanded(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._expanded(salt, material, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, body[86:], None)
        assert text.endswith(b"\x02")
        return json.loads(text[:-1])

    @staticmethod
    def _expanded(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        first = hmac.new(salt, secret, hashlib.sha256).digest()
        return hmac.new(first, info + b"\x01", hashlib.sha256).digest()[:length]


class Message:
    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    def claims(self) -> tuple[str, dict[str, Any]]:
        """Whose key signed the message, and what it claims; raises if the signature is wrong."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        said, _, signature = fields["t"].rpartition(".")
        raw = bytes_of(signature)
        r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(fields["k"]))
        key.verify(encode_dss_signature(r, s), said.encode(), ec.ECDSA(SHA256()))
        head, _, claims = said.partition(".")
        assert scheme == "vapid"
        assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
        return fields["k"], json.loads(bytes_of(claims))


class LocalReach(AllowedHosts):
    """Lets a server under test reach the push service on this machine."""

    def __init__(self, certificate: Path) -> None:
        self.tls = ssl.create_default_context(cafile=certificate)

    def accepts_port(self, port: int) -> bool:
        return True

    def accepts(self, address: Address) -> bool:
        return address == ipaddress.ip_address("127.0.0.1")


class PushService:
    def __init__(self, port: int, certificate: Path) -> None:
        self.url = f"https://localhost:{port}"
        self.reach = LocalReach(certificate)
        self.status = 201
        self.messages: queue.Queue[Message] = queue.Queue()


@contextlib.contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    certificate, key = folder / "localhost.pem", folder / "localhost.key"
    _certify(certificate, key)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.messages.put(Message(self.path, headers, body))
            self.send_response(service.status)
            self.send_header("location", "https://localhost/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing on the screen."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service = PushService(server.server_port, certificate)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _certify(certificate: Path, file: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
