"""Rollouts: a position played on to the end, many times, by any bots.

Every answer of a seat is tried in every game. All of them meet the same dice, turn by turn, so that
much of the luck cancels when two answers are compared. What the seat cannot know is drawn anew in
every game (`unseen.py`): it is told no more than its view tells.

Where all bots have a compiled twin, only the turn under way is played in the readable core, and the
turns after it in compiled code. Twins of the champion do without its exact ends. A turn in which no
bot draws anything would be the same in every game, and is played once for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.compiled import Compiled, twin_of
from rowlock.bots.compiled.judge_arrays import Judges, compile_judges
from rowlock.bots.compiled.rest_of_game import TOTALS, noted_ends, outcomes
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.game import legal_moves, result
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.errors import Illegal, Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.stream import GameChance
from rowlock.simulate.playing import Playing

Shares = NDArray[np.float64]
Progress = Callable[[int], None]

SHARED = 60
"""Every share of a win is a multiple of its part: a win is shared by one to five."""
MOST_GAMES = 1_000_000
CHUNK = 32
"""Games between two looks at the clock or the keyboard."""

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
TIES = 4
"""Games added in thought, two won and two lost: a few games won do not say that none is ever lost
(Agresti and Coull)."""


class Rolled(NamedTuple):
    """One answer and what it won."""

    move: Move | None
    win: float
    low: float
    high: float
    """The 95 % interval of the win share."""
    se: float
    cost: float
    """How much less it won than the best answer, with the same dice."""
    cost_error: float
    """Half of the 95 % interval of that."""
    points: float | None = None
    """What it scored, where the seat plays alone: all but `win` is then in points."""


class Rollouts(Struct, frozen=True):
    """What the answers of a seat won."""

    seat: int
    moves: tuple[Move | None, ...]
    """Every answer of the seat; only None where it owes none."""
    shares: Shares
    """[game, answer] its share of the win."""
    compiled: bool
    """Whether the games were played in compiled code."""
    totals: Shares | None = None
    """[game, answer] its points, where the seat plays alone: every answer wins then."""

    def ranked(self) -> list[Rolled]:
        """The answers, the best first."""
        worths = self.shares if self.totals is None else self.totals
        means = worths.mean(axis=0)
        first = int(np.argmax(means))
        order = np.argsort(-means, kind="stable")
        if self.totals is None:
            return [self._rolled(k, first) for k in order]
        return [self._scored(self.totals, k, first) for k in order]

    def _scored(self, totals: Shares, k: int, first: int) -> Rolled:
        points, behind = totals[:, k], totals[:, first] - totals[:, k]
        mean, se = float(points.mean()), _error(points)
        return Rolled(
            self.moves[k],
            float(self.shares[:, k].mean()),
            mean - SURE * se,
            mean + SURE * se,
            se,
            float(behind.mean()),
            SURE * _error(behind),
            mean,
        )

    def _rolled(self, k: int, first: int) -> Rolled:
        shares, behind = self.shares[:, k], self.shares[:, first] - self.shares[:, k]
        win = float(shares.mean())
        padded = np.concatenate([shares, np.repeat([0.0, 1.0], TIES // 2)])
        middle, reach = float(padded.mean()), SURE * _error(padded)
        return Rolled(
            self.moves[k],
            win,
            min(win, max(0.0, middle - reach)),
            max(win, min(1.0, middle + reach)),
            _error(shares),
            float(behind.mean()),
            SURE * _error(behind),
        )


def _error(values: Shares) -> float:
    """The standard error of a mean."""
    return float(values.std() / math.sqrt(len(values)))


def roll_out(
    game: Game,
    seat: int,
    bots: Sequence[Bot],
    games: int,
    seed: int = 1,
    progress: Progress = lambda done: None,
) -> Rollouts:
    """Play so many games on from every answer of the seat; the bots have the seats, its own too."""
    if game.over:
        raise Illegal("game_over", "the game is over: there is nothing to play on")
    if seat not in game.seats:
        raise Illegal("no_such_seat", f"there is no seat {seat + 1} at this table", seat=seat)
    if len(bots) != len(game.seats):
        message = f"{len(game.seats)} bots are needed, one for each seat, not {len(bots)}"
        raise Unreadable("bad_players", message)
    if not 1 <= games <= MOST_GAMES:
        raise Unreadable("bad_games", f"1 to {MOST_GAMES:,} games can be played, not {games}")
    moves: tuple[Move | None, ...] = legal_moves(game, seat) or (None,)
    twins = [twin_of(bot, game.variant, len(bots)) for bot in bots]
    known = [twin for twin in twins if twin is not None]
    compiled = JIT and game.cards is None and len(known) == len(bots)
    if compiled:
        parts = _in_kernel(game, seat, moves, bots, known, games, seed)
    else:
        parts = _in_core(game, seat, moves, bots, games, seed)
    found = list[Shares]()
    for part in parts:
        found.append(part)
        progress(sum(map(len, found)))
    worths = np.concatenate(found)
    if len(bots) == 1:
        return Rollouts(seat, moves, np.ones_like(worths), compiled, worths)
    return Rollouts(seat, moves, worths, compiled)


def _in_core(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], games: int, seed: int
) -> Iterator[Shares]:
    for number in range(games):
        shares = []
        _prepare(bots, game)
        for tried in _tried(game, seat, moves, bots, GameChance(seed, number)):
            tried.play_on()
            shares.append(worth_of(tried.game, seat))
            _prepare(bots, game)
        yield np.array([shares])


def _in_kernel(
    game: Game,
    seat: int,
    moves: Sequence[Move | None],
    bots: Sequence[Bot],
    twins: Sequence[Compiled],
    games: int,
    seed: int,
) -> Iterator[Shares]:
    judges = compile_judges(game.variant, twins)
    _prepare(bots, game)
    chances = [GameChance(seed, number) for number in range(games)]
    turns = _turns(game, seat, moves, bots, chances[0])
    if any(turn.draws for turn in turns):
        yield _outcomes(judges, turns, seat, chances[:1])
        for chance in chances[1:]:
            yield _outcomes(judges, _turns(game, seat, moves, bots, chance), seat, [chance])
    else:
        for start in range(0, games, CHUNK):
            yield _outcomes(judges, turns, seat, chances[start : start + CHUNK])


def _outcomes(
    judges: Judges, turns: Sequence[Playing], seat: int, chances: Sequence[GameChance]
) -> Shares:
    """[game, turn that was played] the seat's worth, the games played on from there."""
    shares = np.empty((len(chances), len(turns)))
    going = [k for k, turn in enumerate(turns) if not turn.game.over]
    for k, turn in enumerate(turns):
        if turn.game.over:
            shares[:, k] = worth_of(turn.game, seat)
    if going:
        states = np.array([turns[k].state() for k in going])
        keys = np.array([chance.key for chance in chances])
        seats = np.arange(len(turns[0].bots))
        if len(seats) == 1:
            shares[:, going] = noted_ends(judges, states, seat, keys, seats)[:, :, TOTALS]
        else:
            later = outcomes(judges, states, seat, keys, seats)
            shares[:, going] = np.round(SHARED * later) / SHARED  # without what a lead counts
    return shares


def _turns(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], chance: GameChance
) -> list[Playing]:
    """The turn under way after every answer, played until the next roll is due."""
    turns = _tried(game, seat, moves, bots, chance)
    for turn in turns:
        turn.play_on(one_turn=True)
    return turns


def _tried(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], chance: GameChance
) -> list[Playing]:
    """One game of chance with every answer of the seat: to each the others say the same."""
    playing = Playing(game, seat, bots, chance)
    if moves[0] is not None:
        playing.let_others_answer(seat)
    return [playing.after(seat, move) for move in moves]


def _prepare(bots: Sequence[Bot], game: Game) -> None:
    """Let the bots begin with nothing left over from other games."""
    if game.cards is None:
        prepare_bots(bots, game.variant)


def worth_of(game: Game, seat: int) -> float:
    """A seat's share of the win: equal totals share it (C-14); alone its points."""
    ended = result(game)
    if len(game.seats) == 1:
        return float(ended.totals[seat])
    return 1 / len(ended.winners) if seat in ended.winners else 0.0
