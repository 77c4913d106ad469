"""An update behind a balancer: the page of one version, and files that only the other one has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rowlock.languages import LANGUAGES
from tests.server.running import Running

SHOWN_MS = 60_000
ENTRY = "**/assets/index-*.js"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.set_default_timeout(SHOWN_MS)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("gone", [ENTRY, "**/assets/shared-*.js", "**/assets/*-en-*.js"])
def test_a_page_with_deleted_files_reloads(page: Page, server: Running, gone: str) -> None:
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404, body="not found")
        else:
            route.continue_()

    page.route(gone, answer)
    page.goto(server.url)
    expect(page.locator("[data-action=play]")).to_be_visible(timeout=SHOWN_MS)
    assert len(asked) > 1
    expect(page.locator("#unloaded")).to_be_hidden()


def test_after_some_reloads_the_page_says_what_is_wrong(page: Page, server: Running) -> None:
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="not found")

    page.route(ENTRY, answer)
    before = "[1, 2, 3, 4].map((seconds) => Date.now() - seconds * 1000)"
    page.add_init_script(f"sessionStorage['rowlock.unloaded'] ??= JSON.stringify({before})")
    page.goto(server.url)
    told = page.locator("#unloaded")
    expect(told).to_be_visible(timeout=SHOWN_MS)
    assert len(asked) == 2, "the fifth reload within a minute is the last"
    spoken = [line.get_attribute("lang") for line in told.locator("span").all()]
    assert sorted(str(language) for language in spoken) == sorted(LANGUAGES)


def test_an_event_of_a_minute_ago_does_not_count(page: Page, server: Running) -> None:
    page.add_init_script("sessionStorage['rowlock.unloaded'] ??= '[1, 2, 3, 4, 5]'")
    page.route(ENTRY, lambda route: route.fulfill(status=404, body="not found"), times=1)
    page.goto(server.url)
    expect(page.locator("[data-action=play]")).to_be_visible(timeout=SHOWN_MS)
