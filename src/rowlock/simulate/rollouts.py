"""Rollouts: a position played on to the end, many times, by any bots.

Every answer of a seat is tried in every game. All of them meet the same dice, turn by turn, so that
much of the luck cancels when two answers are compared. What the seat cannot know is drawn anew in
every game (`unseen.py`): it is told no more than its view tells.

Where all bots have a compiled twin, only the turn under way is played in the readable core, and the
turns after it in compiled code. A turn in which no bot draws anything would be the same in every
game, and is played once for all of them.

What can be computed is not played: between bots that play the end of a game of two exactly, an
answer after which the rest fits the exact search has its exact share (`leaves.py`), and games in
which the turn under way leads to such a rest stop there. Later turns are the compiled twins', who
do without.
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
from rowlock.core.game import legal_moves
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.errors import Illegal, Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.stream import GameChance
from rowlock.simulate.leaves import Leaves, worth_of
from rowlock.simulate.playing import Playing
from rowlock.simulate.sure import SURE

Shares = NDArray[np.float64]
Progress = Callable[[int], None]

SHARED = 60
"""Every share of a win is a multiple of its part: a win is shared by one to five."""
FEWEST_GAMES = 2
"""One game says nothing of how far it may be off."""
MOST_GAMES = 1_000_000
CHUNK = 32
"""Games between two looks at the clock or the keyboard."""

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
    exact: bool = False
    """Whether it was computed instead of played: then it has no interval."""


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
    exact: tuple[bool, ...] = ()
    """Of every answer whether its share was computed; none where nothing could be."""

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
        exact = self._is_exact(k)
        return Rolled(
            self.moves[k],
            float(self.shares[:, k].mean()),
            mean - SURE * se,
            mean + SURE * se,
            se,
            float(behind.mean()),
            SURE * _error(behind),
            mean,
            exact,
        )

    def _rolled(self, k: int, first: int) -> Rolled:
        shares, behind = self.shares[:, k], self.shares[:, first] - self.shares[:, k]
        win = float(shares.mean())
        if self._is_exact(k):
            win, error = float(shares[0]), _error(behind)
            return Rolled(
                self.moves[k], win, win, win, 0.0, float(behind.mean()), SURE * error, exact=True
            )
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

    def _is_exact(self, k: int) -> bool:
        return bool(self.exact) and self.exact[k]


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
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        message = f"{FEWEST_GAMES} to {MOST_GAMES:,} games can be played, not {games}"
        raise Unreadable("bad_games", message)
    moves: tuple[Move | None, ...] = legal_moves(game, seat) or (None,)
    twins = [twin_of(bot, game.variant, len(bots)) for bot in bots]
    known = [twin for twin in twins if twin is not None]
    compiled = JIT and game.cards is None and len(known) == len(bots)
    _prepare(bots, game)
    leaves = Leaves(seat, bots)
    computed = leaves.answers(game, moves)
    open_moves = [move for move, share in zip(moves, computed, strict=True) if share is None]
    worths = np.empty((games, len(moves)))
    for k, share in enumerate(computed):
        worths[:, k] = np.nan if share is None else share
    if open_moves:
        if compiled:
            parts = _in_kernel(game, leaves, open_moves, bots, known, games, seed)
        else:
            parts = _in_core(game, leaves, open_moves, bots, games, seed)
        played = [k for k, share in enumerate(computed) if share is None]
        done = 0
        for part in parts:
            worths[done : done + len(part), played] = part
            done += len(part)
            progress(done)
    exact = tuple(share is not None for share in computed)
    if len(bots) == 1:
        return Rollouts(seat, moves, np.ones_like(worths), compiled, worths, exact)
    return Rollouts(seat, moves, worths, compiled, exact=exact)


def _in_core(
    game: Game,
    leaves: Leaves,
    moves: Sequence[Move | None],
    bots: Sequence[Bot],
    games: int,
    seed: int,
) -> Iterator[Shares]:
    for number in range(games):
        shares = []
        _prepare(bots, game)
        for tried in _tried(game, leaves.seat, moves, bots, GameChance(seed, number)):
            tried.play_on(one_turn=True)
            share = leaves.share(tried.game)
            if share is None:
                tried.play_on()
                share = worth_of(tried.game, leaves.seat)
            shares.append(share)
            _prepare(bots, game)
        yield np.array([shares])


def _in_kernel(
    game: Game,
    leaves: Leaves,
    moves: Sequence[Move | None],
    bots: Sequence[Bot],
    twins: Sequence[Compiled],
    games: int,
    seed: int,
) -> Iterator[Shares]:
    judges, seat = compile_judges(game.variant, twins), leaves.seat
    chances = [GameChance(seed, number) for number in range(games)]
    turns = _turns(game, seat, moves, bots, chances[0])
    if any(turn.draws for turn in turns):
        yield _outcomes(judges, turns, leaves, chances[:1])
        for chance in chances[1:]:
            turns = _turns(game, seat, moves, bots, chance)
            yield _outcomes(judges, turns, leaves, [chance])
    else:
        for start in range(0, games, CHUNK):
            yield _outcomes(judges, turns, leaves, chances[start : start + CHUNK])


def _outcomes(
    judges: Judges, turns: Sequence[Playing], leaves: Leaves, chances: Sequence[GameChance]
) -> Shares:
    """[game, turn that was played] the seat's worth, the games played on from there."""
    shares, seat = np.empty((len(chances), len(turns))), leaves.seat
    known = [leaves.share(turn.game) for turn in turns]
    going = [k for k, share in enumerate(known) if share is None]
    for k, share in enumerate(known):
        if share is not None:
            shares[:, k] = share
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
