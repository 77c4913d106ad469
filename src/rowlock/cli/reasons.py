"""Describes what a turn does to a sheet, in a few words: the reasons of `rowlock advise`."""

from __future__ import annotations

from rowlock.core.ending import ending
from rowlock.core.game import preview
from rowlock.core.move import NOTHING, Move, PlayCards, Take
from rowlock.core.score import score, steps_crossed
from rowlock.core.sheet import (
    Sheet,
    cells_left_out,
    crossed_cells,
    crosses_in_row,
    is_crossed,
    is_locked,
    locked_rows,
    second_crosses,
    swap_fields,
)
from rowlock.core.state import Game
from rowlock.languages.texts import Texts
from rowlock.variants import COLOURS, ROWS, Variant
from rowlock.variants.variant import FIRST_BONUS_ROW

BONUS_ROWS = ("advise_in_upper", "advise_in_lower")


def what_it_does(
    variant: Variant,
    before: Sheet,
    after: Sheet,
    closed: int,
    texts: Texts,
    *,
    others: tuple[int, ...] = (),
) -> str:
    """The crosses, skipped cells, locks, penalties, the end of the game, and the points.

    >>> from rowlock import load_variant, parse_sheet
    >>> classic = load_variant("classic")
    >>> old, new = (parse_sheet(classic, s) for s in ("r2,3 y- g- b- x0", "r2,3,6 y- g- b- x0"))
    >>> what_it_does(classic, old, new, 0, Texts("en"))
    'third cross in red, 2 cells left out, 3 points more'

    `others` are the totals of the other players, to compare with if the turn ends the game.
    """
    parts = _Parts(variant, before, after, texts)
    phrases = [*parts.crosses(), *parts.beside(), *parts.penalty()]
    phrases += parts.end(closed, others)
    return ", ".join([*phrases, *parts.points()]) or texts("advise_nothing")


def what_a_move_does(game: Game, seat: int, move: Move, texts: Texts) -> str:
    """The effect of a seat's answer in a game."""
    if isinstance(move, Take):
        return texts("advise_takes", numbers=texts.all_of(map(str, move.numbers)))
    answer, draft = game.answers[seat], preview(game, seat, move)
    before = answer.draft.sheet if answer else game.sheets[seat]
    others = tuple(total_of(game, q) for q in game.seats if q != seat)
    variant = game.variants[seat]
    phrases = [what_it_does(variant, before, draft.sheet, game.closed, texts, others=others)]
    if isinstance(move, PlayCards):
        phrases.insert(0, counted(texts, "advise_cards", len(move.cards) + len(move.jokers)))
    if draft.tied:
        phrases.append(texts("advise_row_to_choose"))
    elif seat == game.active and game.stage == "action1" and move == NOTHING:
        phrases.append(texts("advise_penalty_due"))
    return ", ".join(phrases)


def total_of(game: Game, seat: int) -> int:
    return score(game.variants[seat], game.sheets[seat]).total


def counted(texts: Texts, key: str, number: int) -> str:
    """A sentence with a number, in the singular if it is one."""
    return texts(f"{key}_one") if number == 1 else texts(key, n=number)


def numbered(texts: Texts, number: int) -> str:
    """`third`, `7th`."""
    words = texts("advise_numbers").split()
    return words[number - 1] if 1 <= number <= len(words) else texts("advise_nth", n=number)


class _Parts:
    """Phrases about the difference between two sheets, one method per topic."""

    def __init__(self, variant: Variant, before: Sheet, after: Sheet, texts: Texts) -> None:
        self.variant, self.before, self.after, self.texts = variant, before, after, texts

    def crosses(self) -> list[str]:
        bonus = range(FIRST_BONUS_ROW, FIRST_BONUS_ROW + len(self.variant.bonus_rows))
        return [part for row in [*ROWS, *bonus] for part in self._in_row(row)]

    def _in_row(self, row: int) -> list[str]:
        variant, texts = self.variant, self.texts
        old, new = crosses_in_row(self.before, row), crosses_in_row(self.after, row)
        if new == old:
            return []
        if row >= FIRST_BONUS_ROW:
            parts = [self._places(old, new, texts(BONUS_ROWS[row - FIRST_BONUS_ROW]))]
        elif is_locked(variant, self.after, row):
            parts = [texts("advise_locks", colour=texts(COLOURS[row]), n=new)]
        else:
            where = texts("advise_in", colour=texts(COLOURS[row]))
            parts = [self._places(old, new, where), *self._twice(row)]
        if gap := cells_left_out(variant, self.before, self.after, row):
            parts.append(counted(texts, "advise_left_out", gap))
        return parts

    def _places(self, old: int, new: int, where: str) -> str:
        """Names the new crosses of a row."""
        first, last = numbered(self.texts, old + 1), numbered(self.texts, new)
        if new - old == 1:
            return self.texts("advise_cross", nth=last, where=where)
        key = "advise_two_crosses" if new - old == 2 else "advise_crosses"
        return self.texts(key, first=first, last=last, where=where)

    def _twice(self, row: int) -> list[str]:
        """Cells whose second box is newly crossed (DA-02), and those that count twice (DB-01)."""
        variant, before, after, texts = self.variant, self.before, self.after, self.texts
        crossed_before = crossed_cells(variant, before, row)
        new = set(second_crosses(variant, after, row)) - set(second_crosses(variant, before, row))
        double = (set(crossed_cells(variant, after, row)) - set(crossed_before)) & set(
            variant.doubles
        )
        return [
            texts(key, cell=cell.name)
            for key, cells in (("advise_second_on", new), ("advise_twice", double))
            for cell in sorted(cells, key=lambda c: c.position)
        ]

    def beside(self) -> list[str]:
        """Phrases about new steps and chained pairs, and about newly used squares of the bar or
        swap fields.
        """
        return [*self._steps(), *self._chain(), *self._bar(), *self._swaps()]

    def _steps(self) -> list[str]:
        """New crosses of the fifth row, whose cells belong to the four others (CS-03)."""
        old, new = (steps_crossed(self.variant, s) for s in (self.before, self.after))
        where = self.texts("advise_in_steps")
        return [self._places(old, new, where)] if self.variant.steps and new > old else []

    def _chain(self) -> list[str]:
        """Newly crossed chained pairs (CC-01)."""
        new = [
            f"{one.name}-{other.name}"
            for one, other in self.variant.chain
            if is_crossed(self.after, one) and not is_crossed(self.before, one)
        ]
        return [self.texts("advise_chain", pair=pair) for pair in new]

    def _bar(self) -> list[str]:
        if not self.variant.bar:
            return []
        squares = (self.after.bar & ~self.before.bar).bit_count()
        return [counted(self.texts, "advise_squares", squares)] if squares else []

    def _swaps(self) -> list[str]:
        variant, texts = self.variant, self.texts
        old, new = (swap_fields(variant, sheet) for sheet in (self.before, self.after))
        changed = [
            (pair, now)
            for pair, was, now in zip(variant.swaps, old, new, strict=True)
            if was != now
        ]
        parts = [
            texts("advise_swap_used", first=one, second=other)
            for (one, other), now in changed
            if now == "used"
        ]
        lost = sum(now == "lost" for _, now in changed)
        return [*parts, *([counted(texts, "advise_swap_lost", lost)] if lost else [])]

    def penalty(self) -> list[str]:
        if self.after.penalties == self.before.penalties:
            return []
        return [self.texts("advise_penalty", nth=numbered(self.texts, self.after.penalties))]

    def end(self, closed: int, others: tuple[int, ...]) -> list[str]:
        """Whether the game is over then, and with which lead over the other sheets."""
        locked = locked_rows(self.variant, self.after)
        if not ending(self.variant, [self.after], closed | locked):
            return []
        if not others:
            return [self.texts("advise_ends")]
        own, other = score(self.variant, self.after).total, max(others)
        how = "ahead" if own > other else "behind" if own < other else "level"
        return [self.texts(f"advise_ends_{how}", own=own, other=other)]

    def points(self) -> list[str]:
        gain = score(self.variant, self.after).total - score(self.variant, self.before).total
        if not gain:
            return []
        return [counted(self.texts, "advise_more" if gain > 0 else "advise_less", abs(gain))]
