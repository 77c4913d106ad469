"""Rollouts: plays out a position many times with any bots.

Every answer of a seat is tried in every game, with the same dice turn by turn, so that most of the
luck cancels out when two answers are compared. What the seat cannot know is sampled for every game
(`hidden_information.py`).

If all bots have a compiled version, only the current turn is played in the core and later turns in
compiled code. If no bot draws random numbers in the current turn, it is the same in every game and
played only once.

What can be computed is not played out: between bots that play endgames exactly, an answer whose
rest fits the exact search gets its exact share (`exact_leaves.py`), and games whose current turn
leads to such a rest stop there. Compiled bots do not use the exact search in later turns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.rest_of_game import TOTALS, noted_ends, outcomes
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.game import legal_moves
from rowlock.core.move import Move
from rowlock.core.state import Game, no_such_seat
from rowlock.errors import Illegal, Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.stream import GameChance
from rowlock.simulation.exact_leaves import Leaves, worth_of
from rowlock.simulation.playing import Playing
from rowlock.simulation.stats import Z95

Shares = NDArray[np.float64]
Progress = Callable[[int], None]

SHARED = 60
"""All win shares are multiples of 1 / 60, because a win is shared by one to five players."""
MIN_GAMES = 2
"""Minimum number of games: a single one gives no error estimate."""
MAX_GAMES = 1_000_000
CHUNK = 32
"""Games between two progress reports."""

TIES = 4
"""Pseudo-games added to the statistics, half of them won (Agresti and Coull): a few wins do not
mean that the seat never loses."""


class RolloutResult(NamedTuple):
    """The result of one answer."""

    move: Move | None
    win: float
    low: float
    high: float
    """The 95% interval of the win share."""
    se: float
    cost: float
    """Difference to the best answer's result, with the same dice."""
    cost_error: float
    """Half of the 95% interval of `cost`."""
    points: float | None = None
    """Average points in a solo game; all fields except `win` are then in points."""
    exact: bool = False
    """Whether the result was computed instead of played out; then it has no interval."""


class Rollouts(Struct, frozen=True):
    """The results of all answers of a seat."""

    seat: int
    moves: tuple[Move | None, ...]
    """All answers of the seat; only None if it has nothing to decide."""
    shares: Shares
    """[game, answer] share of the win."""
    compiled: bool
    """Whether the games were played in compiled code."""
    totals: Shares | None = None
    """[game, answer] points in solo games, in which every answer wins."""
    exact: tuple[bool, ...] = ()
    """For each answer, whether its share was computed; empty if none was."""

    def ranked(self) -> list[RolloutResult]:
        """The results, best first."""
        worths = self.shares if self.totals is None else self.totals
        means = worths.mean(axis=0)
        first = int(np.argmax(means))
        order = np.argsort(-means, kind="stable")
        if self.totals is None:
            return [self._rolled(k, first) for k in order]
        return [self._scored(self.totals, k, first) for k in order]

    def _scored(self, totals: Shares, k: int, first: int) -> RolloutResult:
        points, behind = totals[:, k], totals[:, first] - totals[:, k]
        mean, se = float(points.mean()), _error(points)
        exact = self._is_exact(k)
        return RolloutResult(
            self.moves[k],
            float(self.shares[:, k].mean()),
            mean - Z95 * se,
            mean + Z95 * se,
            se,
            float(behind.mean()),
            Z95 * _error(behind),
            mean,
            exact,
        )

    def _rolled(self, k: int, first: int) -> RolloutResult:
        shares, behind = self.shares[:, k], self.shares[:, first] - self.shares[:, k]
        win = float(shares.mean())
        if self._is_exact(k):
            win, error = float(shares[0]), _error(behind)
            return RolloutResult(
                self.moves[k], win, win, win, 0.0, float(behind.mean()), Z95 * error, exact=True
            )
        padded = np.concatenate([shares, np.repeat([0.0, 1.0], TIES // 2)])
        middle, reach = float(padded.mean()), Z95 * _error(padded)
        return RolloutResult(
            self.moves[k],
            win,
            min(win, max(0.0, middle - reach)),
            max(win, min(1.0, middle + reach)),
            _error(shares),
            float(behind.mean()),
            Z95 * _error(behind),
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
    *,
    seed: int = 1,
    progress: Progress = lambda done: None,
) -> Rollouts:
    """Play out `games` games from every answer of the seat. The bots sit in seat order."""
    if game.over:
        raise Illegal("game_over", "the game is over: there is nothing to play out")
    if seat not in game.seats:
        raise Illegal("no_such_seat", no_such_seat(game, seat), seat=seat)
    if len(bots) != len(game.seats):
        message = f"{len(bots)} bots: {len(game.seats)} are needed, one per seat"
        raise Unreadable("bad_players", message)
    if not MIN_GAMES <= games <= MAX_GAMES:
        message = f"{games} games: a rollout has {MIN_GAMES} to {MAX_GAMES:,}"
        raise Unreadable("bad_games", message)
    moves: tuple[Move | None, ...] = legal_moves(game, seat) or (None,)
    specs = [compiled_spec_of(bot, game.variants, len(bots)) for bot in bots]
    compiled_specs = [spec for spec in specs if spec is not None]
    compiled = JIT and game.cards is None and len(compiled_specs) == len(bots)
    _prepare(bots, game)
    leaves = Leaves(seat, bots)
    computed = leaves.answers(game, moves)
    open_moves = [move for move, share in zip(moves, computed, strict=True) if share is None]
    worths = np.empty((games, len(moves)))
    for k, share in enumerate(computed):
        worths[:, k] = np.nan if share is None else share
    if open_moves:
        if compiled:
            parts = _in_kernel(
                game, leaves, open_moves, bots, compiled_specs, games=games, seed=seed
            )
        else:
            parts = _in_core(game, leaves, open_moves, bots, games=games, seed=seed)
        played = [k for k, share in enumerate(computed) if share is None]
        finished = 0
        for part in parts:
            worths[finished : finished + len(part), played] = part
            finished += len(part)
            progress(finished)
    exact = tuple(share is not None for share in computed)
    if len(bots) == 1:
        return Rollouts(seat, moves, np.ones_like(worths), compiled, worths, exact)
    return Rollouts(seat, moves, worths, compiled, exact=exact)


def _in_core(
    game: Game,
    leaves: Leaves,
    moves: Sequence[Move | None],
    bots: Sequence[Bot],
    *,
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
    specs: Sequence[CompiledSpec],
    *,
    games: int,
    seed: int,
) -> Iterator[Shares]:
    evaluators, seat = compile_evaluators(game.variants, specs), leaves.seat
    chances = [GameChance(seed, number) for number in range(games)]
    turns = _turns(game, seat, moves, bots, chances[0])
    if any(turn.draws for turn in turns):
        yield _outcomes(evaluators, turns, leaves, chances[:1])
        for chance in chances[1:]:
            turns = _turns(game, seat, moves, bots, chance)
            yield _outcomes(evaluators, turns, leaves, [chance])
    else:
        for start in range(0, games, CHUNK):
            yield _outcomes(evaluators, turns, leaves, chances[start : start + CHUNK])


def _outcomes(
    evaluators: EvaluatorArrays,
    turns: Sequence[Playing],
    leaves: Leaves,
    chances: Sequence[GameChance],
) -> Shares:
    """[game, current turn] the seat's result after playing out the games from there."""
    shares, seat = np.empty((len(chances), len(turns))), leaves.seat
    exact = [leaves.share(turn.game) for turn in turns]
    going = [k for k, share in enumerate(exact) if share is None]
    for k, share in enumerate(exact):
        if share is not None:
            shares[:, k] = share
    if going:
        states = np.array([turns[k].state() for k in going])
        keys = np.array([chance.key for chance in chances])
        seats = np.arange(len(turns[0].bots))
        if len(seats) == 1:
            shares[:, going] = noted_ends(evaluators, states, seat, keys, seats)[:, :, TOTALS]
        else:
            later = outcomes(evaluators, states, seat, keys, seats)
            shares[:, going] = (
                np.round(SHARED * later) / SHARED
            )  # removes the small value of a lead
    return shares


def _turns(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], chance: GameChance
) -> list[Playing]:
    """The current turn after every answer, played until the next roll."""
    turns = _tried(game, seat, moves, bots, chance)
    for turn in turns:
        turn.play_on(one_turn=True)
    return turns


def _tried(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], chance: GameChance
) -> list[Playing]:
    """One game per answer of the seat, with the same random numbers and the same other answers."""
    playing = Playing(game, seat, bots, chance)
    if moves[0] is not None:
        playing.let_others_answer(seat)
    return [playing.after(seat, move) for move in moves]


def _prepare(bots: Sequence[Bot], game: Game) -> None:
    """Prepare the bots, so that no state of other games is left."""
    if game.cards is None:
        prepare_bots(bots, game.variants)
