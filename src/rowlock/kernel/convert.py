"""Converts core `Game`s to kernel states and back.

`state_of(game)` is the kernel state of any dice position, including hidden answers;
`game_of(...)` is the inverse. `settled` makes two states comparable by clearing what does not
belong to the position: randomness, the draws of bots, and words that no longer matter.

These functions play one game at a time; for speed use `play.py` and `batch.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from rowlock.core import move as moves
from rowlock.core.ending import REASONS
from rowlock.core.game import deciders, new_game, play
from rowlock.core.sheet import Sheet, locked_rows, next_cell
from rowlock.core.state import Answer, Game, Roll
from rowlock.errors import Unreadable
from rowlock.kernel import state as word
from rowlock.kernel.jit import FlatArray, entry_point
from rowlock.kernel.options import FIRST_MORE, block, legal_options
from rowlock.kernel.play import new_game as set_up
from rowlock.kernel.play import to_decision
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.turn import answer
from rowlock.kernel.variant_tables import (
    BOX,
    FIRST_SYMBOL,
    SUMS,
    Ints,
    lucky_mask,
)
from rowlock.variants.together import for_seats
from rowlock.variants.variant import FIRST_BONUS_ROW, NO_PAIR, Variant

_PHASES = {"roll": word.ROLL, "action1": word.ACTION1, "action2": word.ACTION2, "over": word.OVER}


# Entry points for one game at a time.


@entry_point
def begin(t: FlatArray, s: FlatArray, players: int, seed: int, game: int) -> None:
    """Start a game of a seed and bring it to its first decision."""
    set_up(t, s, 0, players, seed, game)
    to_decision(t, s, 0)


@entry_point
def options_now(t: FlatArray, s: FlatArray) -> int:
    """Legal options of the seat to decide (see turn.py)."""
    return legal_options(t, s, 0)


@entry_point
def answer_now(t: FlatArray, s: FlatArray, option: int, rolls: int) -> None:
    """Play an option of the seat to decide; with `rolls` 1, roll until the next decision."""
    answer(t, s, 0, option)
    if rolls:
        to_decision(t, s, 0)


@entry_point
def score_now(t: FlatArray, s: FlatArray, seat: int) -> int:
    """The total score of a seat."""
    return score(seat_tables(t, seat), s, block(0, seat))


# Core moves and kernel options.


def option_of_move(game: Game, seat: int, move: moves.Move) -> int:
    """The kernel option of a legal core move of this seat."""
    variant = game.variants[seat]
    if isinstance(move, moves.CellCross):
        cell = variant.cell[move.cell]
        if cell.row >= FIRST_BONUS_ROW:
            return FIRST_MORE + SUMS * (cell.row - FIRST_BONUS_ROW) + cell.number
    match move:
        case moves.Nothing():
            return 0
        case moves.WhiteCross(cell=name):
            return 1 + variant.cell[name].row
        case moves.LuckyCross(cell=name):
            return 5 + variant.cell[name].row
        case moves.SwapCross(cell=name):
            field = variant.swapped[game.announced][variant.cell[name].number]
            return FIRST_MORE + 4 * field + variant.cell[name].row
        case moves.ChooseRow(row=row):
            return 1 + row
        case moves.ColourCross(cell=name) if game.roll:
            cell = variant.cell[name]
            white = cell.number - (game.roll.colours[cell.colour] or 0)
            return 1 + 2 * cell.colour + (white > min(game.roll.white))
    raise Unreadable("no_kernel_move", f"{move}: the kernel supports dice games only")


def move_of_option(game: Game, seat: int, option: int) -> moves.Move:
    """The core move of a kernel option of this seat."""
    variant, answer = game.variants[seat], game.answers[seat]
    if answer is not None:
        return moves.ChooseRow(option - 1)
    if option == 0 or game.roll is None:
        return moves.NOTHING
    if option >= FIRST_MORE and variant.bonus_rows:
        k, number = divmod(option - FIRST_MORE, SUMS)
        name = next(cell.name for cell in variant.bonus_rows[k] if cell.number == number)
        return moves.WhiteCross(name) if game.stage == "action1" else moves.ColourCross(name)
    row = (option - 1) & 3
    if game.stage == "action2":
        colour = (option - 1) >> 1
        white = (max if (option - 1) & 1 else min)(game.roll.white)
        cell = variant.colour_cells[colour][white + (game.roll.colours[colour] or 0)]
        return moves.ColourCross(cell.name) if cell else moves.NOTHING
    number = game.roll.white_sum
    if option >= FIRST_MORE:
        field = variant.swaps[(option - FIRST_MORE) // 4]
        number = sum(field) - number
        return moves.SwapCross(next(c.name for c in variant.rows[row] if c.number == number))
    if option > 4:
        cell = next_cell(variant, game.sheets[seat], row)
        return moves.LuckyCross(cell.name) if cell else moves.NOTHING
    return moves.WhiteCross(next(cell.name for cell in variant.rows[row] if cell.number == number))


# Positions.


def state_of(game: Game, key: int = 0) -> Ints:
    """The kernel state of a position. `key` determines its random numbers (see `game_key`)."""
    return np.array(words_of(game, key), np.int64)


def words_of(game: Game, key: int = 0) -> list[int]:
    """Like `state_of`, as a list."""
    if game.cards is not None:
        raise Unreadable("no_kernel_game", "the kernel supports dice games only")
    s = [0] * word.stride(len(game.names))
    s[word.KEY] = key
    s[word.PLAYERS] = len(game.names)
    s[word.TURN] = game.turn
    s[word.ACTIVE] = game.active
    s[word.PHASE] = _PHASES[game.stage]
    s[word.DECIDER] = next(iter(deciders(game)), 0)
    s[word.CLOSED] = game.closed
    s[word.CROSSED] = int(game.crossed)
    s[word.REASON] = REASONS.index(game.reason)
    if game.roll is not None:
        s[word.DICE : word.HEAD] = [*game.roll.white, *(die or 0 for die in game.roll.colours)]
    for seat in game.seats:
        b = word.HEAD + word.SEAT * seat
        sheet, answer = game.sheets[seat], game.answers[seat]
        _put_sheet(s, b + word.SHOWN, b + word.SHOWN_BAR, sheet)
        _put_sheet(s, b + word.ROWS, b + word.BAR, answer.draft.sheet if answer else sheet)
        s[b + word.PENALTIES] = sheet.penalties
        if game.lucky and game.lucky[seat] != NO_PAIR:
            s[b + word.LUCKY] = lucky_mask(game.lucky[seat])
        if answer is not None:
            _put_answer(s, b, game, seat, answer)
            variant = game.variants[seat]
            newly = locked_rows(variant, answer.draft.sheet)
            s[word.LOCKING] |= newly & ~locked_rows(variant, sheet)
    return s


def _put_sheet(s: list[int], rows: int, bar: int, sheet: Sheet) -> None:
    s[rows : rows + 4] = sheet.rows
    s[bar] = sheet.bar & 0xFFFFFFFF
    s[bar + 1] = sheet.bar >> 32


def _put_answer(s: list[int], b: int, game: Game, seat: int, answer: Answer) -> None:
    s[b + word.ANSWER] = 1 + option_of_move(game, seat, answer.moves[0])
    for move in answer.moves[1:]:
        s[b + word.CHOICES] = s[b + word.CHOICES] << 3 | option_of_move(game, seat, move)
    s[b + word.TIED] = sum(1 << row for row in answer.draft.tied)
    _put_queue(s, b, [BOX if token < 0 else FIRST_SYMBOL + token for token in answer.draft.queue])


def _put_queue(s: list[int], b: int, tokens: list[int]) -> None:
    s[b + word.QUEUE_HEAD : b + word.SEAT] = [0] * (word.SEAT - word.QUEUE_HEAD)
    s[b + word.QUEUE_TAIL] = len(tokens)
    for place, token in enumerate(tokens):
        s[b + word.QUEUE + place // 8] |= token << 4 * (place % 8)


def settled(state: Ints) -> list[int]:
    """A state in the form of `words_of`: without randomness and leftover values."""
    s: list[int] = state.tolist()
    s[word.KEY] = 0
    if s[word.PHASE] in (word.ROLL, word.OVER):
        s[word.DECIDER] = 0
    if s[word.PHASE] == word.ROLL:
        s[word.DICE : word.HEAD] = [0] * (word.HEAD - word.DICE)
    for b in range(word.HEAD, len(s), word.SEAT):
        s[b + word.DRAWS] = 0
        live = range(s[b + word.QUEUE_HEAD], s[b + word.QUEUE_TAIL])
        _put_queue(s, b, [s[b + word.QUEUE + i // 8] >> 4 * (i % 8) & 15 for i in live])
    return s


def game_of(
    variant: Variant | Sequence[Variant], s: Ints, names: Sequence[str] | None = None
) -> Game:
    """The core position of a kernel state, with a sheet for all seats or one for each.

    Hidden answers are replayed in the core.
    """
    seats = range(int(s[word.PLAYERS]))
    variants = for_seats(variant, len(seats))
    blocks = [
        s[word.HEAD + word.SEAT * seat : word.HEAD + word.SEAT * (seat + 1)] for seat in seats
    ]
    lucky = [
        pair
        for own, b in zip(variants, blocks, strict=True)
        for pair in own.lucky_pairs
        if b[word.LUCKY] == lucky_mask(pair)
    ]
    game = new_game(
        variants,
        names or [f"Seat {seat + 1}" for seat in seats],
        first=int(s[word.ACTIVE]),
        lucky=lucky or None,
    )
    dice = [int(die) or None for die in s[word.DICE : word.HEAD]]
    white = (dice[0] or 0, dice[1] or 0)
    stage = next(name for name, phase in _PHASES.items() if phase == s[word.PHASE])
    position = replace(
        game,
        sheets=tuple(map(_sheet, variants, blocks)),
        turn=int(s[word.TURN]),
        stage=stage,
        closed=int(s[word.CLOSED]),
        crossed=bool(s[word.CROSSED]),
        reason=REASONS[s[word.REASON]],
        roll=None if s[word.PHASE] == word.ROLL else Roll(white, tuple(dice[2:])),
    )
    for seat in seats:
        position = _with_answer(position, seat, blocks[seat])
    return position


def _sheet(variant: Variant, b: Ints) -> Sheet:
    bar = int(b[word.SHOWN_BAR]) | int(b[word.SHOWN_BAR + 1]) << 32
    return Sheet(
        tuple(map(int, b[word.SHOWN : word.SHOWN + 4])), int(b[word.PENALTIES]), bar, variant
    )


def _with_answer(game: Game, seat: int, b: Ints) -> Game:
    if b[word.ANSWER] == 0:
        return game
    game = play(game, seat, move_of_option(game, seat, int(b[word.ANSWER]) - 1)).state
    for digit in f"{int(b[word.CHOICES]):o}".replace("0", ""):
        game = play(game, seat, moves.ChooseRow(int(digit) - 1)).state
    return game
