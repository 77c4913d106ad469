"""A browser window on the real server, and a thumb that plays in it."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from tests.server.running import Running

PATIENCE_MS = 30_000
"""How long a busy machine may take to show what it should."""
expect.set_options(timeout=PATIENCE_MS)

SCREENS = Path(__file__).parents[2] / "dist" / "screens"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Taps what a person would tap next, until the game is over or `stop` matches. It looks only at
# what the page offers: keys that are enabled, buttons that are there. A lazy thumb crosses
# nothing, so that four penalties end the game soon.
THUMB = """
async ([stop, limit, lazy]) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  const find = (selector) => document.querySelector(selector)
  const until = Date.now() + limit
  while (Date.now() < until) {
    if (find(stop)) return true
    const waiting = find('[data-action=take-back]')
    const next =
      find('[data-action=ready]') ??
      find('[data-action=go-on]:not(:disabled)') ??
      find('[data-action=roll]:not(:disabled)') ??
      (waiting
        ? null
        : (lazy ? find('[data-action=penalty], [data-action=pass]:not(:disabled)') : null) ??
          find('[data-action=confirm]:not(:disabled)') ??
          find('.dock [data-move]:not(:disabled):not([data-move=""]):not([aria-pressed=true])') ??
          find('.dock .small:not([data-move])') ??
          find('.dock .card:not([data-move]):not([aria-pressed=true])') ??
          find('[data-action=penalty]') ??
          find('[data-action=pass]:not(:disabled)'))
    next?.click()
    await wait(12)
  }
  return false
}
"""


class Phone:
    """One browser context: its own storage, so its own person."""

    def __init__(
        self,
        browser: Browser,
        server: Running,
        *,
        width: int = 390,
        height: int = 844,
        language: str = "en-GB",
        moves: bool = False,
        touch: bool = False,
        **settings: Any,
    ) -> None:
        """`moves`: with animations; `touch`: a screen for fingers; others are the settings."""
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion="no-preference" if moves else "reduce",
            has_touch=touch,
            service_workers="block",
        )
        if settings:
            text = json.dumps(settings)
            self.context.add_init_script(
                "if (!localStorage.getItem('rowlock.settings'))"
                f" localStorage.setItem('rowlock.settings', {json.dumps(text)})"
            )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints: list[str] = []
        """What the browser complained about: errors, refused styles and scripts."""
        self.foreign: list[str] = []
        """Requests to anybody but our own server."""
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda line: (
                self.complaints.append(line.text)
                if "Content Security Policy" in line.text
                else None
            ),
        )
        self.page.on(
            "request",
            lambda request: (
                None
                if re.match(r"(https?|wss?)://127\.0\.0\.1:", request.url)
                else self.foreign.append(request.url)
            ),
        )

    def picture(self, name: str) -> None:
        """What it shows, for people to look at: dist/screens/NAME.png."""
        self.page.screenshot(path=SCREENS / f"{name.replace(' ', '-')}.png")

    def open(self, path: str = "") -> Page:
        self.page.goto(f"{self.server.url}/{path}")
        return self.page

    def sit(self, table: str, token: str) -> Page:
        """Opens a table with the key to its seat, as a link to another device does."""
        return self.open(f"t/{table}#{token}")

    def tap(self, action: str) -> None:
        self.page.locator(f"[data-action={action}]").first.click()

    def tap_twice(self, place: str, ms: int, *, at: float = 0.2, finger: bool = False) -> None:
        """Two quick taps on the same spot, `at` this part of the width.

        Needs `page.clock.install()` before the page is opened: on a busy machine taps come when
        they can, and the page must believe that no more than `ms` lie between them.
        """
        page, target = self.page, self.page.locator(place).first
        target.wait_for()
        stop_the_clock(page)  # a person looks first
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + at * box["width"], box["y"] + box["height"] / 2
        tap = page.touchscreen.tap if finger else page.mouse.click
        tap(x, y)
        page.clock.run_for(ms)
        tap(x, y)
        page.clock.resume()

    def thumb(
        self, stop: str = "[data-action=rematch]", seconds: float = 60, *, lazy: bool = False
    ) -> None:
        assert self.page.evaluate(THUMB, [stop, seconds * 1000, lazy]), (
            f"not reached: {stop}\n{self.page.locator('body').inner_text()[:600]}"
        )

    def dock(self) -> Locator:
        return self.page.locator(".dock")

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def totals(self) -> list[int]:
        """The points at the end, in the order of the ranking."""
        texts = self.page.locator(".ranking .sum").all_inner_texts()
        return [int(text.replace("−", "-")) for text in texts]

    def fits(self) -> bool:
        """Nothing to scroll sideways."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        )

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints
        assert not self.foreign, self.foreign


def stop_the_clock(page: Page) -> None:
    """Half a second from now by the page's clock. On a busy machine that moment may be over when
    the page hears of it: then a later one."""
    for ms in (500, 2_000, 8_000):
        with contextlib.suppress(Error):
            page.clock.pause_at((page.evaluate("Date.now()") + ms) / 1000)
            return
    raise AssertionError("the page's clock cannot be stopped")


Phones: TypeAlias = Callable[..., Phone]
"""What makes phones: the fixture `phone`."""

OVER = "[data-action=rematch]"
IDLE = ".dock .waiting.wide, [data-action=take-back]"
"""Nothing is owed now."""


def ann_and_ben(
    phone: Phones, server: Running, *, start: bool = True, **options: Any
) -> tuple[Phone, Phone]:
    """Ann, the host, and Ben, each with a phone of their own."""
    made = server.create("me:Ann", "open", **options)
    key = server.join(made["table"], "Ben")["token"]
    ann, ben = phone(), phone()
    ann.sit(made["table"], made["token"])
    ben.sit(made["table"], key)
    ben.page.wait_for_selector(".face")
    ann.sees("Ben")
    if start:
        ann.tap("start")
        for one in (ann, ben):
            one.page.wait_for_selector(".table")
    return ann, ben


def play_out(ann: Phone, ben: Phone, *, lazy: bool = False) -> None:
    """Two thumbs in turn, until the game is over."""
    for _ in range(400):
        ann.thumb(f"{OVER}, {IDLE}", lazy=lazy)
        if ann.page.locator(OVER).count():
            break
        ben.thumb(f"{OVER}, {IDLE}", lazy=lazy)
    for one in (ann, ben):
        one.page.wait_for_selector(OVER)
