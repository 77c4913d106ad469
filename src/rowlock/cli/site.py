"""`rowlock site`: the game as a folder of static files that plays by itself."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rowlock.errors import Unreadable

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'self'",
        "form-action 'none'",
    )
)
"""The content security policy: no foreign address, and of `eval` only what WebAssembly needs."""
LEFT_OUT = ("cli", "terminal", "bench", "envs", "matches", "testing", "simulation", "api")
"""Parts of the package that nothing in the browser imports."""
TOO_OLD = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that equal sources give equal bytes."""
KINDS = {".py", ".toml", ".json", ".md", ".txt"}
NOT_KEPT = {"sw.js", "offline.html", "preview.png", "headers.txt"}
"""Files that the service worker does not keep."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", required=True, help="a new or empty folder")
    parser.epilog = (
        "The folder can lie on any web space, also below a path. It needs no server program:\n"
        "the game runs in the browser. headers.txt has the headers for usual web servers.\n\n"
        "example:\n"
        "  rowlock site --out site && python -m http.server --directory site"
    )


def run(args: argparse.Namespace) -> int:
    out = Path(args.out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Unreadable("not_empty", f"{out} is not an empty folder")
    page = Path(str(files("rowlock.server"))) / "static"
    engine = Path(str(files("rowlock"))) / "browser" / "engine"
    for needed in (page / "index.html", engine / "pyodide.mjs"):
        if not needed.is_file():
            raise Unreadable("no_page", f"{needed} is missing (build the page: scripts/install)")
    shutil.copytree(page, out, dirs_exist_ok=True)
    shutil.copytree(engine, out / "engine")
    package = Path(str(files("rowlock")))
    bots = package / "bots"
    shutil.copy(bots / "wasm" / "bots.wasm", out / "engine")
    shutil.copytree(bots / "weights", out / "engine" / "weights", ignore=_only_networks)
    write_package(package, out / "engine" / "rowlock.zip")
    index = out / "index.html"
    index.write_text(without_server(index.read_text("utf-8")), "utf-8")
    (out / "offline.html").unlink()
    worker = (package / "browser" / "site_worker.js").read_text("utf-8")
    (out / "sw.js").write_text(filled_in(worker, out), "utf-8")
    (out / "headers.txt").write_text(HEADERS.format(policy=POLICY), "utf-8")
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{out}: {size / 1e6:.1f} MB in {sum(1 for _ in out.rglob('*'))} files", file=sys.stderr)
    return 0


def _only_networks(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".npz")]


def write_package(package: Path, to: Path) -> None:
    """The Python sources for the browser as an archive; `import rowlock` also works from it."""
    with ZipFile(to, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(package.rglob("*")):
            parts = file.relative_to(package).parts
            if file.suffix not in KINDS or parts[0] in LEFT_OUT or "static" in parts:
                continue
            if "engine" in parts[1:2] or "__pycache__" in parts:
                continue
            _add(archive, "/".join(("rowlock", *parts)), file.read_bytes())
        text = f"Metadata-Version: 2.1\nName: rowlock\nVersion: {version('rowlock')}\n"
        _add(archive, f"rowlock-{version('rowlock')}.dist-info/METADATA", text.encode())


def _add(archive: ZipFile, name: str, content: bytes) -> None:
    entry = ZipInfo(name, TOO_OLD)
    entry.compress_type = ZIP_DEFLATED
    archive.writestr(entry, content)


def without_server(page: str) -> str:
    """`index.html` for a folder at any address, with its content security policy."""
    page, found = re.subn(r'<base href="/"\s*/?>', '<base href="./" />', page)
    if found != 1:
        raise Unreadable("no_page", "the built page has no <base> element")
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    here = '<meta name="rowlock-server" content="none" />'
    return re.sub(r"(<meta charset=[^>]*>)", rf"\1\n    {policy}\n    {here}", page, count=1)


def filled_in(worker: str, folder: Path) -> str:
    """The service worker, with the names and the digest of the files that it keeps."""
    names = ["./"]
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.is_file() and name not in NOT_KEPT:
            digest.update(name.encode() + b"\0" + file.read_bytes())
            if name != "index.html":
                names.append(name)
    return worker.replace("$DIGEST", digest.hexdigest()[:16]).replace("$FILES", json.dumps(names))


HEADERS = """\
The policy in index.html protects the page. It cannot say who may show the page in a frame, and it
does not hold in workers. If you can set headers, send these with every file.

Content-Security-Policy: {policy}; frame-ancestors 'none'
X-Content-Type-Options: nosniff
Referrer-Policy: no-referrer

Caddy, in the block of the site:

    header Content-Security-Policy "{policy}; frame-ancestors 'none'"

nginx, in the block of the location:

    add_header Content-Security-Policy "{policy}; frame-ancestors 'none'" always;
    types {{ application/wasm wasm; text/javascript js mjs; }}

Netlify and Cloudflare Pages, in a file named _headers:

    /*
      Content-Security-Policy: {policy}; frame-ancestors 'none'
"""
