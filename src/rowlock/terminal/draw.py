"""Sheets drawn in the terminal, in colour, and readable without it.

    r   2  (3)  ·  (5)  6   7   8   9  10  11  12  [ ]    2x =   3

A cross stands in round brackets, a cell that can never be crossed any more is a dot, a boxed
cell of Bonus A has square brackets, a double cell of Double B a small two, and `#` is a shut
lock. Every row begins with the letter that records use for its colour.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from rowlock.core.game import result
from rowlock.core.obstacle import obstacle
from rowlock.core.score import Score, is_earned, score
from rowlock.core.sheet import Sheet, crosses_in_row, is_crossed, is_locked
from rowlock.core.state import Game
from rowlock.variants.variant import COLOURS, LETTERS, ROWS, Cell, LuckyPair, Variant

INK = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue"}
CROSSED = {
    "red": "bold white on red",
    "yellow": "bold black on yellow",
    "green": "bold white on green",
    "blue": "bold white on blue",
}
TWICE = "²"
SIGNS = {"circle": "○", "diamond": "◇", "square": "□", "octagon": "⬡", "star": "☆"}


def draw_sheets(game: Game, *, console: Console | None = None) -> None:
    """All sheets of a game with their points."""
    console = console or Console(highlight=False)
    outcome = result(game)
    for seat in game.seats:
        lucky = game.lucky[seat] if game.lucky else None
        console.print(Text(_name_line(game, seat, lucky), style="bold"))
        console.print(sheet_text(game.variant, game.sheets[seat], game.closed))
        console.print(points_text(game.variant, game.sheets[seat], outcome.scores[seat]))


def draw_variant(variant: Variant, *, console: Console | None = None) -> None:
    """An empty sheet."""
    console = console or Console(highlight=False)
    console.print(Text(f"{variant.name} ({variant.id}, {variant.digest})", style="bold"))
    console.print(sheet_text(variant, Sheet()))
    if variant.lucky_pairs:
        pairs = [f"{low}&{high}" for low, high in variant.lucky_printed]
        inferred = [f"{low}&{high}" for low, high in variant.lucky_inferred]
        extra = f" (inferred: {', '.join(inferred)})" if inferred else ""
        console.print(f"  lucky numbers: {', '.join(pairs)}{extra}")


def _name_line(game: Game, seat: int, lucky: LuckyPair | None) -> str:
    words = [game.names[seat]]
    if seat == game.active and not game.over:
        words.append("(active)")
    if lucky:
        words.append(f"lucky {lucky[0]}&{lucky[1]}")
    return " ".join(words)


def sheet_text(variant: Variant, sheet: Sheet, closed: int = 0) -> Text:
    """The four rows, and the bonus bar or strip where the sheet has one."""
    text = Text()
    points = score(variant, sheet).rows
    for row in ROWS:
        text.append(f" {LETTERS[row]} ", style=f"bold {INK[COLOURS[row]]}")
        for cell in variant.rows[row]:
            text.append_text(_cell(variant, sheet, closed, cell))
        text.append_text(_lock(variant, sheet, closed, row))
        text.append(f"  {crosses_in_row(sheet, row):2}x = {points[row]:3}\n")
    if variant.bar:
        text.append_text(_bar(variant, sheet))
    if variant.bonuses:
        text.append_text(_strip(variant, sheet))
    text.rstrip()
    return text


def points_text(variant: Variant, sheet: Sheet, points: Score | None = None) -> Text:
    """Penalties and the bottom line of the pad."""
    points = points or score(variant, sheet)
    boxes = " ".join("x" if n < sheet.penalties else "." for n in range(variant.penalties_to_end))
    sums = " + ".join(map(str, points.rows))
    bonus = f" + {points.bonus}" if points.bonus else ""
    text = Text(f"   penalties {boxes}    {sums} - {points.penalties}{bonus} = ")
    text.append(f"{points.total}\n", style="bold")
    return text


def _cell(variant: Variant, sheet: Sheet, closed: int, cell: Cell) -> Text:
    colour = COLOURS[cell.colour]
    label = cell.name if variant.mixed_colours else str(cell.number)
    label += _sign(variant, cell)
    width = 4 + variant.mixed_colours + bool(variant.bonuses or variant.doubles)
    if is_crossed(sheet, cell):
        return Text(f"({label})".rjust(width), style=CROSSED[colour])
    if obstacle(variant, sheet, closed, cell) in ("row_closed", "left_of_last_cross"):
        return Text("· ".rjust(width), style="dim")
    label = f"[{label}]" if cell.name in variant.boxed else f"{label} "
    return Text(label.rjust(width), style=INK[colour])


def _sign(variant: Variant, cell: Cell) -> str:
    if cell in variant.doubles:
        return TWICE
    number = variant.bonus_of.get(cell.name)
    return "" if number is None else SIGNS[variant.bonuses[number].symbol]


def _lock(variant: Variant, sheet: Sheet, closed: int, row: int) -> Text:
    if is_locked(variant, sheet, row):
        return Text(" (#) ", style=CROSSED[COLOURS[row]])
    return Text(" [#] " if closed >> row & 1 else " [ ] ", style=INK[COLOURS[row]])


def _bar(variant: Variant, sheet: Sheet) -> Text:
    text = Text("   bar  ")
    for square, row in enumerate(variant.bar):
        struck = sheet.bar >> square & 1
        style = "dim" if struck else f"bold {INK[COLOURS[row]]}"
        text.append(f"({LETTERS[row]})" if struck else f" {LETTERS[row]} ", style=style)
    return text


def _strip(variant: Variant, sheet: Sheet) -> Text:
    text = Text("   bonus ")
    for bonus in variant.bonuses:
        earned = is_earned(sheet, bonus)
        sign = SIGNS[bonus.symbol]
        text.append(f"({sign}) " if earned else f" {sign}  ", style="bold" if earned else "")
    return text
