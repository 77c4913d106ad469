"""Action 1: every seat answers, and all answers take effect together when the last one is in.

Dice and cards work the same way: both announce a number that every player may cross in one row.
Answers are stored per seat, each with its own chain of bonus crosses. They stay hidden until all
are in and do not affect each other's options, so the order in which they arrive does not matter
(C-11, BA-06).
"""

from __future__ import annotations

from rowlock.core.event import Event
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Answer, Game

Answers = tuple[Answer | None, ...]


def with_answer(game: Game, seat: int, move: Move, draft: Draft) -> Answers:
    """All answers, with this move of the seat and its result added."""
    before = game.answers[seat]
    moves = (move,) if before is None else (*before.moves, move)
    return (*game.answers[:seat], Answer(moves, draft), *game.answers[seat + 1 :])


def settled(answers: Answers) -> tuple[tuple[Sheet, ...], tuple[Event, ...]] | None:
    """The new sheets and all events, in seat order; None until every answer is complete."""
    sheets: list[Sheet] = []
    events: list[Event] = []
    for answer in answers:
        if answer is None or answer.draft.tied:
            return None
        sheets.append(answer.draft.sheet)
        events += answer.draft.events
    return tuple(sheets), tuple(events)
