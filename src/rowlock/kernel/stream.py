"""The kernel's random numbers in plain Python, for games played with the core.

Equal seeds and game numbers give the same dice and the same draws of bots as in the kernel.
`rng.py` defines the addresses of draws and must stay in agreement with this file.

>>> from rowlock import new_game
>>> chance = GameChance(seed=1, game=0)
>>> game = new_game("classic", ["Ann", "Ben"], first=chance.first(players=2))
>>> str(chance.roll(game))
'41 2634'
"""

from __future__ import annotations

import random

from rowlock.core.state import Game, Roll
from rowlock.variants.variant import ROWS

_MASK = 2**64 - 1
_LOW_HALF = 2**32 - 1
_GAMMA = 0x9E3779B97F4A7C15
_LANE_DICE = 0
_LANE_BOTS = 1
_LANE_FIRST = 6
_LANE_SHUFFLES = 7


def _mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


def game_key(seed: int, game: int) -> int:
    """The key of a game, 63 bits."""
    start = _mix(seed + _GAMMA & _MASK)
    return _mix(start + _GAMMA * (game + 1) & _MASK) >> 1


def word(key: int, lane: int, n: int) -> int:
    """The draw at an address, 64 bits."""
    return _mix(key + _GAMMA * (8 * n + lane) & _MASK)


class GameChance:
    """Random numbers of one game. The dice do not depend on what bots do."""

    def __init__(self, seed: int, game: int) -> None:
        self.key = game_key(seed, game)

    def first(self, players: int) -> int:
        """The seat that begins (C-04)."""
        n = 0
        while True:
            product = (word(self.key, _LANE_FIRST, n) >> 32) * players
            if product & _LOW_HALF >= 2**32 % players:
                return product >> 32
            n += 1

    def dice(self, sides: int, turn: int) -> tuple[int, ...]:
        """All six dice of a turn: white, white, red, yellow, green, blue."""
        n = turn
        while True:
            both = word(self.key, _LANE_DICE, n)
            upper, upper_rest = _three_dice(both >> 32, sides)
            lower, lower_rest = _three_dice(both & _LOW_HALF, sides)
            if min(upper_rest, lower_rest) >= 2**32 % sides**3:
                return upper + lower
            n += 2**32

    def roll(self, game: Game) -> Roll:
        """The next roll of this game, without removed dice (C-05)."""
        dice = self.dice(game.sides, game.turn)
        colours = (None if game.closed >> row & 1 else dice[2 + row] for row in ROWS)
        return Roll((dice[0], dice[1]), tuple(colours))

    def bot(self, seat: int) -> BotRandom:
        """A new generator for the bot in this seat."""
        return BotRandom(self.key, _LANE_BOTS + seat)

    def shuffles(self) -> BotRandom:
        """A new generator for the shuffles of the card game."""
        return BotRandom(self.key, _LANE_SHUFFLES)


def _three_dice(half: int, sides: int) -> tuple[tuple[int, ...], int]:
    """Three dice from 32 bits, and the remainder that decides whether the roll is rejected."""
    dice = []
    for _ in range(3):
        half *= sides
        dice.append((half >> 32) + 1)
        half &= _LOW_HALF
    return tuple(dice), half


class BotRandom(random.Random):
    """A `random.Random` that draws the same numbers as a seat's bot in the kernel.

    `randrange(n)` with n up to 2**32 takes one draw (rarely two), and none for n = 1.
    """

    def __init__(self, key: int = 0, lane: int = _LANE_BOTS) -> None:
        super().__init__(0)
        self.key = key
        self.lane = lane
        self.draws = 0

    def _word(self) -> int:
        self.draws += 1
        return word(self.key, self.lane, self.draws - 1)

    def random(self) -> float:
        return (self._word() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        bits = 0
        for _ in range(-(-k // 64)):
            bits = bits << 64 | self._word()
        return bits >> -k % 64

    def _randbelow(self, n: int) -> int:
        # `randrange`, `choice`, `shuffle` and `sample` of the base class call this.
        if n == 1:
            return 0
        while n <= 2**32:
            product = (self._word() >> 32) * n
            if product & _LOW_HALF >= 2**32 % n:
                return product >> 32
        bits = n.bit_length()
        while (drawn := self.getrandbits(bits)) >= n:
            pass
        return drawn

    def seed(self, a: object = None, version: int = 2) -> None:
        """Do nothing: draws depend only on their address. (The base class calls this.)"""
        self.gauss_next = None

    def getstate(self) -> tuple[int, int, int]:
        return self.key, self.lane, self.draws

    def setstate(self, state: tuple[int, ...]) -> None:
        self.key, self.lane, self.draws = state
