"""Every question of many games, shown to the page one after the other without a server's game.

A host without a clock plays; the page's socket ends in the page itself, so that thousands of views
take seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

from rowlock.protocol.encoding import encode
from rowlock.table.options import TableOptions
from rowlock.table.variant_info import own_sheet
from rowlock.table.view import Scene, view_of
from rowlock.variants import load_variant
from tests.table.host import Host
from tests.web.phone import Phone

SOCKET = """
window.WebSocket = class {
  static CONNECTING = 0
  static OPEN = 1
  readyState = 1
  constructor() {
    window.fakeSocket = this
    setTimeout(() => this.onopen?.())
  }
  send() {}
  close() {}
}
"""
SHOW = """
async (views) => {
  const judge = (view) => { %s }
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  for (let i = 0; !window.fakeSocket?.onmessage && i < 3000; i++) await wait(10)
  const style = new CSSStyleSheet()
  style.replaceSync('.alarm { display: none }')  // it notices that these are many games
  document.adoptedStyleSheets.push(style)
  const found = []
  for (const text of views) {
    window.fakeSocket.onmessage({ data: text })
    const view = JSON.parse(text)
    for (let i = 0; !document.querySelector('.dock .btn') && i < 3000; i++) await wait(10)
    if (!document.querySelector('.dock .btn')) return [...found, `no dock: ${text.slice(0, 200)}`]
    await wait(0)
    found.push(...judge(view))
  }
  return found
}
"""
"""Hands views to the page and collects what `judge`, the body of a function, finds in each."""


def questions(options: TableOptions, games: int, first: int = 0) -> Iterator[Any]:
    """The views of the first player, against one opponent, whenever something is asked."""
    for number in range(first, first + games):
        host = Host(2, 0, options)
        host.rng.seed(f"{options} {number}")
        host.start()
        while host.table.stage == "playing":
            if host.table.game.stage == "roll":
                host.roll()
                continue
            yield from _asked(host)
            host.answer_at_random(host.table.owing[0])


def _asked(host: Host) -> Iterator[Any]:
    scene = Scene(0.0, None, {0, 1}, {}, 0, host.drafts)
    view = view_of(host.table, 0, scene, complete=True)
    if any(decision.owed and len(decision.legal) > 1 for decision in view.decisions):
        yield view


def show(me: Phone, views: list[Any], judge: str, sheet: str = "") -> list[str]:
    """What `judge` finds in the views: of printed sheets, or all with this custom one."""
    me.context.add_init_script(SOCKET)
    if sheet:
        me.page.route("**/api/tables/*/sheet**", partial(_answer, encode(own_sheet(sheet))))
    me.sit(views[0].table, "key")
    return _judged(me.page, views, judge)


def _answer(body: bytes, route: Route) -> None:
    route.fulfill(body=body, content_type="application/json")


def _judged(page: Page, views: list[Any], judge: str) -> list[str]:
    texts = []
    for seq, view in enumerate(views, 1):
        view.seq = seq
        if seq > 1:
            view.log = view.chat = None
        texts.append(encode(view).decode())
    found: list[str] = page.evaluate(SHOW % judge, texts)
    return found


def sheet_options(sheet: str) -> TableOptions:
    """A table on a printed sheet, with cards (`cards`), or on a sheet of its own (a file)."""
    if sheet == "cards":
        return TableOptions(cards=True)
    if sheet.endswith(".toml"):
        file = Path(sheet).read_text("utf-8")
        return TableOptions(variant=load_variant(sheet).id, sheet=file)
    return TableOptions(variant=sheet)
