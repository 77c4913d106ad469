"""The puzzles of a day, with positions that the page can draw."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from rowlock.core.move import parse_move
from rowlock.core.view import View, view
from rowlock.notation import parse_position
from rowlock.reviews.puzzles import Puzzle, PuzzleChoice, of_day
from rowlock.reviews.rash_answers import left_out_by, takes_penalty
from rowlock.server.http.call import Call
from rowlock.server.study.puzzle_messages import PuzzleAnswer, Puzzles, PuzzleView
from rowlock.table.day import parse_date
from rowlock.table.move_preview import sheet_view
from rowlock.table.turn_views import roll_view
from rowlock.variants import ROWS

SHEET = "classic"
"""The sheet of all puzzles."""


async def get_puzzles(call: Call, *, date: str) -> Puzzles:
    return await asyncio.to_thread(puzzles_of, date)


@lru_cache(maxsize=8)
def puzzles_of(date: str) -> Puzzles:
    day = parse_date(date)
    return Puzzles(day.isoformat(), SHEET, tuple(map(_shown, of_day(day))))


def _shown(puzzle: Puzzle) -> PuzzleView:
    game = parse_position(puzzle.position)
    seen = view(game, 0)
    assert game.roll is not None
    return PuzzleView(
        tag=puzzle.tag,
        turn=game.turn,
        phase="action1" if seen.phase == "action1" else "action2",
        dice=roll_view(game.roll),
        sheet=sheet_view(game.variant, seen.draft or game.sheets[0]),
        closed=tuple(row for row in ROWS if game.closed >> row & 1),
        answers=tuple(_answer(seen, each) for each in puzzle.answers),
    )


def _answer(seen: View, choice: PuzzleChoice) -> PuzzleAnswer:
    move = parse_move(choice.move)
    return PuzzleAnswer(
        choice.move,
        choice.total,
        choice.loss,
        left_out_by(seen, move),
        takes_penalty(seen, move),
    )
