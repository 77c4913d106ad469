"""Checks a custom bot: plays games on every sheet with every number of players, and detects
cheating.

    from rowlock.testing import check_bot
    check_bot(MyBot())

Every decision is requested a second time, in a game that differs only in what the seat cannot see:
the hidden answers of others and, in the card game, unknown colours. The second request goes to a
copy of the bot that plays this seat only, so it cannot remember its answers in other seats. Both
answers must be equal, because the view and the random numbers are.
"""

from __future__ import annotations

import random
import time
from copy import deepcopy

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.chance import random_roll, shuffled_cards
from rowlock.core.game import deal, deciders, legal_moves, new_game, play, roll
from rowlock.core.move import Move
from rowlock.core.state import Game, format_position
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.variants import BUILT_IN, Variant, load_variant
from rowlock.variants.variant import MAX_SEATS

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TRIES = 3
"""Attempts at a slow decision before it counts as a fault of the bot."""


class BotFault(AssertionError):
    """A fault of a bot; the message ends with the position."""


class BotReport(Struct, frozen=True):
    """Statistics of a bot's games."""

    games: int
    decisions: int
    slowest_ms: float
    """Wall-clock time of the longest decision in milliseconds."""
    tables: tuple[str, ...]
    """The combinations played, such as `classic 2` or `mixx_a cards 3`."""


def check_bot(
    bot: Bot,
    variants: tuple[Variant, ...] | None = None,
    *,
    games: int = 1,
    seed: int = 1,
    slow_ms: float = 500.0,
    cards: bool = True,
) -> BotReport:
    """Play `games` games for every combination of sheet, number of players, and dice or cards.

    Raises `BotFault` if the bot plays an illegal move, raises an exception, takes longer than
    `slow_ms` (several times, because the machine may be busy), changes its view, or gives an answer
    that depends on anything but the view and the random generator.
    """
    if variants is None:
        variants = tuple(dict.fromkeys(load_variant(name) for name in BUILT_IN))
    check = _Check(bot, slow_ms)
    tables = []
    for variant in variants:
        for with_cards in (False, True) if cards else (False,):
            for seats in range(1, MAX_SEATS + 1):
                try:
                    game = new_game(variant, NAMES[:seats], cards=with_cards)
                except Unreadable:
                    break  # the sheet has no card game (K-01)
                tables.append(f"{variant.id} {'cards ' if with_cards else ''}{seats}")
                for number in range(games):
                    check.play(game, random.Random(f"{seed} {tables[-1]} {number}"))
    return BotReport(len(tables) * games, check.decisions, check.slowest_ms, tuple(tables))


class _Check:
    def __init__(self, bot: Bot, slow_ms: float) -> None:
        self.bot, self.slow_ms = bot, slow_ms
        self.fresh = deepcopy(bot)
        self.twins: list[Bot] = []
        self.decisions, self.slowest_ms = 0, 0.0

    def play(self, game: Game, rng: random.Random) -> None:
        """Play a game with the bot in every seat, and a separate copy of it per seat."""
        self.twins = [deepcopy(self.fresh) for _ in game.seats]
        if game.cards is None:
            prepare_bots([self.bot] * len(game.seats), game.variants)
        while not game.over:
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
            elif game.stage == "deal":
                game = deal(game, shuffled_cards(game, rng)).state
            else:
                seat = rng.choice(deciders(game))
                game = play(game, seat, self.decide(game, seat, rng)).state

    def decide(self, game: Game, seat: int, rng: random.Random) -> Move:
        key = rng.random()
        move = self.ask(self.bot, game, seat, key)
        if move not in legal_moves(game, seat):
            raise BotFault(f"{move} is not legal for seat {seat + 1}: {format_position(game)}")
        other = _other_world(game, seat, rng)
        again = self.ask(self.twins[seat], other, seat, key)
        if again != move:
            raise BotFault(
                f"seat {seat + 1} answers {move} and {again} for the same view and random numbers, "
                f"so it depends on something else: {format_position(game)}"
            )
        return move

    def ask(self, bot: Bot, game: Game, seat: int, key: float) -> Move:
        self.decisions += 1
        move, took = self.timed(bot, game, seat, key)
        for _ in range(TRIES - 1):
            if took > self.slow_ms:
                took = min(took, self.timed(bot, game, seat, key)[1])
        self.slowest_ms = max(self.slowest_ms, took)
        if took > self.slow_ms:
            raise BotFault(
                f"a decision took {took:.0f} ms (expected at most {self.slow_ms:.0f}): "
                f"{format_position(game)}"
            )
        return move

    def timed(self, bot: Bot, game: Game, seat: int, key: float) -> tuple[Move, float]:
        seen = view(game, seat)
        before = repr(seen)
        began = time.perf_counter()
        try:
            move = bot.choose(seen, random.Random(key))
        except Exception as error:
            place = f"seat {seat + 1} of {format_position(game)}"
            raise BotFault(f"{type(error).__name__} ({error}) in choose() for {place}") from error
        took = 1000 * (time.perf_counter() - began)
        if repr(seen) != before:
            raise BotFault(f"the bot changed its view of {format_position(game)}")
        return move, took


def _other_world(game: Game, seat: int, rng: random.Random) -> Game:
    """A different game that looks the same from this seat.

    Hidden answers of other seats are replaced; unseen cards with equal numbers swap colours.
    """
    answers = list(game.answers)
    bare = replace(game, answers=(None,) * len(answers))
    if game.stage == "action1":
        for other in game.seats:
            answer = answers[other]
            if other != seat and answer is not None and answer.is_complete:
                moves = legal_moves(bare, other)
                possible = [play(bare, other, move).state.answers[other] for move in moves]
                complete = [a for a in possible if a is not None and a.is_complete]
                answers[other] = rng.choice(complete) if complete else answer
    world = replace(game, answers=tuple(answers))
    return _other_colours(world, seat, rng) if world.cards else world


def _other_colours(game: Game, seat: int, rng: random.Random) -> Game:
    table = game.cards
    if table is None:
        return game
    hidden = [card for q, hand in enumerate(table.hands) if q != seat for card in hand]
    hidden += [*table.display, *table.pile]
    pools = {card.number: [c for c in hidden if c.number == card.number] for card in hidden}
    for pool in pools.values():
        rng.shuffle(pool)
    drawn = [pools[card.number].pop() for card in hidden]
    hands = []
    for q, hand in enumerate(table.hands):
        hands.append(hand if q == seat else tuple(drawn.pop(0) for _ in hand))
    display = tuple(drawn.pop(0) for _ in table.display)
    return replace(
        game, cards=replace(table, hands=tuple(hands), display=display, pile=tuple(drawn))
    )
