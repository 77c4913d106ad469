"""The documentation site builds strictly, and strict it is."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from tests.docs.blocks import ROOT

PAGES = ("docs", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "pyproject.toml", "examples")


def build(root: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """As scripts/docs does it, after installing."""
    script = (ROOT / "scripts" / "docs").read_text("utf-8")
    [command] = re.findall(r"^\.venv/bin/python (-m sphinx.*?) \"\$@\"", script, re.M | re.S)
    options = command.replace("\\\n", " ").replace("dist/site-cache", str(out / "cache")).split()
    return subprocess.run(
        [sys.executable, *options, *more, ".", str(out / "site")],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


class Addresses(HTMLParser):
    """What a page links to and loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value for key, value in attributes if key in ("href", "src") and value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs")
    done = build(ROOT, out)
    assert done.returncode == 0, done.stderr
    return out / "site"


def test_every_page_opens_from_the_file_system(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        for address in map(urlparse, Addresses(page).found):
            if not address.scheme and address.path:
                target = page.parent / unquote(address.path)
                assert target.is_file(), f"{page.relative_to(site)}: {address.path}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.findall(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=.https?:", text), page


def test_the_reference_shows_docstrings_and_help(site: Path) -> None:
    library = (site / "docs" / "reference" / "library.html").read_text("utf-8")
    assert 'id="rowlock.new_game"' in library
    assert 'id="rowlock.NOTHING"' in library
    commands = (site / "docs" / "reference" / "commands.html").read_text("utf-8")
    assert "usage: rowlock advise" in commands


@pytest.mark.long
def test_a_broken_page_fails_the_build(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for name in PAGES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name)
        else:
            shutil.copy(ROOT / name, root / name)
    (root / "web" / "public").mkdir(parents=True)
    shutil.copy(ROOT / "web" / "public" / "icon.svg", root / "web" / "public")
    reference = root / "docs" / "reference" / "library.md"
    reference.write_text(reference.read_text("utf-8").replace(".. autofunction:: replay\n", ""))
    with (root / "docs" / "site" / "conf.py").open("a") as config:
        config.write("\nimport rowlock\nrowlock.play.__doc__ = None\n")
    page = root / "docs" / "solver.md"
    page.write_text(
        page.read_text("utf-8")
        + "\n[gone](nowhere.md), [lost](kernel.md#no-such-heading), ![missing](pictures/no.png)\n"
    )
    few = "docs/index.md", "docs/solver.md", "docs/kernel.md", "docs/reference/library.md"
    done = build(root, tmp_path, "-D", f"include_patterns={','.join(few)}")
    assert done.returncode == 1
    undocumented = "rowlock.replay is not in the API reference", "rowlock.play has no docstring"
    for fault in ("nowhere.md", "no-such-heading", "no.png", *undocumented):
        assert fault in done.stderr, done.stderr
