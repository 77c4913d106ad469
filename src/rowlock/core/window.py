"""Action 1: one window in which every seat answers at once, hidden until all are in.

It serves dice and cards alike: both announce a number that everybody may cross in one row. The
answers are kept per seat, each with its own chain of bonus crosses, and nobody's answer changes
what another may do, so the order in which they arrive does not matter (C-11, BA-06).
"""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core.event import Event
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Answer, Game

Answers = tuple[Answer | None, ...]


SHARED = ("legal", "drafts")
"""What games keep beside their fields, by seat: the moves of those who have not answered, and what
each would do."""


def with_answers(game: Game, answers: Answers) -> Game:
    """The game with other answers to the same action.

    A game never changes, so what is asked of it is worked out once; and nobody's answer changes
    what another may do (C-11), so all games of one action share it.
    """
    after = replace(game, answers=answers)
    known, shared = game.__dict__, after.__dict__
    for name in SHARED:
        if name in known:
            shared[name] = known[name]
    return after


def with_answer(game: Game, seat: int, move: Move, draft: Draft) -> Answers:
    """All answers with a seat's move, or its next choice, and what it does."""
    before = game.answers[seat]
    moves = (move,) if before is None else (*before.moves, move)
    return (*game.answers[:seat], Answer(moves, draft), *game.answers[seat + 1 :])


def settled(answers: Answers) -> tuple[tuple[Sheet, ...], tuple[Event, ...]] | None:
    """The new sheets and all events, in seat order, once every answer is complete."""
    sheets: list[Sheet] = []
    events: list[Event] = []
    for answer in answers:
        if answer is None or answer.draft.tied:
            return None
        sheets.append(answer.draft.sheet)
        events += answer.draft.events
    return tuple(sheets), tuple(events)
