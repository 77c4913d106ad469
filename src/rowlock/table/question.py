"""The question that a game asks its players, and its name on the wire."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.state import Game

QuestionKind: TypeAlias = Literal["take", "action1", "action2"]

_ACTIONS: dict[QuestionKind, int] = {"take": 0, "action1": 1, "action2": 2}


class Question(Struct, frozen=True):
    """The question of one action of one turn. Its text is the `ask` of messages and log: `12.1`."""

    turn: int
    kind: QuestionKind

    def __str__(self) -> str:
        return f"{self.turn}.{_ACTIONS[self.kind]}"


def question_of(game: Game) -> Question | None:
    """The open question; None while dice or cards are due."""
    match game.stage:
        case "take" | "action1" | "action2" as kind:
            return Question(game.turn, kind)
        case _:
            return None
