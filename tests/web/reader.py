"""A virtual screen reader: it hears live regions in their order, follows the focus, and reads the
page as the browser's accessibility tree has it.

Its lines are what somebody hears who sees nothing. What the page says stands as it is; what the
reader adds in its own language (roles, states) stands in square brackets.

    > text            a live region speaks when there is a pause
    ! text            a live region interrupts
    @ [role] text     what the focus has come to
      [role] text     what is read of the page, line by line
    * key             what is pressed
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page

# Notes what every live region comes to say. Regions that appear with their text speak too.
EARS = """
window.heard = []
const LIVE = '[aria-live], [role=status], [role=alert]'
const aloud = (node) => {
  if (node.nodeType === 3) return node.data
  if (node.nodeType !== 1 || node.ariaHidden === 'true') return ''
  return [...node.childNodes].map(aloud).join(node.childElementCount ? ' ' : '')
}
const above = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE)
new MutationObserver((changes) => {
  const found = new Set()
  for (const { target, addedNodes } of changes) {
    if (above(target)) found.add(above(target))
    for (const node of addedNodes)
      if (node.nodeType === 1)
        for (const live of [node, ...node.querySelectorAll(LIVE)])
          if (live.matches(LIVE)) found.add(live)
  }
  for (const live of found) {
    const text = aloud(live).replace(/\\s+/g, ' ').trim()
    const now = live.ariaLive === 'assertive' || live.role === 'alert'
    if (text && live.isConnected) heard.push(`${now ? '!' : '>'} ${text}`)
  }
}).observe(document, { childList: true, subtree: true, characterData: true })
"""

WHOLE = {
    "button", "link", "heading", "rowheader", "image", "img", "checkbox", "switch", "combobox",
    "textbox", "tab", "radio", "slider",
}  # fmt: skip
"""Read as one, whatever is inside."""
PLACES = {
    "banner", "main", "region", "complementary", "contentinfo", "grid", "list", "group",
    "dialog", "alertdialog", "tablist", "tabpanel", "navigation", "form", "table", "note",
}  # fmt: skip
"""Said when they are entered, if they have a name or are landmarks."""
LANDMARKS = {"banner", "main", "complementary", "contentinfo"}
STATES = ("pressed", "checked", "expanded", "selected")


class Reader:
    """Reads aloud what a page has to say; its ears must be on before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[str] = []
        self._focused = ""
        page.add_init_script(EARS)
        self._devtools: CDPSession = page.context.new_cdp_session(page)

    def hear(self) -> None:
        """What live regions have said since the last time."""
        self.lines.extend(self.page.evaluate("heard.splice(0)"))

    def press(self, key: str) -> None:
        self.lines.append(f"* {key}")
        self.page.keyboard.press(key)

    def focus(self) -> None:
        """Where the focus is now, if it is elsewhere than before."""
        found = self._devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node = self._devtools.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        words = _words(node)
        if (
            words != self._focused
            and words
            and node["role"]["value"] not in ("none", "RootWebArea")
        ):
            self.lines.append(f"@ {words}")
        self._focused = words

    def read(self) -> None:
        """The whole page from its top."""
        nodes = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        self.lines.extend(f"  {line}" for line in _read(nodes[0], by_id))


def _read(node: Any, by_id: dict[str, Any]) -> Iterator[str]:
    role = node.get("role", {}).get("value", "")
    name = node.get("name", {}).get("value", "").strip()
    if not node.get("ignored"):
        if role in WHOLE:
            yield _words(node)
            return
        if role == "StaticText":
            if name:
                yield name
            return
        if role == "gridcell" and not any(True for child in _inside(node, by_id)):
            yield f"[{role}] {name}"
            return
        if role in LANDMARKS or (role in PLACES and name):
            yield f"[{role}] {name}".rstrip()
    yield from _inside(node, by_id)


def _inside(node: Any, by_id: dict[str, Any]) -> Iterator[str]:
    for child in node.get("childIds", ()):
        if child in by_id:
            yield from _read(by_id[child], by_id)


def _words(node: Any) -> str:
    """Role, states and name of one thing."""
    role = node.get("role", {}).get("value", "")
    name = " ".join(node.get("name", {}).get("value", "").split())
    states = {p["name"]: p["value"].get("value") for p in node.get("properties", ())}
    said = [role]
    for state in STATES:
        value = str(states.get(state, "")).lower()
        if value == "true":
            said.append(state)
        elif value == "false" and state != "selected":
            said.append(f"not {state}")
    if states.get("disabled"):
        said.append("unavailable")
    return f"[{', '.join(said)}] {name}".rstrip()
