"""Called to a table by a notification: asked for on the page, sent by the server, shown by the
worker, and put away by looking at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page, expect

from rowlock.table import notifications
from tests.server.post import Browser, PushService, push_service
from tests.server.running import Running, running
from tests.web.conftest import chromium
from tests.web.phone import FLAGS, IDLE, OVER, THUMB, Phone

PATIENCE_S = 60.0
MS = 1000 * PATIENCE_S

# What Chromium would get from the push service of its maker, which no test can reach.
SUBSCRIBE = """
  PushManager.prototype.subscribe = async (options) => {
    window.asked = options
    const { endpoint, p256dh, auth } = %s
    return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
  }
"""
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => window.hid === true })"
SHOWN = """
  async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag }) => [title, body, tag])
"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as service:
        yield service


@pytest.fixture
def server(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    monkeypatch.setattr(notifications, "NOTIFY_AFTER_S", 0.05)
    with running(push_hosts=service.reach, data=str(tmp_path / "data")) as server:
        yield server


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    whole = browser.browser_type.launch(executable_path=chromium(whole=True), args=FLAGS)
    context = whole.new_context(locale="fr-FR")
    context.set_default_timeout(MS)
    yield context
    whole.close()


def deliver(context: BrowserContext, page: Page, server: Running, text: str) -> None:
    """What the push service hands to the browser, deciphered."""
    devtools = context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(each["registrationId"] for each in news["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    message = {"origin": server.url, "registrationId": found[0], "data": text}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    devtools.detach()


def until_shown(page: Page, wanted: list[list[str]]) -> None:
    shown: list[list[str]] = []
    for _ in range(int(MS / 50)):
        shown = page.evaluate(SHOWN)
        if shown == wanted:
            return
        page.wait_for_timeout(50)
    raise AssertionError(shown)


def test_a_subscriber_is_notified_and_opening_the_page_clears_it(
    browser: Chromium, context: BrowserContext, server: Running, service: PushService
) -> None:
    made = server.create("me:Ann", "open")
    table, key = made["table"], server.join(made["table"], "Ben")["token"]
    keys = Browser()
    context.grant_permissions(["notifications"], origin=server.url)
    context.add_init_script(HIDDEN)
    context.add_init_script(SUBSCRIBE % json.dumps(keys.wish(f"{service.url}/ben")))
    ben = context.new_page()
    ben.goto(f"{server.url}/t/{table}#{key}")
    with ben.expect_response("**/calls") as answer:
        ben.locator("[data-action=call-me]").click()
    assert answer.value.json() == {"table": table, "on": True}
    wanted = server.get("/api/catalog").json()["push_key"]
    assert ben.evaluate("window.asked") == {"userVisibleOnly": True, "applicationServerKey": wanted}
    ben.reload()
    expect(ben.locator("[data-action=call-me]")).to_be_checked()
    ben.evaluate("window.hid = true")

    ann = Phone(browser, server)
    ann.sit(table, made["token"])
    ann.tap("start")
    ann.page.wait_for_selector(".table")
    ben.wait_for_selector(".table")
    ann.thumb("[data-action=take-back], .dock .waiting.wide", lazy=True)
    until_shown(ben, [["À toi", "", f"t/{table}"]])  # by the page itself, which he does not look at
    ben.goto(f"{server.url}/settings")  # gone from the table
    message = keys.read(service.messages.get(timeout=PATIENCE_S).body)
    call = ["À toi de jouer", "Ta table t’attend.", f"t/{table}"]
    assert [message["title"], message["body"], message["url"]] == call
    ann.close()

    deliver(context, ben, server, json.dumps(message))
    until_shown(ben, [call])
    ben.goto(f"{server.url}/t/{table}")
    ben.wait_for_selector(".table")
    until_shown(ben, [])
    deliver(context, ben, server, json.dumps(message))  # he is looking at it
    elsewhere = message | {"url": "t/BCDFGHJK"}
    deliver(context, ben, server, json.dumps(elsewhere))
    until_shown(ben, [[call[0], call[1], "t/BCDFGHJK"]])


# Chromium opens windows for real clicks only: what the worker asks for is written down.
CLICK = """
  async (data) => {
    const asked = []
    self.WindowClient.prototype.focus = async function () {
      asked.push(['focus', this.url.split('#')[0]])
    }
    self.WindowClient.prototype.navigate = async (url) => { asked.push(['navigate', url]) }
    self.clients.openWindow = async (url) => { asked.push(['open', url]) }
    await self.registration.showNotification('Rowlock', { tag: data, data })
    const [notification] = await self.registration.getNotifications({ tag: data })
    const event = new NotificationEvent('notificationclick', { notification })
    const done = []
    event.waitUntil = (work) => done.push(work)
    self.dispatchEvent(event)
    await Promise.all(done)
    return [asked, (await self.registration.getNotifications({ tag: data })).length]
  }
"""


def test_a_click_on_a_call_leads_to_the_table(context: BrowserContext, server: Running) -> None:
    """In the window that shows it, in one of ours that has moved on, or in a new one; and the call
    is put away."""
    made = server.create("me:Ann", "open")
    table = f"{server.url}/t/{made['table']}"
    context.grant_permissions(["notifications"], origin=server.url)
    page = context.new_page()
    page.goto(f"{table}#{made['token']}")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = context.service_workers
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert worker.evaluate(CLICK, f"t/{made['table']}") == [[["focus", table]], 0]
    other = f"{server.url}/t/BCDFGHJK"
    gone = [["focus", table], ["navigate", other]]
    assert worker.evaluate(CLICK, "t/BCDFGHJK") == [gone, 0]
    page.goto("about:blank")
    assert worker.evaluate(CLICK, "t/BCDFGHJK") == [[["open", other]], 0]


@pytest.mark.long
def test_subscriptions_carry_over_to_a_rematch(
    browser: Chromium, context: BrowserContext, server: Running, service: PushService
) -> None:
    made = server.create("me:Ann", "open")
    table, key = made["table"], server.join(made["table"], "Ben")["token"]
    keys = Browser()
    context.grant_permissions(["notifications"], origin=server.url)
    context.add_init_script(SUBSCRIBE % json.dumps(keys.wish(f"{service.url}/ben")))
    ben = context.new_page()
    ben.goto(f"{server.url}/t/{table}#{key}")
    with ben.expect_response("**/calls"):
        ben.locator("[data-action=call-me]").click()
    ann = Phone(browser, server)
    ann.sit(table, made["token"])
    ann.tap("start")
    for page in (ann.page, ben):
        page.wait_for_selector(".table")
    stop = f"{OVER}, {IDLE}"
    while not ann.page.locator(OVER).count():
        ann.thumb(stop, lazy=True)
        assert ben.evaluate(THUMB, [stop, MS, True])
    ben.wait_for_selector(OVER)
    with ben.expect_response("**/calls") as asked:
        ann.tap("rematch")
    rematch = asked.value.json()["table"]
    assert asked.value.json() == {"table": rematch, "on": True}
    assert rematch != table
    expect(ben).to_have_url(f"{server.url}/t/{rematch}")
    expect(ben.locator("[data-action=call-me]")).to_be_checked()
    ann.tap("start")
    for page in (ann.page, ben):
        page.wait_for_selector(".table")
    ben.goto(f"{server.url}/settings")  # gone: he is called to the new table
    ann.thumb("[data-action=take-back], .dock .waiting.wide", lazy=True)
    message = keys.read(service.messages.get(timeout=PATIENCE_S).body)
    assert message["url"] == f"t/{rematch}"
    ann.close()


@pytest.mark.long
def test_a_player_who_blocks_notifications_is_told(
    context: BrowserContext, server: Running, service: PushService
) -> None:
    made = server.create("me:Ann", "open")
    page = context.new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto(f"{server.url}/t/{made['table']}#{made['token']}")
    page.locator("[data-action=call-me]").click()
    expect(page.get_by_text("Les notifications sont bloquées")).to_be_visible()
    expect(page.locator("[data-action=call-me]")).not_to_be_checked()


@pytest.mark.long
def test_nobody_is_offered_a_call_where_none_can_come(
    context: BrowserContext, server: Running
) -> None:
    """Alone with bots there is nobody to wait for, and without the key nobody calls."""
    page = context.new_page()
    made = server.create("me:Ann", "bot")
    page.goto(f"{server.url}/t/{made['table']}#{made['token']}")
    page.wait_for_selector("[data-action=start]")
    expect(page.locator("[data-action=call-me]")).to_have_count(0)
