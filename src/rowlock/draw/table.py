"""Draws a whole table: dice, active player, and every sheet with name and total.

It shows public information only: sheets after the last completed action, no hidden answers, and of
the cards only the numbers on their backs (C-11, K-01).
"""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core.game import legal_moves, result
from rowlock.core.state import Game
from rowlock.draw.box import Box
from rowlock.draw.captions import table_title, table_words
from rowlock.draw.colours import ACTION, FELT, INK
from rowlock.draw.dock import DOCK, draw_dock
from rowlock.draw.drawing import Drawing
from rowlock.draw.shapes import Rect, Shape, placed
from rowlock.draw.sheet import draw_sheet
from rowlock.draw.text import level, width_of
from rowlock.draw.texts import DrawTexts, draw_texts

MARGIN = 5.0
BETWEEN = 7.5
SHEET = 128.0  # width of a sheet
SHEET_ALONE = 172.0
LARGER = 1.35  # scale of large print


def draw_table(game: Game, *, legal: bool = False, language: str = "en") -> Drawing:
    """Draw all sheets of a game; `legal` marks the cells that may be crossed on each.

    >>> from rowlock import Roll, draw_table, new_game, roll
    >>> game = roll(new_game("classic", ["Ann", "Ben"]), Roll((4, 1), (3, 2, 5, 6))).state
    >>> draw_table(game).title
    'Turn 1 · Qwixx. White dice: 5'
    """
    words = draw_texts(language)
    sheets = [draw_seat(game, seat, language, legal=legal) for seat in game.seats]
    places = _places(len(sheets), max(sheet.height / sheet.width for sheet in sheets))
    width = max(place.right for place in places) + MARGIN
    height = max(place.bottom for place in places) + MARGIN
    headline, below = table_words(words, game)
    title = f"{table_title(words, game)}. {headline}"
    sentences = [title, below, *(sheet.description.rstrip(".") for sheet in sheets)]
    scale = LARGER if all(each.large_print for each in game.variants) else 1.0
    shapes: list[Shape] = [Box(0, 0, width, height).rect(7, fill=FELT)]
    shapes += draw_dock(words, game, Box(MARGIN, MARGIN, width - 2 * MARGIN, DOCK))
    for seat, (sheet, place) in enumerate(zip(sheets, places, strict=True)):
        shapes += _seat(words, game, seat, sheet, place)
    return Drawing(
        shapes=tuple(placed(shape, scale=scale) for shape in shapes),
        width=width * scale,
        height=height * scale,
        title=title,
        description=". ".join(sentence for sentence in sentences if sentence) + ".",
    )


def draw_seat(game: Game, seat: int, language: str, *, legal: bool) -> Drawing:
    """Draw the current sheet of a seat; `legal` marks the cells that may be crossed now."""
    moves = legal_moves(game, seat) if legal else ()
    return draw_sheet(
        game.variants[seat],
        game.sheets[seat],
        closed=game.closed,
        name=game.names[seat],
        lucky=game.lucky[seat] if game.lucky else None,
        legal=moves,
        language=language,
    )


def _places(count: int, shape: float) -> list[Box]:
    """Places of the sheets, two per line; the last of an odd number is centred.

    `shape` is the height of the highest sheet divided by its width.
    """
    top = MARGIN + DOCK + BETWEEN
    if count == 1:
        return [Box(MARGIN, top, SHEET_ALONE, SHEET_ALONE * shape)]
    height = SHEET * shape
    places: list[Box] = []
    for number in range(count):
        alone = number % 2 == 0 and number == count - 1
        column = 0.5 if alone else number % 2
        x = MARGIN + column * (SHEET + BETWEEN)
        places.append(Box(x, top + number // 2 * (height + BETWEEN), SHEET, height))
    return places


def _seat(words: DrawTexts, game: Game, seat: int, sheet: Drawing, place: Box) -> Iterator[Shape]:
    tab = ""
    if game.over:
        tab = words("tab_wins") if seat in result(game).winners else ""
    elif seat == game.active:
        tab = words("tab_plays" if game.cards else "tab_rolls")
    if tab:
        yield place.inset(-1.4).rect(4.6, fill=ACTION)
        width = width_of(tab, 4) + 5
        yield Rect(place.right - width - 5, place.y - 6.2, width, 8, 2, fill=ACTION)
        yield level(place.right - width / 2 - 5, place.y - 3.4, tab, 4, INK)
    scale = place.width / sheet.width
    for shape in sheet.shapes:
        yield placed(shape, place.x, place.y, scale)
