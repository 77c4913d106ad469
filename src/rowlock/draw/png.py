"""Converts SVG to PNG with resvg (extra `png`), which needs no system library.

The page's font is included, so the picture looks the same on every machine; characters that it
lacks are taken from system fonts.
"""

from __future__ import annotations

from pathlib import Path

try:
    import resvg_py
except ModuleNotFoundError as error:
    message = 'PNG pictures need resvg-py: pip install "rowlock[png]"'
    raise ModuleNotFoundError(message, name=error.name) from None

FONTS = Path(__file__).parent / "fonts"
INCH = 25.4


def write_png(svg: str, dots: float, background: str | None = None) -> bytes:
    """The bytes of a PNG file; `dots` is the resolution per millimetre. Without a background colour
    it is transparent."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, dpi=dots * INCH, font_files=fonts, background=background
        )
    )
