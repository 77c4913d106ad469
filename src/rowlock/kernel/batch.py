"""Batched environment: many games, one decision each per step, in arrays that the caller owns.

    batch = Batch("classic", players=2, games=1024, seed=7)
    view = batch.reset()
    while training:
        batch.step(policy(view.observation, view.mask, view.player))

Each step plays one decision in every game. In action 1 the seats decide one after the other, but an
observation never shows another seat's answer before all are in (C-11), so their decisions are in
effect simultaneous. docs/kernel.md explains every array index by index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import Unreadable
from rowlock.kernel.actions import action_count, action_of, option_of
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import (
    FlatArray,
    entry_point,
    inline,
    noinline,
)
from rowlock.kernel.observe import observation_size, observe
from rowlock.kernel.options import NOT_NEGATIVE, block, legal_options
from rowlock.kernel.play import new_game, to_decision
from rowlock.kernel.seat_tables import compile_variants, seat_tables
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.state import DECIDER, OVER, PHASE, PLAYERS, stride
from rowlock.kernel.turn import after_answer, give_answer
from rowlock.kernel.variant_tables import Ints, Tables, compile_variant
from rowlock.variants.together import for_seats, only_variant
from rowlock.variants.variant import MAX_SEATS, Variant

Reward: TypeAlias = Literal["score", "margin", "win", "points"]

# Indices of the settings array that the compiled functions read.
_SEED = 0
_STRIDE = 1
_GAMES = 2
_PLAYERS = 3
_REWARD = 4
_AUTORESET = 5
_SKIP_FORCED = 6
_ACTIONS = 7
_OBSERVATION = 8
_FINAL = 9
_MIXED = 10
_SETTINGS = 11

ANSWERED = -(2**62)
"""In place of an action: compiled code has already written the answer onto the seat's sheet."""

SCORE = 0
MARGIN = 1
POINTS = 3


@dataclass(frozen=True, eq=False)
class Buffers:
    """Output arrays of a step. Pass your own to use shared or pinned memory."""

    observation: NDArray[np.int8]
    """[game, index] the view of the seat to decide (layout: `observe.py`)."""
    mask: NDArray[np.int8]
    """[game, action] 1 if the action is legal now."""
    player: NDArray[np.int8]
    """[game] the seat to decide."""
    reward: NDArray[np.float32]
    """[game, seat] 0 until the game ends with this step."""
    done: NDArray[np.bool_]
    """[game] whether the game ended with this step."""
    score: NDArray[np.int32]
    """[game, seat] final scores of the last finished game of each slot."""
    illegal: NDArray[np.bool_]
    """[game] whether the action of this step was illegal and replaced."""
    final: NDArray[np.int8] | None = None
    """[game, seat, index] each seat's view of the end of the last finished game; None unless an
    array is passed for it."""


def make_buffers(
    variant: Variant | str | Sequence[Variant], players: int, games: int, *, final: bool = False
) -> Buffers:
    """Allocate arrays of the right shapes, for one sheet or a list with each seat's."""
    tables = [compile_variant(each) for each in for_seats(variant, players)]
    size = observation_size(tables, players)
    return Buffers(
        observation=np.zeros((games, size), np.int8),
        mask=np.zeros((games, action_count(max(each.cells for each in tables))), np.int8),
        player=np.zeros(games, np.int8),
        reward=np.zeros((games, players), np.float32),
        done=np.zeros(games, np.bool_),
        score=np.zeros((games, players), np.int32),
        illegal=np.zeros(games, np.bool_),
        final=np.zeros((games, players, size), np.int8) if final else None,
    )


class Batch:
    """Plays `games` games in parallel. Slot i plays games i, i + games, i + 2 * games ... of a
    seed.

    - `variant`: the sheet of all seats, or a list with one for each.
    - `reward`: "score" is your final score; "margin" that minus the best other score (in a solo
      game your score); "win" 1 for winning alone, 0 for a shared win, -1 otherwise; "points" the
      points that the step added to your total, in sum the final score.
    - `autoreset`: when a game finishes, the slot starts its next game in the same step. Without it
      a finished slot keeps its state, with `done` set and only "nothing" legal.
    - `skip_forced`: skip decisions with a single legal action, except the first one of a game.

    >>> import numpy, rowlock
    >>> batch = rowlock.Batch("classic", players=2, games=1024, seed=7)
    >>> seen = batch.reset()
    >>> seen.observation.shape, seen.mask.shape
    ((1024, 150), (1024, 53))
    >>> seen = batch.step(numpy.argmax(seen.mask, axis=1))  # the first legal action of each game
    """

    def __init__(
        self,
        variant: Variant | str | Sequence[Variant],
        players: int,
        games: int,
        *,
        seed: int = 0,
        reward: Reward = "score",
        autoreset: bool = True,
        skip_forced: bool = False,
        buffers: Buffers | None = None,
    ) -> None:
        if not 1 <= players <= MAX_SEATS:
            raise Unreadable("bad_players", f"{players} players: a game has one to five")  # C-01
        if games < 1:
            raise Unreadable("bad_games", f"{games} games: a batch needs at least one")
        if reward not in get_args(Reward):
            raise Unreadable(
                "bad_reward", f"{reward!r} is not a reward (expected {', '.join(get_args(Reward))})"
            )
        self.variants = for_seats(variant, players)
        self._tables = compile_variants(self.variants)
        self.players = players
        self.games = games
        self.buffers = buffers or make_buffers(self.variants, players, games)
        keeps_final = self.buffers.final is not None
        self._flat = _flattened(
            self.buffers, make_buffers(self.variants, players, games, final=keeps_final)
        )
        self.state: Ints = np.zeros(games * stride(players), np.int64)
        self.number: Ints = np.zeros(games, np.int64)
        """The number of the game in each slot."""
        self._options: Ints = np.zeros(games, np.int64)
        self._settings = np.zeros(_SETTINGS, np.int64)
        self._settings[_SEED] = signed(seed)
        self._settings[_STRIDE] = stride(players)
        self._settings[_GAMES] = games
        self._settings[_PLAYERS] = players
        self._settings[_REWARD] = get_args(Reward).index(reward)
        self._settings[_AUTORESET] = autoreset
        self._settings[_SKIP_FORCED] = skip_forced
        self._settings[_ACTIONS] = self.buffers.mask.shape[1]
        self._settings[_OBSERVATION] = self.buffers.observation.shape[1]
        self._settings[_FINAL] = keeps_final
        self._settings[_MIXED] = self._tables.ndim == 2
        self._actions = np.full(games, -1, np.int64)
        self._everywhere = np.ones(games, np.bool_)

    @property
    def variant(self) -> Variant:
        """The sheet of all seats. Refuses a batch whose seats have different ones."""
        return only_variant(self.variants)

    @property
    def tables(self) -> Tables:
        """The kernel's tables of that sheet."""
        return compile_variant(self.variant)

    @property
    def flat_tables(self) -> Ints:
        """The tables that compiled functions read (`seat_tables.py`)."""
        return self._tables

    @property
    def action_count(self) -> int:
        """Number of actions, legal or not."""
        return int(self._settings[_ACTIONS])

    def reset(self, first: int = 0, *, seed: int | None = None) -> Buffers:
        """Restart: slot i plays game `first + i`, with another seed if one is passed.

        Returns the buffers, with every game at its first decision.
        """
        if seed is not None:
            self._settings[_SEED] = signed(seed)
        self.number[:] = np.arange(first, first + self.games)
        self.state[:] = 0  # 0 players: each slot starts a new game
        return self._step(self._actions, self._everywhere)

    def begin_next(self, where: NDArray[np.bool_]) -> Buffers:
        """Abort the games that `where` selects and start the next game of their slots.

        The buffers of the other games stay unchanged.
        """
        check_array("the array where", where, self._everywhere)
        self.number[where] += self.games
        self.state.reshape(self.games, -1)[where] = 0  # as in `reset`
        return self._step(self._actions, where)

    def renew(self, *, keep: bool = False) -> None:
        """Allocate new observation and mask arrays, so that callers may keep the previous ones.

        This is cheaper than copying. The new arrays are undefined until the next step, which must
        include every game; with `keep` the previous contents are copied into them.
        """
        old = self.buffers
        fresh = np.ndarray.copy if keep else np.empty_like
        observation, mask = fresh(old.observation), fresh(old.mask)
        self.buffers = Buffers(
            observation,
            mask,
            old.player,
            old.reward,
            old.done,
            old.score,
            old.illegal,
            old.final,
        )
        self._flat = (observation.reshape(-1), mask.reshape(-1), *self._flat[2:])

    def step(self, actions: NDArray[Any], where: NDArray[np.bool_] | None = None) -> Buffers:
        """Play one decision in every game. An illegal action is replaced by the lowest legal one.

        `where` restricts the step to some games; the buffers of the others stay unchanged. Numbers
        outside the action space are refused.
        """
        if where is not None:  # compiled code does not check bounds
            check_array("the array where", where, self._everywhere)
        check_actions(actions, self.games, self.action_count, where)
        return self.step_unchecked(actions, where)

    def step_unchecked(self, actions: Any, where: NDArray[np.bool_] | None = None) -> Buffers:
        """The same for actions that come from compiled code, or `ANSWERED`."""
        self._actions[:] = actions
        return self._step(self._actions, self._everywhere if where is None else where)

    def _step(self, actions: Ints, where: NDArray[np.bool_]) -> Buffers:
        step_games(
            self._tables,
            self.state,
            self._settings,
            self.number,
            self._options,
            actions,
            where,
            *self._flat,
        )
        return self.buffers


def signed(seed: int) -> int:
    """Any seed as a signed 64-bit integer with the same bits."""
    return (seed + 2**63) % 2**64 - 2**63


def _flattened(given: Buffers, wanted: Buffers) -> tuple[NDArray[Any], ...]:
    """The buffers as flat views, after checking shape, type and memory order."""
    arrays = {name: model for name, model in vars(wanted).items() if model is not None}
    for name, model in arrays.items():
        check_array(f"the buffer {name}", getattr(given, name), model)
    flat = tuple(getattr(given, name).reshape(-1) for name in arrays)
    return flat if "final" in arrays else (*flat, np.zeros(0, np.int8))


def check_array(name: str, array: Any, model: NDArray[Any]) -> None:
    """Refuse an array into which compiled code could not write as if it were `model`."""
    if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (
        model.shape,
        model.dtype,
    ):
        raise Unreadable("bad_buffer", f"{name} must be {model.dtype} of shape {model.shape}")
    if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
        message = f"{name} must be contiguous (C order) and writable"
        raise Unreadable("bad_buffer", message)


def check_actions(
    actions: Any, games: int, count: int, where: NDArray[np.bool_] | None = None
) -> None:
    """Refuse everything but one integer in 0 .. count - 1 per game."""
    given = np.asarray(actions)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        what = f"{given.dtype} of shape {given.shape}"
        message = f"the actions are {what} (expected integers of shape {(games,)})"
        raise Unreadable("bad_action", message)
    wrong = (given < 0) | (given >= count)
    if where is not None:
        wrong &= where
    if wrong.any():
        raise Unreadable("bad_action", no_action(given[wrong][0], count))


def no_action(action: object, count: int) -> str:
    """The error message for a number outside the action space."""
    return f"{action} is not an action (expected 0 to {count - 1})"


@entry_point
def step_games(
    t: FlatArray,
    s: FlatArray,
    settings: FlatArray,
    number: FlatArray,
    options: FlatArray,
    actions: FlatArray,
    where: FlatArray,
    observation: FlatArray,
    mask: FlatArray,
    player: FlatArray,
    reward: FlatArray,
    done: FlatArray,
    scores: FlatArray,
    illegal: FlatArray,
    final: FlatArray,
) -> None:
    """For each game: play the action, end or restart the game, roll, and write the observation."""
    seats = settings[_PLAYERS]
    size = settings[_OBSERVATION]
    by_points = settings[_REWARD] == POINTS
    for game in range(settings[_GAMES]):
        if not where[game]:
            continue
        o = game * settings[_STRIDE] & NOT_NEGATIVE
        done[game] = False
        illegal[game] = False
        for seat in range(seats):
            reward[game * seats + seat] = 0
        begins = s[o + PLAYERS] == 0
        if by_points and not begins and s[o + PHASE] != OVER:
            for seat in range(seats):
                reward[game * seats + seat] = -score(seat_tables(t, seat), s, block(o, seat))
        option = 0
        answered = not begins and actions[game] == ANSWERED
        if not begins and not answered:
            option = option_of(t, s, o, options[game], actions[game])
            if option < 0:
                illegal[game] = True
                option = lowest(options[game])
        asked_first = begins
        legal = 1
        while True:
            if begins:
                new_game(t, s, o, seats, settings[_SEED], number[game])
                begins = False
            elif s[o + PHASE] == OVER:  # a finished game without autoreset
                done[game] = True
                break
            else:
                if not answered:
                    give_answer(t, s, o, option)
                answered = False
                after_answer(t, s, o)
            to_decision(t, s, o)
            if s[o + PHASE] != OVER:
                legal = legal_options(t, s, o)
                if asked_first or not settings[_SKIP_FORCED] or legal.bit_count() > 1:
                    break
                option = lowest(legal)
            else:
                done[game] = True
                for seat in range(seats):
                    own = seat_tables(t, seat)
                    scores[game * seats + seat] = score(own, s, block(o, seat))
                give_reward(settings[_REWARD], seats, scores, reward, game * seats)
                if settings[_FINAL]:
                    observe_end(t, s, o, final, game * seats * size, size)
                if not settings[_AUTORESET]:
                    break
                number[game] += settings[_GAMES]
                begins = asked_first = True
        if by_points and not done[game]:
            for seat in range(seats):
                reward[game * seats + seat] += score(seat_tables(t, seat), s, block(o, seat))
        options[game] = legal
        player[game] = s[o + DECIDER]
        write_mask(t, s, o, legal, mask, game * settings[_ACTIONS], settings[_ACTIONS])
        if settings[_MIXED]:
            clear(observation, game * size, size)
        observe(t, s, o, observation, game * size & NOT_NEGATIVE)


@noinline
def clear(out: FlatArray, place: int, size: int) -> None:
    """Write zeros: if seats have different sheets, some observations are shorter than others."""
    for k in range(size):
        out[place + k] = 0


@noinline
def observe_end(
    t: FlatArray, s: FlatArray, o: int, final: FlatArray, place: int, size: int
) -> None:
    """Write each seat's view of the end of a game."""
    decider = s[o + DECIDER]
    for seat in range(s[o + PLAYERS]):
        s[o + DECIDER] = seat
        clear(final, place, size)
        observe(t, s, o, final, place & NOT_NEGATIVE)
        place += size
    s[o + DECIDER] = decider


@inline
def write_mask(
    t: FlatArray, s: FlatArray, o: int, legal: int, mask: FlatArray, place: int, actions: int
) -> None:
    place &= NOT_NEGATIVE
    for action in range(actions):
        mask[place + action] = 0
    while legal:
        mask[place + (action_of(t, s, o, lowest(legal)) & 127)] = 1
        legal &= legal - 1


@inline
def give_reward(kind: int, seats: int, scores: FlatArray, reward: FlatArray, place: int) -> None:
    """Write the reward of each seat at the end of a game (see `Batch`)."""
    for seat in range(seats):
        own = scores[place + seat]
        others = 0 if seats == 1 else scores[place + (1 if seat == 0 else 0)]
        for other in range(seats):
            if other != seat:
                others = max(others, scores[place + other])
        if kind == SCORE:
            reward[place + seat] = own
        elif kind == POINTS:
            reward[place + seat] += own
        elif kind == MARGIN:
            reward[place + seat] = own - others
        elif seats == 1:
            reward[place + seat] = 1
        else:
            reward[place + seat] = (own > others) * 1 - (own < others) * 1
