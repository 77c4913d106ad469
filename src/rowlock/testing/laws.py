"""Laws: invariants of every game on every sheet, checked independently of the core's rules.

`tally` counts points from the events only, `most_turns` bounds the length of a game by its number
of cells, and `check_step` compares a state with the previous one. They share no code with the
core's scoring and closing of rows, so their agreement is evidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add

from msgspec import Struct

from rowlock.core import event as told
from rowlock.core.game import deciders, legal_moves, result
from rowlock.core.state import Game, Step, format_position
from rowlock.errors import Unreadable
from rowlock.notation.position import parse_position
from rowlock.variants.variant import FIRST_BONUS_ROW, ROWS, Variant


class LawBroken(AssertionError):
    """A law does not hold; the message ends with the position."""


class SeatTally(Struct):
    """One seat's crosses, penalties and bonuses, counted from events."""

    crosses: list[int]
    cells: list[str]
    penalties: int
    symbols: list[str]
    beside: list[int]
    """Big Points: the number of crosses in each bonus row."""

    def total(self, variant: Variant) -> int:
        """The total: n crosses that count are worth 1 + 2 + ... + n (C-14, BB-01, CS-01, DA-05)."""
        beside = [self.beside[row // 2] for row in ROWS]  # BP-04: in both rows
        crosses = map(add, self.crosses, beside)
        rows = [sum(range(1, min(n, variant.most_counted) + 1)) for n in crosses]
        points = sum(rows) - variant.penalty_points * self.penalties
        points += sum(range(1, len(set(self.cells) & {c.name for c in variant.steps}) + 1))
        for bonus in variant.bonuses:
            if bonus.symbol in self.symbols:
                if bonus.effect == "points":
                    points += bonus.points
                if bonus.effect == "free_penalties":
                    points += variant.penalty_points * self.penalties
                if bonus.effect == "double_fewest":
                    points += rows[self.crosses.index(min(self.crosses))]
        return points


def tally(variant: Variant, seats: int, events: Iterable[told.Event]) -> tuple[SeatTally, ...]:
    """Add up the events of a whole game for each seat."""
    counts = tuple(SeatTally([0] * len(ROWS), [], 0, [], [0, 0]) for _ in range(seats))
    doubles = {cell.name for cell in variant.doubles}  # DB-02: one cell, two crosses
    for event in events:
        match event:
            case told.Crossed(seat=seat, cell=name):
                row = variant.cell[name].row
                if row in ROWS:
                    counts[seat].crosses[row] += 2 if name in doubles else 1
                else:
                    counts[seat].beside[row - FIRST_BONUS_ROW] += 1
                counts[seat].cells.append(name)
            case told.LockCrossed(seat=seat, row=row):
                counts[seat].crosses[row] += 1
            case told.PenaltyTaken(seat=seat):
                counts[seat].penalties += 1
            case told.BonusEarned(seat=seat, symbol=symbol):
                counts[seat].symbols.append(symbol)
            case _:
                pass
    return counts


def most_turns(variant: Variant, seats: int) -> int:
    """Maximum number of turns: in each, the active player crosses a cell or takes a penalty
    (C-08)."""
    boxes = sum(1 + (cell.second > 0) for cell in variant.cells)
    return seats * (boxes + variant.penalties_to_end)


def check_step(before: Game, step: Step) -> None:
    """Compare a state with the previous one; raises `LawBroken` if a law does not hold."""
    after = step.state
    _demand(_parsed_back(after), after, "the position parses back", after)
    for seat in after.seats:
        owing, moves = seat in deciders(after), legal_moves(after, seat)
        _demand(bool(moves), owing, "a seat has moves when it decides and only then", after)
        _demand(len(set(moves)), len(moves), "no move is offered twice", after)
    _check_sheets(before, step)
    _check_closing(before, step)


def _parsed_back(game: Game) -> Game | Unreadable:
    """The game after formatting and parsing, or the exception if it cannot be parsed."""
    try:
        return parse_position(format_position(game), {game.variant.id: game.variant})
    except Unreadable as refusal:
        return refusal


def _demand(found: object, wanted: object, law: str, game: Game) -> None:
    if found != wanted:
        where = format_position(game)
        raise LawBroken(f"law broken: {law}\nexpected {wanted!r}\ngot {found!r}\nat {where}")


def _check_sheets(before: Game, step: Step) -> None:
    """Check that crosses and penalties are only added, and exactly those in the events."""
    after, variant = step.state, before.variant
    counts = tally(variant, len(before.names), step.events)
    for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        for row in ROWS:
            _demand(new.rows[row] & old.rows[row], old.rows[row], "crosses stay", after)
            came = new.rows[row].bit_count() - old.rows[row].bit_count()
            _demand(came, counts[seat].crosses[row], "every new cross is announced", after)
        _demand(new.bar & old.bar, old.bar, "struck squares stay", after)
        came = new.penalties - old.penalties
        _demand(came, counts[seat].penalties, "every penalty is announced", after)
        if came:
            _demand((seat, came), (before.active, 1), "the active player's one penalty", after)
            _demand(
                any(counts[seat].crosses + counts[seat].beside),
                False,
                "no penalty beside a cross",
                after,
            )
    points = zip(result(before).scores, result(after).scores, strict=True)
    fell = any(new < old for b, a in points for old, new in zip(b.rows, a.rows, strict=True))
    _demand(fell, False, "row points never drop", after)


def _check_closing(before: Game, step: Step) -> None:
    """Check that closed rows stay closed and, with dice, that events announce each new one."""
    after = step.state
    _demand(after.closed & before.closed, before.closed, "closed rows stay closed", after)
    closing = [event.row for event in step.events if isinstance(event, told.RowClosed)]
    removed = [event.colour for event in step.events if isinstance(event, told.DieRemoved)]
    locking = {event.row for event in step.events if isinstance(event, told.LockCrossed)}
    _demand(closing, sorted(locking), "a crossed lock closes its row", after)
    new = [row for row in ROWS if (after.closed & ~before.closed) >> row & 1]
    with_dice = closing if before.cards is None else []
    _demand(new, with_dice, "the table's closed rows are the announced ones", after)
    _demand(removed, with_dice, "a closed row's die leaves the game", after)
    ended = any(isinstance(event, told.GameOver) for event in step.events)
    _demand(after.over, ended, "the end is announced", after)
