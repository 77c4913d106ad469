"""The folder of `rowlock site` in Chromium: it plays below a path, and without a network."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect

from rowlock.cli.main import main
from rowlock.notation import parse_record, replay
from rowlock.table.history import record_text
from rowlock.table.state import fold
from tests.web.phone import OVER, PATIENCE_MS, THUMB

START_MS = 4 * PATIENCE_MS
"""How long Python may take to start on a busy machine."""
DELAY = "DELAY_S = 1.0"
SLOW_ANSWER = "nobody waits for bots in a test"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder below a path, with the strict headers; its bots answer at once."""
    root = tmp_path_factory.mktemp("web")
    site = root / "below" / "a-path"
    assert main(["site", "--out", str(site)]) == 0
    without_delay(site / "engine" / "rowlock.zip")
    text = (site / "headers.txt").read_text("utf-8")
    policy = next(line for line in text.splitlines() if line.startswith("Content-Security-Policy"))

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header(*policy.split(": ", 1))
            super().end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    handler = functools.partial(Handler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/below/a-path/"
        server.shutdown()


def without_delay(archive: Path) -> None:
    with ZipFile(archive) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    bots = "rowlock/browser/bots.py"
    assert DELAY.encode() in contents[bots], SLOW_ANSWER
    contents[bots] = contents[bots].replace(DELAY.encode(), b"DELAY_S = 0.0")
    with ZipFile(archive, "w") as new:
        for name, content in contents.items():
            new.writestr(name, content)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    complaints, foreign = list[str](), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    context.on(
        "request",
        lambda request: None if request.url.startswith(address) else foreign.append(request.url),
    )
    yield page
    context.close()
    assert not complaints
    assert not foreign


def play_now(page: Page) -> None:
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_enabled(timeout=START_MS)
    button.click()
    page.wait_for_selector(".dock")


def test_the_page_starts_from_the_folder_alone(page: Page, address: str) -> None:
    # What the folder contains is checked by tests/cli/test_site.py.
    page.goto(address)
    play_now(page)


@pytest.mark.long
def test_a_game_is_played_without_a_network(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready")
    play_now(page)
    page.context.set_offline(True)
    # A closed page loses nothing: it opens again at the same question.
    page.wait_for_selector("[data-action=pass], [data-action=take-back], [data-action=penalty]")
    page.reload()
    page.wait_for_selector(".dock", timeout=START_MS)
    assert page.evaluate(THUMB, [OVER, 120_000, False])
    table = re.search(r"\?t/(\w+)", page.url)
    assert table is not None
    log = fold(tuple(line.encode() for line in page.evaluate(LOG, table[1])))
    game = replay(parse_record(record_text(log)))
    assert game.over
    assert len(game.names) > 1


LOG = """
async (table) => {
  const database = await new Promise((done) => {
    const opening = indexedDB.open('rowlock')
    opening.onsuccess = () => done(opening.result)
  })
  const store = database.transaction('lines').objectStore('lines')
  const lines = await new Promise((done) => {
    const asked = store.getAll(IDBKeyRange.bound([table, 0], [table, Infinity]))
    asked.onsuccess = () => done(asked.result)
  })
  return lines
}
"""
