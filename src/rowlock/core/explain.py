"""Why a move is refused: a stable code and a sentence for people."""

from __future__ import annotations

from rowlock.core import move as moves
from rowlock.core.obstacle import obstacle
from rowlock.core.sheet import swap_fields
from rowlock.core.state import Game
from rowlock.variants.variant import COLOURS

_IN_THE_WAY = {
    "row_closed": "its row is closed",
    "no_neighbour": "no cell beside it is crossed yet",
    "left_of_last_cross": "a cross stands on it or right of it already",
}


def explain(game: Game, seat: int, move: moves.Move, deciders: tuple[int, ...]) -> tuple[str, str]:
    """The code and the sentence of a refusal; to be asked only for an illegal move."""
    if game.over:
        return "game_over", f"{move}: the game is over"
    if not 0 <= seat < len(game.names):
        return "no_such_seat", f"there is no seat {seat + 1} at this table"
    who = game.names[seat]
    answer = game.answers[seat]
    rows = ", ".join(COLOURS[row] for row in answer.draft.tied) if answer else ""
    if isinstance(move, moves.ChooseRow):
        if rows:
            return "not_tied", f"{move}: the fewest crosses are in {rows}"
        return "no_choice_due", f"{move}: there is no row to choose now"
    if seat not in deciders:
        return "not_your_decision", f"{move}: {who} owes no decision now ({game.phase})"
    if answer is not None:
        return "choice_due", f"{move}: {who} must first choose a row: {rows}"
    match move:
        case moves.WhiteCross() | moves.LuckyCross() | moves.SwapCross() | moves.ColourCross():
            return _explain_cross(game, seat, move, move.cell)
        case moves.PlayCards():
            return _explain_cards(game, seat, move)
        case moves.Take():
            return "cannot_take", f"{move}: take the display's numbers that fill the hand to five"
        case moves.Nothing():
            return "must_decide", f"{who} cannot decline now"
    raise TypeError(f"{move!r} is not a move: use one of legal_moves, or its text")


def _explain_cross(game: Game, seat: int, move: moves.CellCross, name: str) -> tuple[str, str]:
    in_action1 = game.stage == "action1"
    if isinstance(move, moves.ColourCross) == in_action1 or game.stage == "take":
        return "wrong_action", f"{move}: not a move of {game.phase}"
    cell = game.variant.cell.get(name)
    if cell is None:
        return "unknown_cell", f"{move}: there is no cell {name} on this sheet"
    if isinstance(move, moves.WhiteCross) and cell.number != game.announced:
        return "not_announced", f"{move}: the announced number is {game.announced}"
    if isinstance(move, moves.LuckyCross):
        if not game.lucky or game.announced not in game.lucky[seat]:
            return "not_lucky", f"{move}: {game.announced} is no lucky number of this sheet"
        return "not_lucky_cell", f"{move}: not the next cell of a row with the fewest crosses"
    if isinstance(move, moves.SwapCross) and (refused := _no_swap(game, seat, cell.number)):
        return refused[0], f"{move}: {refused[1]}"
    wall = obstacle(game.variant, game.sheets[seat], game.closed, cell)
    if wall == "too_few_crosses":
        needed = game.variant.crosses_before_lock
        return wall, f"{move}: needs {needed} crosses in this row before it"
    if wall is not None:
        return wall, f"{move}: {_IN_THE_WAY[wall]}"
    beside = game.variant.neighbours.get(name, (cell,))
    dice = " or ".join(COLOURS[each.colour] for each in beside)
    return "not_rolled", f"{move}: no white die and {dice} die make this number"


def _no_swap(game: Game, seat: int, number: int) -> tuple[str, str] | None:
    """Why no field turns the announced number into this one (X-02, X-03)."""
    field = game.variant.swapped.get(game.announced, {}).get(number)
    if field is None:
        return "no_swap_field", f"no field swaps {game.announced} for {number}"
    match swap_fields(game.variant, game.sheets[seat])[field]:
        case "used":
            return "field_used", "its swap field is used"
        case "lost":
            return "field_lost", "a field right of its own is used already"
    return None


def _explain_cards(game: Game, seat: int, move: moves.PlayCards) -> tuple[str, str]:
    if game.stage != "action2" or game.cards is None:
        return "wrong_action", f"{move}: not a move of {game.phase}"
    hand = game.cards.hands[seat]
    held = {card.number for card in hand if card.colour == move.colour}
    jokers = {card.number for card in hand if card.colour is None}
    twice = len(set(move.cards)) < len(move.cards) or len(set(move.jokers)) < len(move.jokers)
    if twice or not set(move.cards) <= held or not set(move.jokers) <= jokers:
        return "not_in_hand", f"{move}: {game.names[seat]} does not hold these cards"
    if not 1 <= len(move.cards) + len(move.jokers) <= 3:
        return "bad_play", f"{move}: one to three cards are played"
    if not set(move.crossed) <= {*move.cards, *move.jokers}:
        return "not_played", f"{move}: only the numbers of the played cards can be crossed"
    return "bad_crosses", f"{move}: these numbers cannot be crossed together on this sheet"
