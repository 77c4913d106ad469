"""Looking at a drawing: what stands in which place."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock import Drawing, Sheet, Variant, new_game
from rowlock.core.sheet_rules import cross
from rowlock.draw.box import Box
from rowlock.draw.colours import INK, PEN
from rowlock.draw.grid import Grid
from rowlock.draw.outlines import sign
from rowlock.draw.shapes import Path, Text
from rowlock.testing import play_out, small_gaps
from rowlock.variants.variant import Cell
from tests.draw.bounds import bounds


def scaled(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def place_of(variant: Variant, cell: Cell, *, named: bool = False) -> Box:
    """Where a cell is on the page."""
    grid = Grid(variant, has_name=named)
    return scaled(grid.cell(cell), grid.scale)


def has_middle_in(box: Box, shape: Path | Text) -> bool:
    around = bounds(shape)
    return box.holds(Box(around.middle_x, around.middle_y, 0, 0))


def crosses_in(drawing: Drawing, box: Box) -> int:
    paths = [shape for shape in drawing.shapes if isinstance(shape, Path)]
    return sum(path.stroke == PEN and has_middle_in(box, path) for path in paths)


def all_crosses(drawing: Drawing) -> int:
    return crosses_in(drawing, Box(0, 0, drawing.width, drawing.height))


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def texts_in(drawing: Drawing, box: Box) -> list[str]:
    found = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    return [text.text for text in found if has_middle_in(box, text)]


def full_sheet(variant: Variant) -> Sheet:
    """Every cell and every lock crossed, and all penalties taken; nobody can get that far."""
    sheet = Sheet()
    for cell in variant.cells:
        sheet = cross(variant, 0, sheet, 0, [cell], source="white").sheet
    return replace(sheet, penalties=variant.penalties_to_end)


def some_sheets(variant: Variant, seed: int) -> list[tuple[Sheet, int]]:
    """Sheets at the end of a game, with the closed rows of their table."""
    game = play_out(new_game(variant, ["Ann", "Ben", "Cid"]), seed, small_gaps)
    return [(sheet, game.closed) for sheet in game.sheets]


def has_sign(drawing: Drawing, colour: int, box: Box) -> bool:
    """Whether an outline in the box has the very shape of the colour's sign."""
    wanted = outline_shape(sign(colour, 0, 0, 24, INK))
    paths = [shape for shape in drawing.shapes if isinstance(shape, Path) and shape.fill]
    inside = [path for path in paths if box.holds(bounds(path), 0.01)]
    return any(outline_shape(path) == wanted for path in inside)


def outline_shape(path: Path) -> tuple[tuple[str, ...], float]:
    """The kinds of its parts and its proportions, wherever it is and however large."""
    around = bounds(path)
    kinds = tuple(type(part).__name__ for part in path.parts)
    return kinds, round(around.width / around.height, 3)
