"""Draw the pictures of the docs that come from terminal, library and paper: docs/pictures."""

from __future__ import annotations

import io
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from rowlock import draw_table, load_variant, notation, parse_position, parse_record
from rowlock.draw.colours import WHITE
from rowlock.draw.paper import PrintJob, draw_pages
from rowlock.draw.shapes import Rect
from rowlock.terminal.draw import draw_sheets, draw_variant
from rowlock.variants import BUILT_IN

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"

TABLE = (
    'double_b 11 1 action1 15 5146; "Ann" r- y4,7,8,10,11 g9,8,7 b11,7,6,4 x0; '
    '"Ben" r5,8,9,11 y3 g10,6 b10,8,7,5,4 x0'
)

# Paper, ink and the four colours of the page, so that pictures and page look alike.
THEME = TerminalTheme(
    (255, 253, 248),
    (35, 25, 40),
    [
        (35, 25, 40),
        (196, 47, 42),
        (28, 122, 71),
        (202, 150, 4),
        (36, 86, 180),
        (107, 47, 138),
        (0, 128, 128),
        (255, 253, 248),
    ],
)
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" \
xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; \
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" \
height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def picture(name: str, console: Console, title: str) -> None:
    svg = console.export_svg(title=title, theme=THEME, code_format=FRAME, unique_id="rowlock")
    (PICTURES / f"{name}.svg").write_text(svg, "utf-8")


def recorder() -> Console:
    return Console(record=True, width=78, file=io.StringIO(), force_terminal=True, highlight=False)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    console = recorder()
    game = notation.replay(parse_record((ROOT / "examples" / "evening.rowlock").read_bytes()))
    draw_sheets(game, console=console)
    picture("terminal", console, "rowlock replay examples/evening.rowlock")
    console = recorder()
    for name in BUILT_IN:
        draw_variant(load_variant(name), console=console)
        console.print()
    picture("variants", console, "rowlock variants classic longo mixx_a ...")
    table = parse_position(TABLE)
    (PICTURES / "library-table.svg").write_text(draw_table(table).svg(), "utf-8")
    paper("paper-longo", "longo", PrintJob(paper="a5"))
    paper("paper-mixx-a-four", "mixx_a", PrintJob(up=4))
    paper("paper-xl", "xl", PrintJob(paper="a5"))
    paper("paper-rules", "bonus_b", PrintJob(paper="a5", back="rules"), page=1)


def paper(name: str, sheet: str, order: PrintJob, page: int = 0) -> None:
    """A printed page on white."""
    drawing = draw_pages([load_variant(sheet)], order)[page]
    white = Rect(0, 0, drawing.width, drawing.height, fill=WHITE)
    picture = replace(drawing, shapes=(white, *drawing.shapes))
    (PICTURES / f"{name}.png").write_bytes(picture.png(dots=5))


if __name__ == "__main__":
    main()
