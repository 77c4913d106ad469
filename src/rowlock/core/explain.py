"""Explains why a move is illegal: a stable code and a sentence for people."""

from __future__ import annotations

from rowlock.core import move as moves
from rowlock.core.legality import obstacle, usable_colours
from rowlock.core.offers import coloured_sums
from rowlock.core.sheet import swap_fields
from rowlock.core.state import Game, no_such_seat
from rowlock.variants.variant import COLOURS

_IN_THE_WAY = {
    "row_closed": "its row is closed",
    "no_neighbour": "no cell next to it is crossed yet",
    "left_of_last_cross": "it is already crossed, or a cell right of it is",
}


def explain(game: Game, seat: int, move: moves.Move, deciders: tuple[int, ...]) -> tuple[str, str]:
    """The code and the sentence for an illegal move. Do not call it for a legal one."""
    if game.over:
        return "game_over", f"{move}: the game is over"
    if not 0 <= seat < len(game.names):
        return "no_such_seat", no_such_seat(game, seat)
    name = game.names[seat]
    answer = game.answers[seat]
    rows = ", ".join(COLOURS[row] for row in answer.draft.tied) if answer else ""
    if isinstance(move, moves.ChooseRow):
        if rows:
            return "not_tied", f"{move}: the rows with the fewest crosses are {rows}"
        return "no_choice_due", f"{move}: there is no row to choose now"
    if seat not in deciders:
        return "not_your_decision", f"{move}: it is not {name}'s decision now ({game.phase})"
    if answer is not None:
        return "choice_due", f"{move}: {name} must choose a row first: {rows}"
    match move:
        case moves.WhiteCross() | moves.LuckyCross() | moves.SwapCross() | moves.ColourCross():
            return _explain_cross(game, seat, move, move.cell)
        case moves.PlayCards():
            return _explain_cards(game, seat, move)
        case moves.Take():
            return "cannot_take", f"{move}: take cards from the display until you hold five"
        case moves.Nothing():
            return "must_decide", f"{name} cannot decline now"
    raise TypeError(f"{move!r} is not a move (expected one of legal_moves, or its text)")


def _explain_cross(game: Game, seat: int, move: moves.CellCross, name: str) -> tuple[str, str]:
    in_action1 = game.stage == "action1"
    if isinstance(move, moves.ColourCross) == in_action1 or game.stage == "take":
        return "wrong_action", f"{move}: this move does not belong to {game.phase}"
    variant = game.variants[seat]
    cell = variant.cell.get(name)
    if cell is None:
        return "unknown_cell", f"{move}: there is no cell {name} on this sheet"
    if isinstance(move, moves.WhiteCross) and cell.number != game.announced:
        return "not_announced", f"{move}: the announced number is {game.announced}"
    if isinstance(move, moves.LuckyCross):
        if not game.lucky or game.announced not in game.lucky[seat]:
            return "not_lucky", f"{move}: {game.announced} is not a lucky number of this sheet"
        return "not_lucky_cell", f"{move}: a lucky cross goes in the next cell of a shortest row"
    if isinstance(move, moves.SwapCross) and (refused := _no_swap(game, seat, cell.number)):
        return refused[0], f"{move}: {refused[1]}"
    code = obstacle(variant, game.sheets[seat], game.closed, cell)
    if code == "too_few_crosses":
        needed = variant.crosses_before_lock
        return code, f"{move}: the row needs {needed} crosses before this cell"
    if code is not None:
        return code, f"{move}: {_IN_THE_WAY[code]}"
    usable = usable_colours(variant, game.sheets[seat], cell)
    dice = " or ".join(COLOURS[colour] for colour in usable)
    rolled = coloured_sums(game.closed, game.roll).get(cell.number, 0) if game.roll else 0
    for beside in variant.neighbours.get(name, ()):
        if rolled >> beside.colour & 1:  # the number was rolled for this neighbour only (BP-02)
            cause = f"the {COLOURS[beside.colour]} die gives this number"
            return "no_neighbour", f"{move}: {cause}, but {beside.name} next to it is not crossed"
    return "not_rolled", f"{move}: no white die plus the {dice} die gives {cell.number}"


def _no_swap(game: Game, seat: int, number: int) -> tuple[str, str] | None:
    """Why no swap field turns the announced number into this one; None if one does (X-02, X-03)."""
    field = game.variants[seat].swapped.get(game.announced, {}).get(number)
    if field is None:
        return "no_swap_field", f"no field swaps {game.announced} for {number}"
    match swap_fields(game.variants[seat], game.sheets[seat])[field]:
        case "used":
            return "field_used", "its swap field is used already"
        case "lost":
            return "field_lost", "a swap field right of it is used already"
    return None


def _explain_cards(game: Game, seat: int, move: moves.PlayCards) -> tuple[str, str]:
    if game.stage != "action2" or game.cards is None:
        return "wrong_action", f"{move}: this move does not belong to {game.phase}"
    hand = game.cards.hands[seat]
    held = {card.number for card in hand if card.colour == move.colour}
    jokers = {card.number for card in hand if card.colour is None}
    twice = len(set(move.cards)) < len(move.cards) or len(set(move.jokers)) < len(move.jokers)
    if twice or not set(move.cards) <= held or not set(move.jokers) <= jokers:
        return "not_in_hand", f"{move}: {game.names[seat]} does not hold these cards"
    if not 1 <= len(move.cards) + len(move.jokers) <= 3:
        return "bad_play", f"{move}: play one to three cards"
    if not set(move.crossed) <= {*move.cards, *move.jokers}:
        return "not_played", f"{move}: only the numbers of the played cards can be crossed"
    return "bad_crosses", f"{move}: these numbers cannot be crossed together on this sheet"
