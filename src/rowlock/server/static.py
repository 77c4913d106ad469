"""The built page: files in memory, compressed once, `index.html` for every address of the page."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
_COMPRESSED = {".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"}


class File(Struct):
    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    changed: float


class Page:
    """Answers with the files of a folder; `base_path` is written into `index.html`."""

    def __init__(self, base_path: str, folder: Path = FOLDER) -> None:
        self.base = f"{base_path}/"
        self.folder = folder.resolve()
        self._files: dict[str, File] = {}

    def answer(self, request: Request, path: str) -> Response:
        name = path.strip("/")
        file = self._file(name) if name else None
        if file is None:
            if "." in name.rpartition("/")[2]:
                return PlainTextResponse("not found", 404)
            name = "index.html"
            file = self._file(name)
        if file is None:
            return PlainTextResponse("The page is not built: run scripts/install.", 503)
        headers = {"etag": file.tag, "vary": "accept-encoding"}
        forever = name.startswith("assets/")  # their names hold a digest of what is in them
        headers["cache-control"] = "public, max-age=31536000, immutable" if forever else "no-cache"
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.kind, headers=headers)

    def _file(self, name: str) -> File | None:
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            return None
        changed = path.stat().st_mtime
        known = self._files.get(name)
        if known is None or known.changed != changed:
            known = self._files[name] = self._read(path, changed)
        return known

    def _read(self, path: Path, changed: float) -> File:
        body = path.read_bytes()
        if path.name == "index.html":
            body = body.replace(b'<base href="/"', f'<base href="{self.base}"'.encode())
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        packed = gzip.compress(body, mtime=0) if path.suffix in _COMPRESSED else None
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        return File(body, packed, kind or "application/octet-stream", tag, changed)
