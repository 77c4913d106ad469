"""A game in the hands of bots, from any position on; it can be tried on in several ways."""

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
from rowlock.kernel.adapt import state_of
from rowlock.kernel.state import DRAWS, HEAD, SEAT
from rowlock.kernel.stream import GameChance
from rowlock.simulate.unseen import drawn_anew


class Playing:
    """One game as it goes on, after what the seat that asks cannot know was drawn anew."""

    def __init__(self, game: Game, seat: int, bots: Sequence[Bot], chance: GameChance) -> None:
        self.bots = bots
        self.chance = chance
        self.rngs = [chance.bot(q) for q in game.seats]
        self.shuffles = chance.shuffles()
        self.game = drawn_anew(game, seat, self.shuffles)

    def after(self, seat: int, move: Move | None) -> Playing:
        """The same game with this answer, to be played on by itself."""
        other = copy(self)
        other.rngs = [copy(rng) for rng in self.rngs]
        other.shuffles = copy(self.shuffles)
        if move is not None:
            other.game = play(self.game, seat, move).state
        return other

    def let_others_answer(self, seat: int) -> None:
        """All but this seat answer, until it alone is awaited."""
        while others := [q for q in deciders(self.game) if q != seat]:
            self._answer(others[0])

    def play_on(self, *, one_turn: bool = False) -> None:
        """To the end of the game, or to the next roll."""
        while not self.game.over:
            if self.game.stage == "roll":
                if one_turn:
                    break
                self.game = roll(self.game, self.chance.roll(self.game)).state
            elif self.game.stage == "deal":
                self.game = deal(self.game, shuffled_cards(self.game, self.shuffles)).state
            else:
                self._answer(deciders(self.game)[0])

    def _answer(self, asked: int) -> None:
        move = self.bots[asked].choose(view(self.game, asked), self.rngs[asked])
        self.game = play(self.game, asked, move).state

    @property
    def draws(self) -> int:
        """How often the bots have asked chance; without that they would always play the same."""
        return sum(rng.draws for rng in self.rngs)

    def state(self) -> NDArray[np.int64]:
        """The kernel state from which compiled twins play on, each with its next draw."""
        state = state_of(self.game)
        for seat, rng in enumerate(self.rngs):
            state[HEAD + SEAT * seat + DRAWS] = rng.draws
        return state
