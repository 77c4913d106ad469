"""Turns in the readable core, for the checks: all possible ones, and those that bots play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace
from positions import columns

from rowlock.core.bot import Bot
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll
from rowlock.core.view import view
from rowlock.variants import Variant

Seen: TypeAlias = tuple[tuple[Sheet, ...], int, bool]
"""Sheets, closed rows, whether the game is over."""


def core_game(variant: Variant, position: Sequence[int], players: int) -> Game:
    """The game before a roll, from a row in the layout of `positions.py`."""
    at, seats = columns(players), range(players)
    numbers = position[at.lucky]
    lucky = [variant.lucky_pairs[k] for k in numbers] if variant.lucky_pairs else None
    names = [f"P{k}" for k in seats]
    game = new_game(variant, names, first=position[at.following], lucky=lucky)
    rows, penalties, bars = position[at.rows], position[at.penalties], position[at.bars]
    sheets = tuple(Sheet(tuple(rows[4 * q : 4 * q + 4]), penalties[q], bars[q]) for q in seats)
    return replace(game, sheets=sheets, closed=position[at.closed])


def rolled(game: Game, dice: Sequence[int]) -> Game:
    """The game after a roll of six dice, without those of closed rows."""
    colours = tuple(None if game.closed >> c & 1 else dice[2 + c] for c in range(4))
    return roll(game, Roll((dice[0], dice[1]), colours)).state


def possible(game: Game) -> set[Seen]:
    """All positions that are possible after this turn."""
    games = [game]
    for seat in game.seats:
        games = [after for g in games for after in (_ends(g, seat) if seat in deciders(g) else [g])]
    done = []
    for g in games:
        done += [g] if g.over or g.turn > game.turn else _ends(g, g.active)
    return {(g.sheets, g.closed, g.over) for g in done}


def _ends(game: Game, seat: int) -> list[Game]:
    """Yield every game after a complete answer of this seat, including its choices."""
    out = []
    for move in legal_moves(game, seat):
        after = play(game, seat, move).state
        choosing = after.answers[seat] is not None and not after.over
        same = choosing and after.turn == game.turn and legal_moves(after, seat)
        out += _ends(after, seat) if same else [after]
    return out


def played(game: Game, bots: Sequence[Bot]) -> Game:
    """The game after these bots have played one turn."""
    rng = random.Random(1)
    while not game.over and game.stage != "roll":
        seat = deciders(game)[0]
        game = play(game, seat, bots[seat].choose(view(game, seat), rng)).state
    return game
