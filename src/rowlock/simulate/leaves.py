"""Exact leaves of rollouts: where the rest of a game of two can be computed, nothing is played.

That tells what best play of both wins, so it is asked for bots that play such ends exactly
themselves and for no others: what `greedy` would win there is another question. Nor is it asked at
every turn of a game that is played on in compiled code (docs/endgame.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rowlock.bots.champion import Champion
from rowlock.core.bot import Bot
from rowlock.core.game import play, result
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.endgame.lines import rest_of
from rowlock.endgame.size import PATIENT, least_positions
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT


class Leaves:
    """What a seat wins from positions that need not be played on, each asked once."""

    def __init__(self, seat: int, bots: Sequence[Bot]) -> None:
        self.seat = seat
        self.best_play = JIT and len(bots) == 2 and all(map(plays_ends_exactly, bots))
        self.known: dict[tuple[tuple[Sheet, ...], int, int], float | None] = {}

    def share(self, game: Game) -> float | None:
        """Before a roll, or when it is over; None where the game has to be played on."""
        if game.over:
            return worth_of(game, self.seat)
        if game.stage != "roll":
            return None
        asked = game.sheets, game.closed, game.active
        if asked not in self.known:
            self.known[asked] = self._share(game)
        return self.known[asked]

    def answers(self, game: Game, moves: Sequence[Move | None]) -> list[float | None]:
        """What each answer wins for sure on average; None for those that are to be played on."""
        found = self._question(game)
        return [found.get(move, self._after(game, move)) for move in moves]

    def _question(self, game: Game) -> dict[Move | None, float]:
        """Every answer, where all that can follow the open question fits the search."""
        if not self._fits(game):
            return {}
        from rowlock.endgame.ends import solve  # compiled code

        with suppress(Unreadable):  # a sheet that the kernel does not know
            if ends := solve(view(game, self.seat), PATIENT):
                return {choice.move: choice.win_share for choice in ends.answers(self.seat)}
        return {}

    def _after(self, game: Game, move: Move | None) -> float | None:
        """One answer, where nothing is hidden and the turn ends with it."""
        if move is None:
            return self.share(game)
        if game.stage != "action2" or game.cards is not None:
            return None
        return self.share(play(game, self.seat, move).state)

    def _share(self, game: Game) -> float | None:
        if not self._fits(game):
            return None
        from rowlock.endgame.ends import solve

        with suppress(Unreadable):
            if ends := solve(game, PATIENT):
                return ends.shares[self.seat]
        return None

    def _fits(self, game: Game) -> bool:
        """Whether the search is worth asking at all, told from the sheets."""
        return self.best_play and game.cards is None and least_positions(rest_of(game)) <= PATIENT


def plays_ends_exactly(bot: Bot) -> bool:
    """Whether a bot plays as well as possible where the rest of a game can be computed."""
    return isinstance(bot, Champion) and bot.ends and not bot.noise


def worth_of(game: Game, seat: int) -> float:
    """A seat's share of the win: equal totals share it (C-14); alone its points."""
    ended = result(game)
    if len(game.seats) == 1:
        return float(ended.totals[seat])
    return 1 / len(ended.winners) if seat in ended.winners else 0.0
