"""The server gone: the page says so itself, keeps nothing of anybody, and goes on afterwards."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rowlock.languages import LANGUAGES, text
from rowlock.server.http.static_files import Page as Served
from tests.sampling import some
from tests.server.running import Running, running
from tests.web.conftest import STATIC

SHOWN_MS = 60_000
KEPT = "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """With a service worker, which the other tests do without."""
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(SHOWN_MS)
    yield context
    context.close()


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(text(language, "offline.json"))
    return found


def visit(context: BrowserContext, server: Running, language: str = "en") -> Page:
    """The home page in a language, with the worker in charge of it."""
    page = context.new_page()
    page.goto(f"{server.url}/")
    page.get_by_role("combobox").first.select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    in_charge(page)
    return page


def in_charge(page: Page) -> None:
    page.evaluate(
        """async () => {
          const worker = navigator.serviceWorker
          const taken = new Promise((done) => worker.addEventListener('controllerchange', done))
          await worker.ready
          if (!worker.controller) await taken
        }"""
    )


@pytest.mark.parametrize("language", some(LANGUAGES, ["fr"]))
def test_the_page_says_so_in_the_players_language_and_continues(
    context: BrowserContext, tmp_path: Path, language: str
) -> None:
    with running(data=str(tmp_path), base_path="/games") as server:
        page = visit(context, server, language)
        table = server.create("me:Ann", "open")["table"]
        port = server.settings.port
    page.goto(f"{server.url}/t/{table}")
    title = page.get_by_role("heading", name=words(language)["title"])
    expect(title).to_be_visible()
    expect(page.get_by_role("button", name=words(language)["again"])).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.reload()
    expect(title).to_be_visible()
    with running(data=str(tmp_path), base_path="/games", port=port):
        page.wait_for_selector("[data-action=join]")  # by itself: the table that was asked for


def test_nothing_is_kept_but_the_page_that_says_so(
    context: BrowserContext, server: Running
) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/healthz")
    page.evaluate("caches.open('rowlock-1').then((cache) => cache.put('old', new Response('x')))")
    made = server.create("me:Annabella", "bot", start=True)
    page.goto(f"{server.url}/t/{made['table']}#{made['token']}")
    in_charge(page)
    page.reload()
    page.wait_for_selector(".table")
    kept = page.evaluate(
        f"""async () => {{
          const found = []
          for (const cache of await {KEPT})
            for (const {{ url }} of await cache.keys())
              found.push([new URL(url).pathname, await (await cache.match(url)).text()])
          return found
        }}"""
    )
    names = {path for path, _ in kept}
    assert "/offline.html" in names
    assert all(re.fullmatch(r"/offline\.html|/assets/offline-.*", name) for name in names)
    assert not any("Annabella" in body or made["table"] in body for _, body in kept)
    # A proxy without its server is no server.
    context.route("**/t/*", lambda route: route.fulfill(status=502, body="Bad gateway"))
    page.reload()
    expect(page.get_by_role("heading", name=words("en")["title"])).to_be_visible()


def test_an_open_page_takes_over_a_new_version(context: BrowserContext, tmp_path: Path) -> None:
    """Its next part is gone from the server: it loads itself again and shows what was asked for."""
    with running(data=str(tmp_path / "data")) as server:
        page = visit(context, server)
        new = tmp_path / "new"
        shutil.copytree(STATIC, new)
        for file in (new / "assets").glob("About-*.js"):
            renamed = file.with_name(file.name.replace("About-", "About-new"))
            for other in (new / "assets").glob("*.js"):
                body = other.read_text("utf-8")
                other.write_text(body.replace(file.name, renamed.name), "utf-8")
            file.rename(renamed)
        for file in (new / "assets").glob("index-*.js"):
            renamed = file.with_name(file.name.replace("index-", "index-new"))
            index = new / "index.html"
            index.write_text(index.read_text("utf-8").replace(file.name, renamed.name), "utf-8")
            file.rename(renamed)
        server.app._page = Served("", new)
        page.evaluate("window.old = true")
        page.locator("footer a[href$=about]").click()
        expect(page.locator("h1")).to_contain_text("About")
        assert page.evaluate("window.old === undefined")


@pytest.mark.long
def test_a_missing_part_is_requested_exactly_once_again(
    context: BrowserContext, server: Running
) -> None:
    page = visit(context, server)
    loads: list[str] = []
    page.on("load", lambda page: loads.append(page.url))
    context.route("**/assets/About-*.js", lambda route: route.fulfill(status=404))
    with page.expect_event("load"):  # by itself
        page.locator("footer a[href$=about]").click()
    alert = page.get_by_role("alert").filter(has_text="No connection")
    expect(alert).to_be_visible()
    with page.expect_event("load"):
        page.get_by_role("button", name="Reload").click()
    expect(alert).to_be_visible()
    assert len(loads) == 2  # one by itself, one that was asked for
