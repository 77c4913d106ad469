"""How the page is built: each part with its own style; masks are read in one place."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "web/src"
FILES = [file for file in SOURCE.rglob("*") if file.suffix in (".svelte", ".ts")]

ABOVE = re.compile(r"\[data-(?:size|theme)='\w+'\]|\.felt")
"""What a part may ask about its surroundings: large print, the theme, the ground it lies on."""


def test_no_style_reaches_into_another_part() -> None:
    for file in FILES:
        reached = re.findall(r":global\((.*?)\)", file.read_text("utf-8"))
        if file.name == "Qr.svelte":
            reached.remove("svg")  # drawn by the server, put in as it comes
        assert [place for place in reached if not ABOVE.fullmatch(place)] == [], file


def test_masks_are_read_in_one_file() -> None:
    """`layout.ts` copies the bits of a lock from the catalogue; nobody else looks at bits."""
    bits = re.compile(r"\.bits\b|lockBits|lock_bits")
    found = {file.name for file in FILES if bits.search(file.read_text("utf-8"))}
    assert found == {"protocol.ts", "layout.ts", "masks.ts"}
