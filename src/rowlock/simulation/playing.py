"""A game played by bots from any position; it can be continued in several ways."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from rowlock.core.bot import Bot
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, play, roll
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.kernel.convert import state_of
from rowlock.kernel.state import DRAWS, HEAD, SEAT
from rowlock.kernel.stream import GameChance
from rowlock.simulation.hidden_information import resample_hidden


class Playing:
    """One game in progress, with hidden information already resampled."""

    def __init__(self, game: Game, seat: int, bots: Sequence[Bot], chance: GameChance) -> None:
        self.bots = bots
        self.chance = chance
        self.rngs = [chance.bot(q) for q in game.seats]
        self.shuffles = chance.shuffles()
        self.game = resample_hidden(game, seat, self.shuffles)

    def after(self, seat: int, move: Move | None) -> Playing:
        """A copy of the game with this answer, which continues independently."""
        other = copy(self)
        other.rngs = [copy(rng) for rng in self.rngs]
        other.shuffles = copy(self.shuffles)
        if move is not None:
            other.game = play(self.game, seat, move).state
        return other

    def let_others_answer(self, seat: int) -> None:
        """Let the other seats answer until only this seat must decide."""
        while others := [q for q in deciders(self.game) if q != seat]:
            self._answer(others[0])

    def play_on(self, *, one_turn: bool = False) -> None:
        """Play to the end of the game, or to the next roll."""
        while not self.game.over:
            if self.game.stage == "roll":
                if one_turn:
                    break
                self.game = roll(self.game, self.chance.roll(self.game)).state
            elif self.game.stage == "deal":
                self.game = deal(self.game, shuffled_cards(self.game, self.shuffles)).state
            else:
                self._answer(deciders(self.game)[0])

    def _answer(self, decider: int) -> None:
        move = self.bots[decider].choose(view(self.game, decider), self.rngs[decider])
        self.game = play(self.game, decider, move).state

    @property
    def draws(self) -> int:
        """Number of random draws by bots. If 0, the bots would always play the same."""
        return sum(rng.draws for rng in self.rngs)

    def state(self) -> NDArray[np.int64]:
        """The game as a kernel state, with each seat's count of random draws, so that compiled bots
        continue its random stream.
        """
        state = state_of(self.game)
        for seat, rng in enumerate(self.rngs):
            state[HEAD + SEAT * seat + DRAWS] = rng.draws
        return state
