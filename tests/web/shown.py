"""What pictures of the page show: a digest of markup, styles and English texts of components.

It is the same after changes that nobody sees: of scripts, comments and line breaks, of texts in
other components, and of dialogs, which no picture shows.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
ENGLISH = ROOT / "src" / "rowlock" / "languages" / "en"

IMPORT = re.compile(r"(?:from|import)\s*\(?\s*'(\.[^']*/[A-Z]\w*\.svelte)'")
UNSEEN = re.compile(r"<script.*?</script>|<!--.*?-->|/\*.*?\*/", re.DOTALL)
KEY = re.compile(r"\bt\(\s*'([\w.]+)'")

DIALOGS = frozenset(
    {
        *("Explain", "Handover", "KeyboardHelp", "Menu", "Modal", "Panels", "SeatDialog"),
        *("SeatRequests", "SettingsForm", "SoundQuestion"),
    }
)
"""Components that open on a press or are asked seldom."""


def components(first: Path) -> list[Path]:
    """A component and all that it imports, directly or indirectly, except dialogs."""
    found = {first}
    open_ends = [first]
    while open_ends:
        component = open_ends.pop()
        for name in IMPORT.findall(component.read_text("utf-8")):
            other = (component.parent / name).resolve()
            if other not in found and other.stem not in DIALOGS:
                found.add(other)
                open_ends.append(other)
    return sorted(found)


def seen(text: str) -> str:
    """Source without scripts and comments, with single spaces."""
    return " ".join(UNSEEN.sub("", text).split())


def texts() -> dict[str, object]:
    files = (ENGLISH / "page.json", ENGLISH / "lazy.json")
    return {key: text for file in files for key, text in json.loads(file.read_bytes()).items()}


def digest(first: str) -> str:
    """Of everything that this component shows, named by its path below `web/src`."""
    english = texts()
    shown = hashlib.sha256()
    for style in sorted((WEB / "styles").glob("*.css")):
        shown.update(seen(style.read_text("utf-8")).encode())
    for component in components(WEB / first):
        source = seen(component.read_text("utf-8"))
        shown.update(source.encode())
        for key in sorted(set(KEY.findall(source))):
            shown.update(str(english.get(key)).encode())
    return shown.hexdigest()[:16]
