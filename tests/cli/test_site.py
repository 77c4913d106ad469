"""`rowlock site` writes a folder that needs no server and asks no other address for anything."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rowlock.cli.main import main


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("web") / "site"
    assert main(["site", "--out", str(out)]) == 0
    return out


class Page(HTMLParser):
    """The addresses and the head of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.meta: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.addresses += [named[name] for name in ("src", "href") if name in named]
        if tag == "meta" and "content" in named:
            self.meta[named.get("name", "") or named.get("http-equiv", "")] = named["content"]


def test_every_address_of_the_page_is_below_it(site: Path) -> None:
    page = Page((site / "index.html").read_text("utf-8"))
    assert page.meta["rowlock-server"] == "none"
    assert all(address.startswith("./") for address in page.addresses)
    assert all((site / address).exists() for address in page.addresses)


def test_the_policy_allows_no_foreign_address_and_no_eval(site: Path) -> None:
    policy = Page((site / "index.html").read_text("utf-8")).meta["content-security-policy"]
    words = set(re.split(r"[ ;]+", policy)) - {"'self'", "'none'", "data:", "'wasm-unsafe-eval'"}
    assert all(re.fullmatch(r"[a-z-]+", word) for word in words)
    assert policy in (site / "headers.txt").read_text("utf-8")


def test_the_service_worker_keeps_every_file_that_the_page_may_need(site: Path) -> None:
    text = (site / "sw.js").read_text("utf-8")
    kept = json.loads(re.search(r"FILES = (\[.*\])", text)[1])  # type: ignore[index]
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files - set(kept) <= {"index.html", "sw.js", "preview.png", "headers.txt"}
    assert all((site / name).exists() for name in kept)


def test_rowlock_is_imported_from_the_archive(site: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import rowlock; "
        "assert '.zip' in rowlock.__file__; print(rowlock.load_variant('longo').id)"
    )
    archive = str(site / "engine" / "rowlock.zip")
    command = [sys.executable, "-c", code, archive]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "longo"


def test_equal_sources_give_equal_archives(site: Path, tmp_path: Path) -> None:
    assert main(["site", "--out", str(tmp_path / "again")]) == 0
    for name in ("engine/rowlock.zip", "sw.js"):
        assert (tmp_path / "again" / name).read_bytes() == (site / name).read_bytes()
