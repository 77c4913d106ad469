"""Whether all of a table is in sight: what is covered, outside the window, cut or too small.

Views come from `scenes`; the page draws them without a server's game (`game_views`).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page

from rowlock.protocol.encoding import encode
from rowlock.protocol.server_messages import ChatLine, Said
from rowlock.table.variant_info import own_sheet
from tests.web.game_views import sheet_options
from tests.web.phone import Phone

WINDOWS = (
    (320, 568),
    (360, 640),
    (360, 740),
    (390, 664),
    (390, 844),
    (412, 915),
    (667, 375),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1366, 650),
    (1280, 800),
    (1920, 1080),
)
"""Phones, tablets both ways, low laptops, a desktop."""

SOCKET = """
window.WebSocket = class {
  static CONNECTING = 0
  static OPEN = 1
  readyState = 1
  constructor() {
    this.dead = !!window.fakeSocket?.closed
    if (this.dead) return
    window.fakeSocket = this
    setTimeout(() => this.onopen?.())
  }
  send() {}
  close() {}
}
"""
"""A socket that ends in the page; after it was closed, no other is opened."""

SHOW = """
async ([text, lost]) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  for (let i = 0; !window.fakeSocket?.onmessage && i < 3000; i++) await wait(10)
  if (!document.adoptedStyleSheets.length) {
    const style = new CSSStyleSheet()
    style.replaceSync('.alarm { display: none }')  // it notices that these are many games
    document.adoptedStyleSheets.push(style)
  }
  window.fakeSocket.onmessage({ data: text })
  await wait(30)
  const ready = '.table .dock, .real .dock, [data-action=ready]'
  for (let i = 0; !document.querySelector(ready) && i < 1000; i++) await wait(10)
  document.querySelector('[data-action=ready]')?.click()
  for (let i = 0; !document.querySelector('.dock') && i < 300; i++) await wait(10)
  if (lost) {
    window.fakeSocket.closed = true
    window.fakeSocket.onclose?.()
    for (let i = 0; !document.querySelector('.dock [role=status]') && i < 500; i++) await wait(10)
  }
}
"""

JUDGE = """
async ({ large, floors }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame(); await frame()
  delete document.documentElement.dataset.tapsOff
  const found = []
  const all = (place, within = document) => [...within.querySelectorAll(place)]
  const box = (node) => node.getBoundingClientRect()
  const drawn = (node) =>
    node.checkVisibility() && box(node).width > 1 && getComputedStyle(node).clipPath === 'none'
  const name = (node) => {
    const at = node.dataset.cell ?? node.querySelector?.('[data-cell]')?.dataset.cell
    return `${String(node.className?.baseVal ?? node.className).split(' s-')[0]} ` +
      (at ?? node.textContent.trim().slice(0, 24))
  }
  /** What the window and all that clips leave of a part. */
  const left = (node) => {
    const b = box(node)
    const seen = { left: Math.max(b.left, 0), top: Math.max(b.top, 0),
      right: Math.min(b.right, innerWidth), bottom: Math.min(b.bottom, innerHeight) }
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up)
      if (style.overflow === 'visible' || style.display === 'contents') continue
      const u = box(up)
      seen.left = Math.max(seen.left, u.left); seen.right = Math.min(seen.right, u.right)
      seen.top = Math.max(seen.top, u.top); seen.bottom = Math.min(seen.bottom, u.bottom)
    }
    return seen
  }
  const whole = (node, slack = 1.5) => {
    const b = box(node), seen = left(node)
    return seen.left - b.left < slack && b.right - seen.right < slack &&
      seen.top - b.top < slack && b.bottom - seen.bottom < slack
  }
  const covered = (node) => {
    const b = box(node)
    for (const [x, y] of [[0.5, 0.5], [0.3, 0.25], [0.7, 0.25], [0.3, 0.75], [0.7, 0.75]]) {
      const hit = document.elementFromPoint(b.left + x * b.width, b.top + y * b.height)
      if (!hit || node.contains(hit) || hit.contains(node)) continue
      if (node.closest('.cells, .round, .keys') && hit.closest('.cells, .round, .keys')) continue
      return hit
    }
    return null
  }
  const check = (what, nodes) => {
    const bad = []
    for (const node of nodes.filter(drawn)) {
      const hit = whole(node) ? covered(node) : null
      if (!whole(node)) bad.push(`${name(node)} is cut`)
      else if (hit) bad.push(`${name(node)} is below ${name(hit)}`)
    }
    if (bad.length) found.push(`${what}: ${bad.slice(0, 3).join('; ')} (${bad.length})`)
    return bad
  }
  const sheet = '.sheet-card'
  const cells = all(`${sheet} .cell`)
  const scrolls = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement) {
      const scroller = /auto|scroll/.test(getComputedStyle(up).overflowY)
      if (scroller && up.scrollHeight > up.clientHeight + 2) return up
    }
    return null
  }
  if (!cells.length) found.push('no sheet')
  if (large) {
    // Rows may fold or scroll, if that is announced; cells in question and their rows may not.
    const asked = cells.filter((cell) => cell.matches('.legal, .lucky, .pencilled'))
    const missing = asked.filter((cell) => !drawn(cell))
    if (missing.length) found.push(`folded away: ${missing.map(name).join(' ')}`)
    const port = cells[0] && scrolls(cells[0])
    const told = document.querySelector('[data-hidden]')
    const away = cells.filter((cell) => drawn(cell) && !whole(cell))
    if (away.length && !(port && told && drawn(told))) check('cell', away)
    const here = asked.filter((cell) => drawn(cell) && whole(cell))
    if (asked.length && !here.length) found.push('no cell in question is in sight')
    const dropped = cells.filter((cell) => !cell.checkVisibility())
    if (dropped.length && !all('.fold').some(drawn)) found.push('folds without a word')
  } else check('cell', cells)
  check('lock', all(`${sheet} .lock-cell`).filter((lock) => !large || whole(lock)))
  if (large) {
    const strong = all('.sheet-card .sum strong, .bar-score, header .score')
    if (!strong.some((node) => drawn(node) && whole(node) && !covered(node)))
      found.push('score: nowhere to be read')
  } else check('score', all('.sheet-card .sum strong, .sheet-card .sum .box'))
  if (!large) check('penalty', all('.sheet-card .penalties .boxes i'))
  check('strip', large ? [] : all('.sheet-card .strip > li, .sheet-card .swaps li'))
  check('key', all('.dock .key, .dock .btn, .dock .card'))
  check('sentence', all('.dock .headline'))
  if (!document.querySelector('.bubble')) check('score of others', all('.player b'))
  const numbers = '.cell .number, .sum strong, .sum .box, .key .number, .player b, .total'
  for (const node of all(numbers)) {
    if (!drawn(node)) continue
    const text = document.createRange()
    text.selectNodeContents(node)
    const holder = node.closest('.cell, .key, .sum > *, .player') ?? node
    const t = text.getBoundingClientRect(), h = box(holder)
    if (t.left < h.left - 2 || t.right > h.right + 2)
      found.push(`number cut: ${name(node)} ${Math.round(t.width)} in ${Math.round(h.width)}`)
  }
  const parts = all('.table, .real, .own, .sheets, .dock, main')
  for (const node of [document.documentElement, ...parts])
    if (node.scrollWidth > node.clientWidth + 1 &&
        (node === document.documentElement || getComputedStyle(node).overflowX !== 'visible'))
      found.push(`scrolls sideways: ${name(node)} ${node.scrollWidth - node.clientWidth}`)
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push('the page scrolls')
  for (const node of all('.dock, .own'))
    if (node.scrollHeight > node.clientHeight + 1 && !(large && node.matches('.own')))
      found.push(`too high: ${name(node).split(' ')[0]} ${node.scrollHeight - node.clientHeight}`)
  const size = (node) => parseFloat(getComputedStyle(node).fontSize)
  if (floors && !large) {
    const square = cells.filter((cell) => drawn(cell) && !cell.closest('.round'))
    const first = square[0]
    const width = Math.min(...square.map((c) => c.offsetWidth))
    const height = Math.min(...square.map((c) => c.offsetHeight))
    const columns = Math.max(...all(`${sheet} .cells`).map((row) => row.children.length))
    const folded = document.querySelector('.row.beside')
    const roomy = first && innerWidth >= 360 && columns <= 12 && !folded
    if (roomy && (width < 28 || height < 40)) found.push(`small cells: ${width}x${height}`)
    if (roomy && size(first.querySelector('.number')) < 16)
      found.push(`small numbers: ${size(first.querySelector('.number'))}`)
  }
  if (floors) {
    const line = all('.dock .headline').find(drawn)
    if (line && size(line) < 14) found.push(`small sentence: ${size(line)}`)
    for (const key of all('.dock .key:not(:disabled), .dock .card').filter(drawn))
      if (key.offsetWidth < 46 || key.offsetHeight < 44) {
        found.push(`small key: ${name(key)} ${key.offsetWidth}x${key.offsetHeight}`)
        break
      }
  }
  return found
}
"""


class Table:
    """A page that draws the views handed to it."""

    def __init__(self, me: Phone, first: Any, sheet: str = "") -> None:
        self.page: Page = me.page
        self.large = False
        self.seq = 0
        me.context.add_init_script(SOCKET)
        if sheet.endswith(".toml"):
            body = encode(own_sheet(sheet_options(sheet).sheet))
            me.page.route(
                "**/api/tables/*/sheet**",
                lambda route: route.fulfill(body=body, content_type="application/json"),
            )
        me.sit(first.table, "key")

    def show(self, view: Any, *, lost: bool = False) -> None:
        self.seq += 1
        view.seq = self.seq
        self.page.evaluate(SHOW, [encode(view).decode(), lost])

    def faults(self, window: tuple[int, int], *, floors: bool = True) -> list[str]:
        wide, high = window
        self.page.set_viewport_size({"width": wide, "height": high})
        large = self.page.evaluate("document.documentElement.dataset.size === 'xl'")
        found: list[str] = self.page.evaluate(JUDGE, {"large": large, "floors": floors})
        return found

    def say(self, view: Any, text: str) -> None:
        """A line of chat from the first opponent."""
        line = ChatLine(seq=self.seq, seat=1, name=view.seats[1].name or "", text=text, at=0)
        self.show(replace(view, log=None, chat=None, events=(Said(line=line),)))


def coached(me: Phone, view: Any) -> None:
    """The coach answers at once: the first move is the best."""
    moves = [option.move for decision in view.decisions for option in decision.legal]
    advice = {
        "judge": "network",
        "unit": "wins",
        "moves": [
            {"move": move, "value": 0.52 - 0.01 * n, "loss": 0.01 * n, "rash": False}
            for n, move in enumerate(moves)
        ],
    }
    me.page.route("**/advice", lambda route: route.fulfill(json=advice))
