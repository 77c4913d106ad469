"""Rollouts: a position played on to the end, many times, by any bots.

Every answer of a seat is tried in every game. All of them meet the same dice, turn by turn, so that
much of the luck cancels when two answers are compared.

Where all bots have a compiled twin, only the turn under way is played in the readable core, and the
turns after it in compiled code. Twins of the champion do without its exact ends.
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
from rowlock.bots.compiled.rest_of_game import outcomes
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, legal_moves, play, result, roll
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.errors import Illegal, Unreadable
from rowlock.kernel.adapt import state_of
from rowlock.kernel.jit import JIT
from rowlock.kernel.stream import GameChance

Shares = NDArray[np.float64]
Progress = Callable[[int], None]

TURNS = 64
"""Ways in which the turn under way is played by bots that err; each goes on in many games."""
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


class Rollouts(Struct, frozen=True):
    """What the answers of a seat won."""

    seat: int
    moves: tuple[Move | None, ...]
    """Every answer of the seat; only None where it owes none."""
    shares: Shares
    """[game, answer] its share of the win."""
    compiled: bool
    """Whether the games were played in compiled code."""

    def ranked(self) -> list[Rolled]:
        """The answers, the best first."""
        means = self.shares.mean(axis=0)
        first = int(np.argmax(means))
        return [self._rolled(k, first) for k in np.argsort(-means, kind="stable")]

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
    shares = list[Shares]()
    for part in parts:
        shares.append(part)
        progress(sum(map(len, shares)))
    return Rollouts(seat, moves, np.concatenate(shares), compiled)


def _in_core(
    game: Game, seat: int, moves: Sequence[Move | None], bots: Sequence[Bot], games: int, seed: int
) -> Iterator[Shares]:
    for number in range(games):
        ends = (_played(game, seat, move, bots, GameChance(seed, number)) for move in moves)
        yield np.array([[share_of(end, seat) for end in ends]])


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
    certain = not any(twin.noise or twin.kind == "random" for twin in twins)
    turns = 1 if certain else min(TURNS, games)
    for first in range(turns):
        chance = GameChance(seed, first)
        ends = [_played(game, seat, move, bots, chance, one_turn=True) for move in moves]
        keys = [GameChance(seed, number).key for number in range(first, games, turns)]
        for start in range(0, len(keys), CHUNK):
            yield _outcomes(judges, ends, seat, np.array(keys[start : start + CHUNK]))


def _outcomes(judges: Judges, ends: list[Game], seat: int, keys: NDArray[np.int64]) -> Shares:
    """[key, end of the turn] the seat's share, the games played on from there."""
    shares = np.empty((len(keys), len(ends)))
    going = [k for k, end in enumerate(ends) if not end.over]
    for k, end in enumerate(ends):
        if end.over:
            shares[:, k] = share_of(end, seat)
    if going:
        states = np.array([state_of(ends[k]) for k in going])
        seats = np.arange(len(ends[0].seats))
        later = outcomes(judges, states, seat, keys, seats)
        shares[:, going] = np.round(SHARED * later) / SHARED  # without what a lead counts there
    return shares


def _played(
    game: Game,
    seat: int,
    move: Move | None,
    bots: Sequence[Bot],
    chance: GameChance,
    *,
    one_turn: bool = False,
) -> Game:
    """The game after this answer, played by the bots to its end or to the next roll."""
    rngs = [chance.bot(each) for each in game.seats]
    shuffles = chance.shuffles()
    if game.cards is None:
        prepare_bots(bots, game.variant)
    if move is not None:
        game = play(game, seat, move).state
    while not game.over:
        if game.stage == "roll":
            if one_turn:
                break
            game = roll(game, chance.roll(game)).state
        elif game.stage == "deal":
            game = deal(game, shuffled_cards(game, shuffles)).state
        else:
            asked = deciders(game)[0]
            answer = bots[asked].choose(view(game, asked), rngs[asked])
            game = play(game, asked, answer).state
    return game


def share_of(game: Game, seat: int) -> float:
    """A seat's share of the win: equal totals share it (C-14)."""
    winners = result(game).winners
    return 1 / len(winners) if seat in winners else 0.0
