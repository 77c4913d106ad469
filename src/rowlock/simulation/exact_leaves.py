"""Exact leaves of rollouts: positions whose rest can be computed are not played out.

Exact values assume optimal play, so they are used only if all bots play endgames exactly; what
`greedy` would win there is a different question. They are not used at every turn of games that are
played out in compiled code (docs/endgame.md).
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
from rowlock.endgame.answers import rest_of
from rowlock.endgame.size import PATIENT, least_positions
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT


class Leaves:
    """Exact values of positions for one seat, cached."""

    def __init__(self, seat: int, bots: Sequence[Bot]) -> None:
        self.seat = seat
        self.best_play = JIT and len(bots) == 2 and all(map(plays_ends_exactly, bots))
        self.known: dict[tuple[tuple[Sheet, ...], int, int], float | None] = {}

    def share(self, game: Game) -> float | None:
        """The seat's share before a roll or after the end; None if the game must be played out."""
        if game.over:
            return worth_of(game, self.seat)
        if game.stage != "roll":
            return None
        key = game.sheets, game.closed, game.active
        if key not in self.known:
            self.known[key] = self._share(game)
        return self.known[key]

    def answers(self, game: Game, moves: Sequence[Move | None]) -> list[float | None]:
        """The exact value of each answer; None for answers that must be played out."""
        exact = self._question(game)
        return [exact.get(move, self._after(game, move)) for move in moves]

    def _question(self, game: Game) -> dict[Move | None, float]:
        """The values of all answers, if everything after the open question fits the search."""
        if not self._fits(game):
            return {}
        from rowlock.endgame.solve_endgame import solve  # compiled code

        with suppress(Unreadable):  # a sheet that the kernel does not support
            if ends := solve(view(game, self.seat), PATIENT):
                return {choice.move: choice.win_share for choice in ends.answers(self.seat)}
        return {}

    def _after(self, game: Game, move: Move | None) -> float | None:
        """The value of one answer, if nothing is hidden and the turn ends with it."""
        if move is None:
            return self.share(game)
        if game.stage != "action2" or game.cards is not None:
            return None
        return self.share(play(game, self.seat, move).state)

    def _share(self, game: Game) -> float | None:
        if not self._fits(game):
            return None
        from rowlock.endgame.solve_endgame import solve

        with suppress(Unreadable):
            if ends := solve(game, PATIENT):
                return ends.shares[self.seat]
        return None

    def _fits(self, game: Game) -> bool:
        """Whether the rest is small enough to start a search, estimated from the sheets."""
        return self.best_play and game.cards is None and least_positions(rest_of(game)) <= PATIENT


def plays_ends_exactly(bot: Bot) -> bool:
    """Whether a bot plays optimally as soon as the rest of a game can be computed."""
    return isinstance(bot, Champion) and bot.ends and not bot.noise


def worth_of(game: Game, seat: int) -> float:
    """A seat's share of the win, divided among equal totals (C-14); in a solo game its points."""
    ended = result(game)
    if len(game.seats) == 1:
        return float(ended.totals[seat])
    return 1 / len(ended.winners) if seat in ended.winners else 0.0
