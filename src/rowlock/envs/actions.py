"""Action numbers: the moves of the core as integers, the same in every environment.

Dice games use the actions of the kernel (`kernel/actions.py`):

    0                    nothing
    1 + cell             cross this cell (numbered in reading order over the sheet)
    1 + cells + row      the lucky cross in this row
    1 + cells + 4 + row  choose this row among the tied ones

The card game has more actions, starting at `first = 1 + cells + 8`:

    first + taken - 1    take cards from the display: bit k of `taken` (1..15) is its k-th card
    first + 15 + 243 * colour + played
                         play cards in this colour: digit k of `played`, in base three, says
                         what happens to the k-th card in hand: 0 kept, 1 played, 2 also crossed

If two cards show the same number, the action means the first one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.core import move as moves
from rowlock.core.cards import DISPLAY, HAND, Card
from rowlock.core.game import legal_moves
from rowlock.core.state import Game
from rowlock.core.turn_cards import played_cards
from rowlock.kernel.actions import action_count
from rowlock.variants.variant import ROWS, Variant

TAKES: int = 2**DISPLAY - 1
PLAYS: int = 3**HAND
KEPT, PLAYED, CROSSED = range(3)


def card_action_count() -> int:
    """Number of actions that the card game adds."""
    return TAKES + PLAYS * len(ROWS)


def legal_actions(game: Game, seat: int) -> dict[int, moves.Move]:
    """The legal moves of a seat by action number.

    >>> from rowlock import new_game, roll
    >>> game = roll(new_game("classic", ["Ann"]), "41 3256").state
    >>> {action: str(move) for action, move in legal_actions(game, seat=0).items()}
    {0: '-', 4: 'r5', 15: 'y5', 30: 'g5', 41: 'b5'}
    """
    return {action_of(game, seat, move): move for move in legal_moves(game, seat)}


def action_of(game: Game, seat: int, move: moves.Move) -> int:
    """The action number of a legal move."""
    variant = game.variants[seat]
    first = action_count(len(variant.cells))
    match move:
        case (
            moves.WhiteCross(cell=name) | moves.SwapCross(cell=name) | moves.ColourCross(cell=name)
        ):
            return 1 + variant.cell[name].index
        case moves.LuckyCross(cell=name):
            return 1 + len(variant.cells) + variant.cell[name].row
        case moves.ChooseRow(row=row):
            return 1 + len(variant.cells) + len(ROWS) + row
        case moves.Take(numbers=numbers) if game.cards:
            return first + _taken(game.cards.display, numbers) - 1
        case moves.PlayCards(colour=colour) if game.cards:
            return first + TAKES + PLAYS * colour + _played(game.cards.hands[seat], move)
    return 0


def _taken(display: Sequence[Card], numbers: Sequence[int]) -> int:
    wanted = list(numbers)
    mask = 0
    for place, card in enumerate(display):
        if card.number in wanted:
            wanted.remove(card.number)
            mask |= 1 << place
    return mask


def _played(hand: Sequence[Card], move: moves.PlayCards) -> int:
    out, crossed = played_cards(move), set(move.crossed)
    code = 0
    for place, card in enumerate(hand):
        if card in out:
            fate = CROSSED if card.number in crossed else PLAYED
            crossed.discard(card.number)
            code += fate * int(3**place)
    return code


def describe(variant: Variant, action: int) -> str:
    """An action on this sheet in record notation, for renderings and logs.

    >>> from rowlock import load_variant
    >>> [describe(load_variant("longo"), action) for action in (0, 4, 61, 65)]
    ['-', 'r5', '*r', '?r']
    """
    cells = len(variant.cells)
    letters = [row[-1].name[0] for row in variant.rows]
    if action == 0:
        return "-"
    if action <= cells:
        return variant.cells[action - 1].name
    if action <= cells + 4:
        return f"*{letters[action - cells - 1]}"
    if action <= cells + 8:
        return f"?{letters[action - cells - 5]}"
    code = action - action_count(cells)
    if code < TAKES:
        return "t" + "".join(str(place + 1) for place in range(DISPLAY) if code + 1 >> place & 1)
    colour, played = divmod(code - TAKES, PLAYS)
    fates = [played // 3**place % 3 for place in range(HAND)]
    return f"+{letters[colour]}" + "".join(".px"[fate] for fate in fates)
