"""SVG as PNG, by resvg (the extra `png`): one small wheel that draws, and no system library.

The page's font goes along, so that the picture looks the same on every machine; letters that it
lacks come from the fonts that the machine has.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"
INCH = 25.4


def write_png(svg: str, dots: float) -> bytes:
    """The bytes of a PNG file with so many dots in a millimetre."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=dots * INCH, font_files=fonts))
