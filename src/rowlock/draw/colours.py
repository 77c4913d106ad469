"""Colours of pictures, equal to those of the page's light theme (`web/src/styles/tokens.css`).

Red, yellow, green and blue are reserved for rows and dice; everything else is ink, paper and felt.
"""

from __future__ import annotations

from msgspec import Struct

PAPER = "#fffdf8"
LINE = "#d8d2ca"
SHADE = "#efebe4"
"""Background of headings in tables on paper."""
INK = "#231928"
INK_2 = "#5b5062"
PEN = "#2a1f66"
"""Crosses only."""
WHITE = "#ffffff"
FELT = "#34203f"
FELT_LINE = "#6a4e78"
ON_FELT = "#fcf8ff"
ON_FELT_2 = "#d3c5dc"
ACTION = "#ffd84a"
"""Marks the active player and the announced number."""
EARNED = "#fff0b8"


class Shades(Struct, frozen=True):
    """The shades of one colour."""

    band: str
    tint: str
    """An open cell."""
    crossed: str
    """A crossed cell."""
    number: str
    on: str
    """Text and drawings on the band."""
    foot: str
    """The lower edge of a die."""


SHADES = (
    Shades("#c42f2a", "#fbe7e3", "#efc0bb", "#9e1f1b", WHITE, "#9b1f1b"),
    Shades("#f2b90f", "#fff4cf", "#fde6a0", "#654a00", INK, "#c8930a"),
    Shades("#1c7a47", "#e2f3e8", "#b5d8c3", "#0f5c35", WHITE, "#0f5c35"),
    Shades("#2456b4", "#e4ecfb", "#b9caec", "#1a4394", WHITE, "#1a4394"),
)
"""Red, yellow, green, blue."""

NEUTRAL = Shades("#4b3d52", PAPER, LINE, INK, WHITE, INK)
"""Rows of sheets with mixed colours, and white dice."""


def mixed(colour: str, other: str, share: float) -> str:
    """Mix two colours; `share` is that of the first. Shapes do not use transparency.

    >>> mixed("#ff0000", "#ffffff", 0.5)
    '#ff8080'
    """
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()
