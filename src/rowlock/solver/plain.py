"""Reference solver: lists every roll and plays every move with the core.

It uses no row states, vectors or symmetries, so the fast solver can be checked against it on sheets
that are short enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from rowlock.core.game import legal_moves, new_game, play, result, roll
from rowlock.core.move import NOTHING
from rowlock.core.rules import count, first_free_place
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.state import Game, Roll
from rowlock.variants.variant import ROWS, LuckyPair, Variant

Facts = tuple[tuple[tuple[int, ...], ...], int, int, int]


class PlainSolver:
    """Expected points still to come, by listing all rolls."""

    def __init__(self, variant: Variant, players: int = 1, lucky: LuckyPair | None = None) -> None:
        self.variant = variant
        self.players = players
        pairs = [pair for pair in variant.lucky_pairs if pair != lucky]
        self.alone = new_game(variant, ["own"], lucky=[lucky] if lucky else None)
        self.watching = new_game(
            variant, ["own", "other"], first=1, lucky=[lucky, pairs[0]] if lucky else None
        )
        self.known: dict[Facts, float] = {}

    def values(self) -> list[float]:
        """Expected totals from the empty sheet, by the number of others' turns before your roll."""
        return [self.to_come(Sheet(), wait) for wait in range(self.players)]

    def to_come(self, sheet: Sheet, wait: int = 0) -> float:
        """Points still to come if `wait` turns of other players come before your roll."""
        facts = self.facts(sheet, wait)
        if facts not in self.known:
            turn = self.active_turn if wait == 0 else self.passive_turn
            self.known[facts] = turn(sheet, wait)
        return self.known[facts]

    def facts(self, sheet: Sheet, wait: int) -> Facts:
        """The facts about a sheet that matter: rightmost cross and number of crosses per row.

        If single cells matter (framed or chained cells), all crosses are distinguished.
        """
        alone = not (self.variant.steps or self.variant.chain)
        rows = tuple(
            (first_free_place(mask), count(mask)) if alone else (mask,) for mask in sheet.rows
        )
        return rows, sheet.penalties, sheet.bar, wait

    def active_turn(self, sheet: Sheet, wait: int) -> float:
        game = self.at(self.alone, sheet)
        rolls = list(all_rolls(game))
        return sum(self.best_turn(roll(game, dice).state) for dice in rolls) / len(rolls)

    def best_turn(self, game: Game) -> float:
        """Expected points of the best pair of answers to a roll."""
        if game.stage not in ("action1", "action2"):
            return self.after(game)
        now = result(game).totals[0]
        best = -float("inf")
        for move in legal_moves(game, 0):
            step = play(game, 0, move).state
            best = max(best, result(step).totals[0] - now + self.best_turn(step))
        return best

    def after(self, game: Game) -> float:
        return 0.0 if game.over else self.to_come(game.sheets[0], self.players - 1)

    def passive_turn(self, sheet: Sheet, wait: int) -> float:
        game = self.at(self.watching, sheet)
        faces = range(1, self.variant.sides + 1)
        colours = tuple(None if game.closed >> row & 1 else 1 for row in ROWS)
        rolls = [Roll(white, colours) for white in product(faces, faces)]
        return sum(self.best_answer(roll(game, dice).state, wait) for dice in rolls) / len(rolls)

    def best_answer(self, game: Game, wait: int) -> float:
        now = result(game).totals[0]
        best = -float("inf")
        for move in legal_moves(game, 0):
            step = play(play(game, 0, move).state, 1, NOTHING).state
            later = 0.0 if step.over else self.to_come(step.sheets[0], wait - 1)
            best = max(best, result(step).totals[0] - now + later)
        return best

    def at(self, game: Game, sheet: Sheet) -> Game:
        closed = locked_rows(self.variant, sheet)
        return replace(game, sheets=(sheet, *game.sheets[1:]), closed=closed)


def all_rolls(game: Game) -> Iterator[Roll]:
    """All rolls of the dice in play, which are equally likely."""
    faces = range(1, game.variant.sides + 1)
    dice: list[Sequence[int | None]] = [[None] if game.closed >> row & 1 else faces for row in ROWS]
    for white in product(faces, faces):
        for colours in product(*dice):
            yield Roll(white, colours)
