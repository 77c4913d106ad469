"""The built page: files in memory, compressed once, `index.html` for every address of the page.

What may be asked for is known before anybody asks: a name of the folder as it was when the page was
last built. No path of a request ever reaches the file system.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

INDEX = "index.html"
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


class Page:
    """Answers with the files of a folder; `base_path` is written into `index.html`."""

    def __init__(self, base_path: str, folder: Path = FOLDER) -> None:
        self.base = f"{base_path}/"
        self.folder = folder
        self._built = 0.0
        self._files: dict[str, File] = {}
        self._read_again()

    def answer(self, request: Request, path: str) -> Response:
        self._read_again()
        name = path.strip("/")
        file = self._files.get(name)
        if file is None:
            if "." in name.rpartition("/")[2]:
                return PlainTextResponse("not found", 404)
            name = INDEX
            file = self._files.get(name)
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

    def _read_again(self) -> None:
        """All files, when the page was built anew: `index.html` is written last."""
        index = self.folder / INDEX
        built = index.stat().st_mtime if index.is_file() else 0.0
        if built == self._built:
            return
        self._built = built
        found = [path for path in self.folder.rglob("*") if path.is_file()]
        self._files = {path.relative_to(self.folder).as_posix(): self._read(path) for path in found}

    def _read(self, path: Path) -> File:
        body = path.read_bytes()
        if path.name == INDEX:
            body = body.replace(b'<base href="/"', f'<base href="{self.base}"'.encode())
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        packed = gzip.compress(body, mtime=0) if path.suffix in _COMPRESSED else None
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        return File(body, packed, kind or "application/octet-stream", tag)
