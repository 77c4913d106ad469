"""Exact leaves of rollouts: positions whose rest can be computed are not played out.

Exact values assume optimal play, so they are used only if all bots play endgames exactly; what
`greedy` would win there is a different question. They are not used at every turn of games that are
played out in compiled code (docs/endgame.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.bots.champion import Champion
from rowlock.bots.exact_ends import NO_SEARCH, ROLLOUT_SEARCH, exact_end
from rowlock.core.bot import Bot
from rowlock.core.game import play, result
from rowlock.core.move import Move
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game
from rowlock.core.view import view


class Leaves:
    """Exact values of positions for one seat, cached."""

    def __init__(self, seat: int, bots: Sequence[Bot]) -> None:
        self.seat = seat
        best_play = len(bots) == 2 and all(map(plays_ends_exactly, bots))
        self.limit = ROLLOUT_SEARCH if best_play else NO_SEARCH
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
        ends = exact_end(view(game, self.seat), self.limit)
        choices = [] if ends is None else ends.answers(self.seat)
        return {choice.move: choice.win_share for choice in choices}

    def _after(self, game: Game, move: Move | None) -> float | None:
        """The value of one answer, if nothing is hidden and the turn ends with it."""
        if move is None:
            return self.share(game)
        if game.stage != "action2" or game.cards is not None:
            return None
        return self.share(play(game, self.seat, move).state)

    def _share(self, game: Game) -> float | None:
        ends = exact_end(game, self.limit)
        return None if ends is None else ends.shares[self.seat]


def plays_ends_exactly(bot: Bot) -> bool:
    """Whether a bot plays optimally as soon as the rest of a game can be computed."""
    return isinstance(bot, Champion) and bot.ends and not bot.noise


def worth_of(game: Game, seat: int) -> float:
    """A seat's share of the win, divided among equal totals (C-14); in a solo game its points."""
    ended = result(game)
    if len(game.seats) == 1:
        return float(ended.totals[seat])
    return 1 / len(ended.winners) if seat in ended.winners else 0.0
