"""Hypothesis strategies for your own tests: sheets, setups and games.

    from hypothesis import given
    from rowlock.testing.strategies import played

    @given(played())
    def test_something_of_every_position(line):
        for game in line.games: ...

An example is only a seed and a player of `rowlock.testing`, so drawing is fast, and a failing
example prints the record that reproduces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec import Struct

from rowlock.core.event import Event
from rowlock.core.game import new_game
from rowlock.core.state import Game
from rowlock.errors import Unreadable
from rowlock.notation.record import Setup, format_record
from rowlock.notation.scribe import Scribe
from rowlock.testing.check import NAMES
from rowlock.testing.players import any_move, small_gaps
from rowlock.testing.playout import Input, enter, next_input, random_setup
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import BUILT_IN, MAX_SEATS, Variant, from_text, load_variant

SEEDS = st.integers(0, 2**32 - 1)
LENGTHS = (10, 0, 1, 5, 20, 30, 40, 60, 80, 100, 150, 500)
"""Numbers of inputs after which a game is stopped; most games end before 150."""


class PlayedGame(Struct, frozen=True):
    """A game up to some point: its inputs, with all states and events."""

    setup: Setup
    inputs: tuple[Input, ...]
    games: tuple[Game, ...]
    """The start, then the state after every input."""
    events: tuple[tuple[Event, ...], ...]
    """The events of every input."""
    record: str

    @property
    def last(self) -> Game:
        return self.games[-1]

    def __repr__(self) -> str:
        return self.record


def own_variants() -> SearchStrategy[Variant]:
    """Custom sheets with random dice, rows, locks, boxes, symbols, double cells and lucky pairs."""
    return SEEDS.map(lambda seed: _own(Random(seed)))


def _own(rng: Random) -> Variant:
    return from_text(own_sheet(rng), "own.toml")


def serves_cards(variant: Variant) -> bool:
    """Whether the sheet has a card game (K-01)."""
    try:
        new_game(variant, ["Ann"], cards=True)
    except Unreadable:
        return False
    return True


def setups(
    variants: Sequence[str] = (*BUILT_IN, "own"),
    seats: Sequence[int] = range(1, MAX_SEATS + 1),
    turns: Sequence[str] = ("dice", "cards"),
) -> SearchStrategy[Setup]:
    """Setups of games: sheet, players, first seat, lucky pairs, cards.

    `"own"` is a random custom sheet. The whole setup follows from one seed, so that all kinds of
    games are equally frequent.
    """
    return SEEDS.map(lambda seed: _setup(Random(seed), variants, seats, turns))


def _setup(
    rng: Random, variants: Sequence[str], seats: Sequence[int], turns: Sequence[str]
) -> Setup:
    name, count, kind = rng.choice(variants), rng.choice(seats), rng.choice(turns)
    variant = _own(rng) if name == "own" else load_variant(name)
    cards = kind == "cards" and serves_cards(variant)
    return random_setup(rng, variant, NAMES[:count], cards=cards)


@st.composite
def played(
    draw: DrawFn, beginnings: SearchStrategy[Setup] | None = None, *, to_the_end: bool = False
) -> PlayedGame:
    """Games up to a random point or to the end, played by `any_move` or `small_gaps`."""
    setup = draw(setups() if beginnings is None else beginnings)
    rng = Random(draw(SEEDS))
    most = None if to_the_end else draw(st.sampled_from(LENGTHS))
    choose = rng.choice([small_gaps, any_move])
    scribe = Scribe(setup)
    games, inputs, events = [scribe.game], list[Input](), list[tuple[Event, ...]]()
    while not scribe.game.over and (most is None or len(inputs) < most):
        given = next_input(scribe.game, rng, choose)
        step = enter(scribe, given)
        inputs.append(given)
        games.append(step.state)
        events.append(step.events)
    text = format_record(scribe.record())
    return PlayedGame(setup, tuple(inputs), tuple(games), tuple(events), text)
