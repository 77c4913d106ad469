"""Pictures wear the page's colours, its signs and its hand-made crosses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rowlock.draw import colours
from rowlock.draw.colours import SHADES
from rowlock.variants.variant import COLOURS

WEB = Path(__file__).parents[2] / "web/src"
LIGHT = (WEB / "styles/tokens.css").read_text("utf-8").split("[data-theme")[0]
TOKENS = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", LIGHT))


@pytest.mark.parametrize("row", range(len(COLOURS)))
def test_the_colours_of_a_row(row: int) -> None:
    name, shades = COLOURS[row], SHADES[row]
    found = (shades.band, shades.tint, shades.crossed, shades.number, shades.on)
    keys = (name, *(f"{name}-{shade}" for shade in ("tint", "crossed", "number", "on")))
    assert found == tuple(TOKENS[key] for key in keys)


def test_ink_paper_and_felt() -> None:
    names = ("PAPER", "LINE", "INK", "INK_2", "PEN", "FELT", "FELT_LINE", "ON_FELT", "ACTION")
    for name in names:
        assert getattr(colours, name) == TOKENS[name.lower().replace("_", "-")]


def test_the_page_has_no_signs_and_crosses_of_its_own() -> None:
    """They stand once, in the file that pictures and paper read."""
    text = (WEB / "ui/shapes.ts").read_text("utf-8")
    assert "import outlines from '../../../src/rowlock/draw/outlines.json'" in text
    for name in ("signs", "symbols", "crosses", "shackles"):
        assert f"= outlines.{name}" in text
