"""Checks a custom sheet: plays many games on it, tests every law, and returns a short report."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from rowlock.core.cards import deck
from rowlock.core.event import Crossed, Event
from rowlock.core.game import result
from rowlock.core.state import format_position
from rowlock.notation.read import parse_record
from rowlock.notation.record import Setup, format_record
from rowlock.notation.replay import replay
from rowlock.notation.scribe import Scribe
from rowlock.testing.laws import LawBroken, check_step, most_turns, tally
from rowlock.testing.players import Choose, any_move, small_gaps
from rowlock.testing.playout import enter, next_input
from rowlock.variants.variant import MAX_SEATS, Variant

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class VariantReport(Struct, frozen=True):
    """Statistics of the games on a sheet."""

    games: int
    turns: float
    """Mean number of turns per game."""
    total: float
    """Mean final score of a player."""
    ended: dict[str, int]
    """Number of games by the reason for their end."""
    never_crossed: tuple[str, ...]
    """Cells crossed in no game; a good sheet has none after a few hundred games."""


def check_variant(
    variant: Variant, games: int = 200, seed: int = 1, *, cards: bool = False
) -> VariantReport:
    """Play a sheet with one to five players and test every law after every step.

    Half of the games are random, half are played by `small_gaps`, so that rows get closed.
    Raises `LawBroken` with the position if a law does not hold.
    """
    ended: dict[str, int] = {"two_rows_closed": 0, "four_penalties": 0}
    crossed: set[str] = set()
    turns: list[int] = []
    totals: list[int] = []
    for number in range(games):
        rng = Random(f"{seed} {number}")
        choose = any_move if number % 2 else small_gaps
        scribe, events = _checked_game(_setup(variant, number, rng, cards=cards), rng, choose)
        turns.append(scribe.game.turn)
        totals += result(scribe.game).totals
        ended[str(scribe.game.reason)] += 1
        crossed |= {event.cell for event in events if isinstance(event, Crossed)}
    never = tuple(cell.name for cell in variant.cells if cell.name not in crossed)
    return VariantReport(games, sum(turns) / games, sum(totals) / len(totals), ended, never)


def _setup(variant: Variant, number: int, rng: Random, *, cards: bool) -> Setup:
    """The setup of a game: one to five players by number; first seat and lucky pairs are random."""
    seats = number % MAX_SEATS + 1
    jokers = cards and rng.random() < 0.5
    order = list(deck(jokers=jokers))
    rng.shuffle(order)
    pairs = rng.sample(variant.lucky_pairs, seats) if variant.lucky_pairs else None
    return Setup(
        variant=variant,
        names=NAMES[:seats],
        first=rng.randrange(seats),
        lucky=None if pairs is None else tuple(pairs),
        deck=tuple(order) if cards else None,
        jokers=jokers,
    )


def _checked_game(setup: Setup, rng: Random, choose: Choose) -> tuple[Scribe, list[Event]]:
    scribe = Scribe(setup)
    events: list[Event] = []
    limit = most_turns(setup.variant, len(setup.names))
    while not scribe.game.over:
        before = scribe.game
        step = enter(scribe, next_input(before, rng, choose))
        check_step(before, step)
        events += step.events
        if step.state.turn > limit:
            raise LawBroken(f"more than {limit} turns, the maximum: {format_position(step.state)}")
    _check_end(scribe, events)
    return scribe, events


def _check_end(scribe: Scribe, events: list[Event]) -> None:
    """Check that the totals follow from the events and that the record replays to the same game."""
    variant, game = scribe.setup.variant, scribe.game
    counted = tuple(t.total(variant) for t in tally(variant, len(game.names), events))
    if counted != result(game).totals:
        raise LawBroken(
            f"the events add up to {counted}, unlike the totals of {format_position(game)}"
        )
    record = scribe.record()
    if replay(parse_record(format_record(record), {variant.id: variant})) != game:
        raise LawBroken(f"the record does not replay to its game:\n{format_record(record)}")
