"""The game inside an environment: which seats must answer, their observations, and the totals.

Two implementations play the same games: `KernelGame` in the kernel, fast, for dice only; `CoreGame`
in the readable core, for cards and for bots that need a `View`. All randomness of a game follows
from a seed and a game number (`kernel/stream.py`), so equal answers give equal games in both.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, play, result, roll
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.envs.actions import legal_actions
from rowlock.envs.kernel_access import answer_as, look, totals_now
from rowlock.envs.observation import observe, size
from rowlock.envs.setting import Setting
from rowlock.kernel.batch import signed
from rowlock.kernel.convert import begin, game_of
from rowlock.kernel.seat_tables import compile_variants
from rowlock.kernel.state import (
    ACTION1,
    ANSWER,
    DECIDER,
    HEAD,
    OVER,
    PHASE,
    SEAT,
    TIED,
    stride,
)
from rowlock.kernel.stream import BotRandom, GameChance

Bits: TypeAlias = NDArray[np.int8]


class SeatGame(Protocol):
    """A game from its first decision to its end."""

    setting: Setting

    def begin(self, seed: int, number: int) -> None:
        """Start game `number` of a seed and bring it to its first decision."""
        ...

    @property
    def over(self) -> bool: ...

    @property
    def asked(self) -> int:
        """The lowest seat that owes an answer."""
        ...

    @property
    def owing(self) -> tuple[int, ...]:
        """Every seat that owes an answer; none when the game is over."""
        ...

    @property
    def totals(self) -> list[int]:
        """The public points of every seat."""
        ...

    def look(self, seat: int) -> tuple[Bits, Bits]:
        """Observation and action mask of a seat; only "nothing" is legal if it owes no answer."""
        ...

    def answer(self, seat: int, action: int) -> bool:
        """Play the action of a seat that owes an answer. Returns whether it was legal.

        An illegal action is replaced by the lowest legal one.
        """
        ...

    @property
    def game(self) -> Game:
        """The position as a core game."""
        ...


class KernelGame:
    """A dice game in the kernel."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._tables = compile_variants(setting.variants)
        self._state = np.zeros(stride(setting.players), np.int64)
        self._totals = np.zeros(setting.players, np.int64)
        self._size = size(setting)
        self._actions = setting.actions

    def begin(self, seed: int, number: int) -> None:
        begin(self._tables, self._state, self.setting.players, signed(seed), number)

    @property
    def over(self) -> bool:
        return bool(self._state[PHASE] == OVER)

    @property
    def asked(self) -> int:
        return int(self._state[DECIDER])

    @property
    def owing(self) -> tuple[int, ...]:
        s = self._state
        if s[PHASE] != ACTION1:
            return () if s[PHASE] == OVER else (int(s[DECIDER]),)
        starts = range(HEAD, len(s), SEAT)
        return tuple(
            [seat for seat, b in enumerate(starts) if s[b + ANSWER] == 0 or s[b + TIED] != 0]
        )

    @property
    def totals(self) -> list[int]:
        totals_now(self._tables, self._state, self._totals)
        return self._totals.tolist()

    def look(self, seat: int) -> tuple[Bits, Bits]:
        seen, mask = np.zeros(self._size, np.int8), np.empty(self._actions, np.int8)
        look(self._tables, self._state, seat, self._actions, seen, mask)
        return seen, mask

    def answer(self, seat: int, action: int) -> bool:
        return bool(answer_as(self._tables, self._state, seat, action))

    @property
    def game(self) -> Game:
        return game_of(self.setting.variants, self._state, self.setting.names)


class CoreGame:
    """A game in the readable core."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game = setting.start(first=0)

    def begin(self, seed: int, number: int) -> None:
        self.chance = GameChance(seed, number)
        self._shuffles = self.chance.shuffles()
        self._bots = [self.chance.bot(seat) for seat in range(self.setting.players)]
        self.game = self._at_decision(self.setting.start(self.chance.first(self.setting.players)))

    def bot_random(self, seat: int) -> BotRandom:
        """The random generator of the bot in this seat."""
        return self._bots[seat]

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def asked(self) -> int:
        return next(iter(deciders(self.game)), 0)

    @property
    def owing(self) -> tuple[int, ...]:
        return deciders(self.game)

    @property
    def totals(self) -> list[int]:
        return list(result(self.game).totals)

    def look(self, seat: int) -> tuple[Bits, Bits]:
        mask = np.zeros(self.setting.actions, np.int8)
        mask[list(legal_actions(self.game, seat)) or [0]] = 1
        seen = observe(self.game, seat)
        return np.pad(seen, (0, size(self.setting) - len(seen))), mask

    def answer(self, seat: int, action: int) -> bool:
        legal = legal_actions(self.game, seat)
        move = legal.get(int(action))
        self.play(seat, legal[min(legal)] if move is None else move)
        return move is not None

    def play(self, seat: int, move: Move) -> None:
        """Play a move and continue to the next decision."""
        self.game = self._at_decision(play(self.game, seat, move).state)

    def _at_decision(self, game: Game) -> Game:
        while game.stage in ("roll", "deal"):
            if game.stage == "roll":
                game = roll(game, self.chance.roll(game)).state
            else:
                game = deal(game, shuffled_cards(game, self._shuffles)).state
        return game


def open_game(setting: Setting) -> SeatGame:
    """A game of the fastest implementation that supports the setting."""
    return CoreGame(setting) if setting.cards else KernelGame(setting)
