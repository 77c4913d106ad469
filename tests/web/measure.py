"""What lies where on the screen: boxes, and which of them cover each other."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIZES = (
    (320, 568),
    (360, 640),
    (390, 664),
    (390, 844),
    (667, 375),
    (844, 390),
    (820, 1180),
    (1280, 800),
    (1920, 1080),
)

MEASURE = """() => {
  const found = []
  const all = (place, within = document) => [...within.querySelectorAll(place)]
  const box = (node) => node.getBoundingClientRect()
  const shown = (node) => {
    const b = box(node)
    return b.width > 1 && b.height > 1 && getComputedStyle(node).clipPath === 'none'
  }
  const name = (node) => {
    const kind = node.className?.baseVal ?? node.className
    return `${node.tagName.toLowerCase()}.${kind} ${node.textContent.trim().slice(0, 30)}`
  }
  const cut = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  })
  const over = (a, b, slack = 1) => {
    const c = cut(a, b)
    return c.right - c.left > slack && c.bottom - c.top > slack
  }
  const apart = (nodes, what) => {
    const seen = nodes.filter(shown)
    seen.forEach((a, i) => seen.slice(i + 1).forEach((b) => {
      if (over(box(a), box(b))) found.push(`${what}: ${name(a)} | ${name(b)}`)
    }))
  }
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const scroller = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up
    return null
  }
  const dock = document.querySelector('.dock')

  // What can be seen of a cell that may be crossed does not lie below the dock.
  for (const cell of all('.own .cell.legal button, .own .cell.lucky button')) {
    const port = scroller(cell)
    const seen = cut(cut(box(cell), screen), port ? box(port) : screen)
    if (over(seen, box(dock))) found.push(`below the dock: ${name(cell)}`)
  }
  // The signs on a cell, the strip, the dock, the bar and the others keep their places.
  const signs = '.number, .symbol, .shoe, .cap, .keyhole, .double'
  for (const cell of all('.own .cell')) apart(all(signs, cell), 'cell')
  apart(all('.strip > li'), 'strip')
  for (const li of all('.symbols > li')) apart(all('.explain > *', li), 'strip')
  apart([...dock.children].filter((node) => !node.matches('.sr')), 'dock')
  for (const key of all('.dock .key, .dock .btn'))
    if (key.scrollWidth > key.clientWidth + 1) found.push(`too wide: ${name(key)}`)
  for (const die of all('.dock .die'))
    if (box(die).right > box(dock).right + 4) found.push(`beside the dock: ${name(die)}`)
  apart(all('.table > header > *').filter((node) => !node.matches('.banner')), 'bar')
  apart(all('.player'), 'others')
  for (const player of all('.player')) {
    apart(all('.head .name, .head b', player), 'player')
    for (const text of all('.head .name, .head b', player))
      if (box(text).bottom > box(player).bottom + 1) found.push(`below its card: ${name(text)}`)
  }
  for (const text of all('.player .head b, .own .strip .count, .total, .headline'))
    if (shown(text) && getComputedStyle(text).display !== 'inline')
      if (text.scrollWidth > text.clientWidth + 1) found.push(`cut: ${name(text)}`)
  for (const wide of [document.documentElement, ...all('section.own')])
    if (wide.scrollWidth > wide.clientWidth) found.push(`scrolls sideways: ${name(wide)}`)

  // Whatever is asked for can be brought to the screen, whole and uncovered.
  const asked = '.own .cell.legal button, .own .cell.lucky button, .dock button:not(:disabled)'
  for (const node of all(asked)) {
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const b = box(node)
    const hit = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2)
    if (!node.contains(hit)) found.push(`out of reach: ${name(node)} ${hit && name(hit)}`)
  }
  all('section.own').forEach((node) => (node.scrollTop = 0))
  return [...new Set(found)]
}"""


def faults(page: Page) -> list[str]:
    """What covers what, what is cut, what cannot be reached."""
    found: list[str] = page.evaluate(MEASURE)
    return found


def resize(page: Page, width: int, height: int) -> None:
    """Another window size; the page has answered to it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        """() => new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"""
    )


GROWS = {
    "numbers": ".own .cell button",
    "sentence": ".dock .headline",
    "buttons": ".dock .btn",
    "scores": ".player .head b",
    "name of a row": ".own .head .name, .own .tag",
    "sum": ".dock .total",
}


def fonts(page: Page) -> dict[str, float]:
    """The sizes of letters in pixels, by what they are for."""
    ask = "e => parseFloat(getComputedStyle(e).fontSize)"
    return {what: page.locator(place).first.evaluate(ask) for what, place in GROWS.items()}


def width(page: Page, place: str) -> float:
    box: Any = page.locator(place).first.bounding_box()
    return float(box["width"])
