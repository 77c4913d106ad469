"""A seat's answer, tried out on a game: a move and the choices that follow from it."""

from __future__ import annotations

from functools import lru_cache

from rowlock.core.game import play, take_back
from rowlock.core.move import Move, parse_move
from rowlock.core.state import Game
from rowlock.errors import Illegal


@lru_cache(maxsize=4096)
def read_move(text: str, *, cards: bool) -> Move:
    """A move of a message or a log: there are few, and every table has the same ones."""
    return parse_move(text, cards=cards)


def try_answer(game: Game, seat: int, moves: tuple[str, ...]) -> Game:
    """The game if this seat answered so, in place of what it has answered."""
    if game.answers[seat] is not None:
        game = take_back(game, seat)
    stage, turn = game.stage, game.turn
    for text in moves:
        if (game.stage, game.turn) != (stage, turn):
            raise Illegal("no_choice_due", f"{text}: the answer is complete without it")
        game = play(game, seat, read_move(text, cards=game.cards is not None)).state
    return game


def owes_choice(game: Game, seat: int) -> bool:
    """Whether the seat owes a choice."""
    answer = game.answers[seat]
    return answer is not None and not answer.is_complete
