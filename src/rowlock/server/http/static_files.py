"""The built page: files in memory, compressed once, and `index.html` for every screen.

A link preview is inserted into `index.html`, and texts of the client's language into the manifest.

The names of all files are read when the page is built; the path of a request never reaches the file
system.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rowlock.server.texts import ServerTexts

INDEX = "index.html"
MANIFEST = "manifest.webmanifest"
PREVIEW = b"<!-- preview -->"
"""The place of the link preview in `index.html`."""
FOLDER = Path(__file__).parents[1] / "static"
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
    """Serves the files of a folder; `base_path` is written into its pages."""

    def __init__(self, base_path: str, folder: Path = FOLDER) -> None:
        self.base = f"{base_path}/"
        self.folder = folder
        self._built = 0.0
        self._files: dict[str, File] = {}
        self._read_again()

    def has(self, path: str) -> bool:
        """Whether a path is that of a file, or looks like one; all others are screens."""
        self._read_again()
        name = path.strip("/")
        return name in self._files or "." in name.rpartition("/")[2]

    def file(self, request: Request, path: str) -> Response:
        name = path.strip("/")
        found = self._files.get(name)
        if found is None:
            return PlainTextResponse("not found", 404)
        forever = name.startswith("assets/")  # their names contain a digest of their content
        caching = "public, max-age=31536000, immutable" if forever else "no-cache"
        return file_response(request, found, {"cache-control": caching, "vary": "accept-encoding"})

    def screen(self, request: Request, preview: str) -> Response:
        """`index.html` with the link preview of this screen."""
        index = self._files.get(INDEX)
        if index is None:
            return PlainTextResponse("The page is not built: run scripts/install.", 503)
        body = index.body.replace(PREVIEW, preview.encode())
        return file_response(
            request, packed_file(body, index.kind, compressed=True), _by_language()
        )

    def manifest(self, request: Request, words: ServerTexts) -> Response:
        """The manifest of the installed app in the client's language; the file has keys of texts
        for its shortcuts."""
        file = self._files.get(MANIFEST)
        if file is None:
            return self.file(request, MANIFEST)
        app = msgspec.json.decode(file.body)
        app["lang"], app["description"] = words.language, words("about")
        for shortcut in app["shortcuts"]:
            shortcut["name"] = words.page(shortcut["name"])
        body = msgspec.json.encode(app)
        return file_response(request, packed_file(body, file.kind, compressed=True), _by_language())

    def _read_again(self) -> None:
        """Read all files again if the page was rebuilt; a build writes `index.html` last."""
        index = self.folder / INDEX
        built = index.stat().st_mtime if index.is_file() else 0.0
        if built == self._built:
            return
        self._built = built
        found = [path for path in self.folder.rglob("*") if path.is_file()]
        self._files = {path.relative_to(self.folder).as_posix(): self._read(path) for path in found}

    def _read(self, path: Path) -> File:
        body = path.read_bytes()
        if path.suffix == ".html":
            body = body.replace(b'<base href="/"', f'<base href="{self.base}"'.encode())
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        kind = kind or "application/octet-stream"
        return packed_file(body, kind, compressed=path.suffix in _COMPRESSED)


def packed_file(body: bytes, kind: str, *, compressed: bool) -> File:
    """A body with its gzip copy, if it is worth one, and its ETag."""
    packed = gzip.compress(body, mtime=0) if compressed else None
    return File(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def _by_language() -> dict[str, str]:
    return {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}


def file_response(request: Request, file: File, headers: dict[str, str]) -> Response:
    """The file, compressed if the client accepts it; 304 if it has it already."""
    headers["etag"] = file.tag
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=headers)
