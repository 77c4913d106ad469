"""A seat's answer: a move and the choices that follow from it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from rowlock.core.event import Event
from rowlock.core.game import play, take_back
from rowlock.core.move import Move, parse_move
from rowlock.core.state import Game, Step
from rowlock.errors import Illegal
from rowlock.notation import Scribe


class PlayedAnswer(Struct, frozen=True):
    """An answer that was played. The command that tried it passes it to the fold, which does not
    play it again."""

    before: Scribe
    """The scribe before the answer. Scribes of a table are never changed in place."""
    seat: int
    texts: tuple[str, ...]
    after: Scribe
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    """The events of the last move; earlier moves have none that everyone may see."""

    @property
    def owes_choice(self) -> bool:
        return owes_choice(self.after.game, self.seat)

    def is_for(self, scribe: Scribe, seat: int, texts: tuple[str, ...]) -> bool:
        """Whether it is the result of this answer on this scribe."""
        return self.before is scribe and (self.seat, self.texts) == (seat, texts)


def play_answer(scribe: Scribe, seat: int, texts: tuple[str, ...]) -> PlayedAnswer:
    """Play and record an answer in place of the seat's previous one; `scribe` stays as it is."""
    before, after = scribe.game, scribe.copy()
    if before.answers[seat] is not None:
        after.take_back(seat)
    moves: list[Move] = []
    step = Step(before)
    for text in texts:
        moves.append(_next_move(before, step.state, text))
        step = after.play(seat, moves[-1])
    return PlayedAnswer(scribe, seat, texts, after, tuple(moves), step.events)


def try_answer(game: Game, seat: int, texts: tuple[str, ...]) -> Game:
    """The game with this answer in place of the seat's previous one."""
    if game.answers[seat] is not None:
        game = take_back(game, seat)
    before = game
    for text in texts:
        game = play(game, seat, _next_move(before, game, text)).state
    return game


def _next_move(before: Game, game: Game, text: str) -> Move:
    """The move of a text, if the answer that started at `before` is not complete yet."""
    if (game.stage, game.turn) != (before.stage, before.turn):
        raise Illegal("no_choice_due", f"{text}: the answer is complete without it")
    return _read_move(text, cards=game.cards is not None)


@lru_cache(maxsize=4096)
def _read_move(text: str, *, cards: bool) -> Move:
    """The move of a text; cached, because all tables use the same few moves."""
    return parse_move(text, cards=cards)


def owes_choice(game: Game, seat: int) -> bool:
    """Whether the seat owes a choice."""
    answer = game.answers[seat]
    return answer is not None and not answer.is_complete
