"""Draws the top of a table: turn, state of the game, dice or cards."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core.state import Game, Roll
from rowlock.core.view import CardView, view
from rowlock.draw.box import Box
from rowlock.draw.captions import table_title, table_words
from rowlock.draw.colours import ACTION, FELT_LINE, ON_FELT, ON_FELT_2
from rowlock.draw.dice import draw_die, draw_gap, draw_number
from rowlock.draw.shapes import Shape
from rowlock.draw.text import fitted, level
from rowlock.draw.texts import DrawTexts

DOCK = 21.0
WHITE_DIE = 14.0
COLOUR_DIE = 11.0
SUM = 15.0
DICE = 2 * (WHITE_DIE + 2) + 7 + SUM + 7 + 4 * (COLOUR_DIE + 2) - 2  # total width
CARD = 10.0


def draw_dock(words: DrawTexts, game: Game, box: Box) -> Iterator[Shape]:
    """Texts on the left, dice or cards on the right."""
    public = view(game, None)
    wide = 0.0
    if game.roll:
        wide = DICE
        yield from _dice(game, game.roll, box.right - 2 - wide, box.middle_y)
    elif public.cards:
        wide = (CARD + 2) * len(public.cards.display) + 6 + SUM
        yield from _cards(public.cards, box.right - 2 - wide, box.middle_y)
    yield from _words(words, game, Box(box.x + 2, box.y, box.width - wide - 8, box.height))


def _words(words: DrawTexts, game: Game, box: Box) -> Iterator[Shape]:
    headline, below = table_words(words, game)
    lines = (
        (-6.6, table_title(words, game), 3.8, ON_FELT_2, False),
        (0.4, headline, 5.8, ON_FELT, True),
        (7.2, below, 3.8, ON_FELT_2, False),
    )
    for down, line, size, ink, bold in lines:
        if line:
            text = fitted(line, size, box.width, bold=bold)
            yield level(box.x, box.middle_y + down, text, size, ink, anchor="start", bold=bold)


def _dice(game: Game, dice: Roll, x: float, y: float) -> Iterator[Shape]:
    """Two white dice and their sum, then the coloured dice."""
    sides, numeral = game.sides, all(each.large_print for each in game.variants)
    for value in dice.white:
        yield from draw_die(
            x, y - WHITE_DIE / 2, WHITE_DIE, value, colour=None, sides=sides, numeral=numeral
        )
        x += WHITE_DIE + 2
    yield level(x + 2.5, y, "=", 6, ON_FELT_2)
    x += 7
    yield from draw_number(Box(x, y - SUM / 2, SUM, SUM), dice.white_sum, ACTION)
    x += SUM + 7
    top = y - COLOUR_DIE / 2
    for colour, die in enumerate(dice.colours):
        if die is None:
            yield from draw_gap(x, top, COLOUR_DIE, colour)
        else:
            yield from draw_die(
                x, top, COLOUR_DIE, die, colour=colour, sides=sides, numeral=numeral
            )
        x += COLOUR_DIE + 2


def _cards(cards: CardView, x: float, y: float) -> Iterator[Shape]:
    """The display and the top of the pile: the numbers on the backs, which are public (K-01)."""
    for number in cards.display:
        yield from draw_number(Box(x, y - CARD * 0.7, CARD, CARD * 1.4), number, FELT_LINE)
        x += CARD + 2
    if cards.top is not None:
        yield from draw_number(Box(x + 6, y - SUM * 0.65, SUM, SUM * 1.3), cards.top, ACTION)
