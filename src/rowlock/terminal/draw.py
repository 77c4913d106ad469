"""Draws sheets in the terminal, in colour but readable without it.

    r   2  (3)  ·  (5)  6   7   8   9  10  11  12  [ ]    2x =   3

(3)   crossed                             ·    can no longer be crossed
    [3]   boxed (Bonus A)                     #    crossed lock
    3²    double cell (Double B), or crossed twice (Double A)
    3'    framed (Connected steps)            3°   chained (Connected chain)

Every row begins with the letter of its colour in records. A drawing is a list of styled pieces of
text. Rich turns the styles into colours; without Rich the pieces are printed plain.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from rowlock.core.game import result
from rowlock.core.legality import obstacle
from rowlock.core.rules import row_points
from rowlock.core.score import Score, is_earned, score, steps_crossed
from rowlock.core.sheet import (
    Sheet,
    bonus_crosses,
    crosses_in_row,
    is_crossed,
    is_locked,
    swap_fields,
)
from rowlock.core.state import Game
from rowlock.languages.texts import Texts
from rowlock.variants.features import FEATURES, features
from rowlock.variants.variant import COLOURS, LETTERS, ROWS, Cell, Variant

if TYPE_CHECKING:
    from rich.console import Console

Piece: TypeAlias = tuple[str, str]
"""A text and its Rich style, empty for none."""

INK = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue"}
CROSSED = {
    "red": "bold white on red",
    "yellow": "bold black on yellow",
    "green": "bold white on green",
    "blue": "bold white on blue",
}
ENGLISH = Texts("en")
TWICE, STEP, RING = "²", "'", "°"
UNSIGNED = features("lucky_numbers several_last_cells mixed_colours boxes swap_fields bonus_rows")
SIGNED = FEATURES - UNSIGNED
"""Features whose cells have a sign next to their number."""
SIGNS = {"circle": "○", "diamond": "◇", "square": "□", "octagon": "⬡", "star": "☆"}


def draw_sheets(
    game: Game,
    *,
    console: Console | None = None,
    texts: Texts = ENGLISH,
    you: int | None = None,
) -> None:
    """Print all sheets of a game with their points. `you` is the reader's seat."""
    for pieces in table_pieces(game, texts, you):
        show(pieces, console)


def table_pieces(
    game: Game, texts: Texts = ENGLISH, you: int | None = None
) -> Iterator[list[Piece]]:
    """Name, sheet and points of each seat."""
    outcome = result(game)
    for seat in game.seats:
        name = texts("sheet_you") if seat == you else game.names[seat]
        variant, sheet = game.variants[seat], game.sheets[seat]
        yield [(_name_line(game, seat, name, texts), "bold")]
        yield sheet_pieces(variant, sheet, game.closed, texts)
        yield points_pieces(variant, sheet, outcome.scores[seat], texts)


def draw_variant(variant: Variant, *, console: Console | None = None) -> None:
    """Print an empty sheet."""
    show([(f"{variant.name} ({variant.id}, {variant.digest})", "bold")], console)
    show(sheet_pieces(variant, Sheet()), console)
    if variant.lucky_pairs:
        pairs = [f"{low}&{high}" for low, high in variant.lucky_printed]
        inferred = [f"{low}&{high}" for low, high in variant.lucky_inferred]
        extra = f" (inferred: {', '.join(inferred)})" if inferred else ""
        show([(f"  lucky numbers: {', '.join(pairs)}{extra}", "")], console)


def show(pieces: list[Piece], console: Console | None = None) -> None:
    """Print a drawing, in colour if Rich is installed and the terminal supports it."""
    if console is None and find_spec("rich") is None:
        print(plain(pieces))
        return
    from rich.console import Console
    from rich.text import Text

    (console or Console(highlight=False)).print(Text.assemble(*pieces))


def plain(pieces: list[Piece]) -> str:
    """The text of a drawing without styles."""
    return "".join(text for text, _ in pieces)


def _name_line(game: Game, seat: int, name: str, texts: Texts) -> str:
    words = [name]
    if seat == game.active and not game.over:
        words.append(texts("sheet_active"))
    if game.lucky:
        first, second = game.lucky[seat]
        words.append(texts("sheet_lucky", first=first, second=second))
    return " ".join(words)


def sheet_pieces(
    variant: Variant, sheet: Sheet, closed: int = 0, texts: Texts = ENGLISH
) -> list[Piece]:
    """The four rows, and below them the extras of the sheet."""
    points = score(variant, sheet).rows
    lines = []
    for row in ROWS:
        lines.append(
            [
                (f" {LETTERS[row]} ", f"bold {INK[COLOURS[row]]}"),
                *(_cell(variant, sheet, closed, cell) for cell in variant.rows[row]),
                _lock(variant, sheet, closed, row),
                (f"  {_counted(variant, sheet, row):2}x = {points[row]:3}", ""),
            ]
        )
        if variant.bonus_rows and row % 2 == 0:
            lines.append(_bonus_row(variant, sheet, row // 2))
    parts = (_bar, _swaps, _strip, _connected)
    below = [piece for part in parts for piece in part(variant, sheet, texts)]
    if below:
        lines.append(below)
    *pieces, (last, style) = [piece for line in lines for piece in (("\n", ""), *line)][1:]
    return [*pieces, (last.rstrip(), style)]


def _counted(variant: Variant, sheet: Sheet, row: int) -> int:
    """Number of crosses in a row, including those of the neighbouring bonus row (BP-04)."""
    return crosses_in_row(sheet, row) + bonus_crosses(variant, sheet, row)


def _bonus_row(variant: Variant, sheet: Sheet, k: int) -> list[Piece]:
    """Big Points: the bonus row below the red or green row."""
    cells = variant.bonus_rows[k]
    columns = {cell.number: cell.position for cell in variant.rows[2 * k]}
    words = {columns[cell.number]: _bonus_cell(variant, sheet, cell) for cell in cells}
    blank = (" " * 4, "")
    letter = (f" {cells[0].name[0]} ", "bold")
    return [letter, *(words.get(place, blank) for place in range(max(words) + 1))]


def _bonus_cell(variant: Variant, sheet: Sheet, cell: Cell) -> Piece:
    if is_crossed(sheet, cell):
        return f"({cell.number})".rjust(4), "bold"
    if obstacle(variant, sheet, 0, cell) == "left_of_last_cross":
        return "· ".rjust(4), "dim"
    return f"{cell.number} ".rjust(4), ""


def points_pieces(
    variant: Variant, sheet: Sheet, points: Score | None = None, texts: Texts = ENGLISH
) -> list[Piece]:
    """Penalties and the line of points."""
    points = points or score(variant, sheet)
    boxes = " ".join("x" if n < sheet.penalties else "." for n in range(variant.penalties_to_end))
    sums = " + ".join(map(str, points.rows))
    bonus = f" + {points.bonus}" if points.bonus else ""
    start = f"   {texts('sheet_penalties')} {boxes}    {sums} - {points.penalties}{bonus} = "
    return [(start, ""), (f"{points.total}\n", "bold")]


def _cell(variant: Variant, sheet: Sheet, closed: int, cell: Cell) -> Piece:
    colour = COLOURS[cell.colour]
    label = cell.name if variant.mixed_colours else str(cell.number)
    label += _sign(variant, sheet, cell)
    width = 4 + variant.mixed_colours + bool(variant.features & SIGNED)
    if is_crossed(sheet, cell):
        return f"({label})".rjust(width), CROSSED[colour]
    if obstacle(variant, sheet, closed, cell) in ("row_closed", "left_of_last_cross"):
        return "· ".rjust(width), "dim"
    label = f"[{label}]" if cell.name in variant.boxed else f"{label} "
    return label.rjust(width), INK[colour]


def _sign(variant: Variant, sheet: Sheet, cell: Cell) -> str:
    if cell in variant.doubles or sheet.rows[cell.row] & cell.second:
        return TWICE
    if cell in variant.steps:
        return STEP
    if cell.name in variant.partner:
        return RING
    number = variant.bonus_of.get(cell.name)
    return "" if number is None else SIGNS[variant.bonuses[number].symbol]


def _lock(variant: Variant, sheet: Sheet, closed: int, row: int) -> Piece:
    if is_locked(variant, sheet, row):
        return " (#) ", CROSSED[COLOURS[row]]
    return " [#] " if closed >> row & 1 else " [ ] ", INK[COLOURS[row]]


def _bar(variant: Variant, sheet: Sheet, texts: Texts) -> Iterator[Piece]:
    if variant.bar:
        yield f"   {texts('sheet_bar')}  ", ""
    for square, row in enumerate(variant.bar):
        if sheet.bar >> square & 1:
            yield f"({LETTERS[row]})", "dim"
        else:
            yield f" {LETTERS[row]} ", f"bold {INK[COLOURS[row]]}"


def _swaps(variant: Variant, sheet: Sheet, texts: Texts) -> Iterator[Piece]:
    """X-Change: the swap fields; used ones in brackets, lost ones as dots."""
    if variant.swaps:
        yield f"   {texts('sheet_swap')} ", ""
    states = swap_fields(variant, sheet)
    for (one, other), state in zip(variant.swaps, states, strict=True):
        if state == "used":
            yield f" ({one}/{other})", "bold"
        else:
            yield (" · ", "dim") if state == "lost" else (f" {one}/{other} ", "")


def _connected(variant: Variant, sheet: Sheet, texts: Texts) -> Iterator[Piece]:
    """Connected: the fifth row, or the pairs that are crossed together."""
    if variant.steps:
        crosses = steps_crossed(variant, sheet)
        yield f"   {texts('sheet_steps')} {crosses}x = {row_points(crosses)}", ""
    if variant.chain:
        pairs = " ".join(f"{one.name}-{other.name}" for one, other in variant.chain)
        yield f"   {texts('sheet_chain')} {pairs}", ""


def _strip(variant: Variant, sheet: Sheet, texts: Texts) -> Iterator[Piece]:
    if variant.bonuses:
        yield f"   {texts('sheet_bonus')} ", ""
    for bonus in variant.bonuses:
        sign = SIGNS[bonus.symbol]
        yield (f"({sign}) ", "bold") if is_earned(sheet, bonus) else (f" {sign}  ", "")
