"""A whole game written out for people: the record, then turn by turn what was possible.

Each turn shows the roll, what every seat could do and did, what happened, and the position
after it on one line. Golden playthroughs are kept as text; whoever changes a rule, a text form
or the order of moves sees in the difference what it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from rowlock import (
    Roll,
    Scribe,
    Setup,
    format_position,
    format_record,
    legal_moves,
    load_variant,
    result,
)
from rowlock.core import event as events
from rowlock.core.cards import deck
from rowlock.testing import Answered, Input, Shuffled, enter, next_input, small_gaps

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Ben", "Cleo")
ROWS = ("red", "yellow", "green", "blue")


class Golden(Struct, frozen=True):
    """Which game is kept."""

    variant: str
    seats: int
    seed: int
    turns: str = "dice"
    """dice, cards or jokers"""

    @property
    def name(self) -> str:
        return self.variant if self.turns == "dice" else f"{self.variant}-{self.turns}"

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


GAMES = (
    Golden("classic", 3, 243),
    Golden("longo", 3, 105),
    Golden("mixx_a", 2, 172),
    Golden("mixx_b", 2, 221),
    Golden("bonus_a", 2, 49),
    Golden("bonus_b", 2, 3),
    Golden("double_a", 2, 0),
    Golden("double_b", 2, 126),
    Golden("connected_steps", 2, 2),
    Golden("connected_chain", 2, 3),
    Golden("x_change", 2, 2),
    Golden("big_points", 2, 9),
    Golden("classic", 2, 223, "cards"),
    Golden("mixx_a", 2, 233, "cards"),
    Golden("mixx_b", 2, 295, "cards"),
    Golden("bonus_a", 2, 219, "cards"),
    Golden("bonus_b", 2, 182, "jokers"),
    Golden("double_b", 2, 229, "cards"),
    Golden("connected_steps", 2, 3, "cards"),
    Golden("connected_chain", 2, 57, "cards"),
)
"""Seeds whose games show much: closed rows, chains, lucky crosses, choices, lapsed crosses."""


def playthrough(golden: Golden) -> str:
    """The text of a golden game."""
    rng = Random(f"golden {golden.seed}")
    scribe = Scribe(_setup(golden, rng))
    turns = "".join(f"{line}\n" for line in _turns(scribe, rng))
    head = f"; {golden.name}, {golden.seats} players. Written by scripts/golden, not by hand."
    return f"{head}\n\n{format_record(scribe.record())}\n{turns}"


def _setup(golden: Golden, rng: Random) -> Setup:
    variant, names = load_variant(golden.variant), NAMES[: golden.seats]
    first = rng.randrange(golden.seats)
    if golden.turns == "dice":
        pairs = variant.lucky_pairs[: golden.seats] or None
        return Setup(variant=variant, names=names, first=first, lucky=pairs)
    order = list(deck(jokers=golden.turns == "jokers"))
    rng.shuffle(order)
    jokers = golden.turns == "jokers"
    return Setup(variant=variant, names=names, first=first, deck=tuple(order), jokers=jokers)


def _turns(scribe: Scribe, rng: Random) -> Iterator[str]:
    yield format_position(scribe.game)
    while not scribe.game.over:
        before = scribe.game
        given = next_input(before, rng, small_gaps)
        if before.stage in ("roll", "take"):
            yield ""
        yield _said(scribe, given)
        step = enter(scribe, given)
        yield from (f"    {tell(event, before.names)}" for event in step.events)
        if step.state.over or step.state.turn > before.turn:
            yield f"= {format_position(step.state)}"
    totals = zip(scribe.game.names, result(scribe.game).totals, strict=True)
    yield ""
    yield ", ".join(f"{name} {total}" for name, total in totals)


def _said(scribe: Scribe, given: Input) -> str:
    game = scribe.game
    match given:
        case Roll():
            return f"{game.turn}. {game.names[game.active]} rolls {given}"
        case Shuffled():
            return f"the new pile is {' '.join(map(str, given.cards))}"
        case Answered():
            name = game.names[given.seat]
            others = [str(m) for m in legal_moves(game, given.seat) if m != given.move]
            instead = f" (or {' '.join(others)})" if others else ""
            turn = f"{game.turn}. " if game.stage == "take" else "  "
            return f"{turn}{game.phase} {name}: {given.move}{instead}"


def tell(event: events.Event, names: tuple[str, ...]) -> str:
    """The event as a sentence."""
    match event:
        case events.Crossed():
            return f"{names[event.seat]} crosses {event.cell} ({event.source})"
        case events.LockCrossed():
            return f"{names[event.seat]} crosses the {ROWS[event.row]} lock"
        case events.BarStruck():
            end = "" if event.used else ", unused"
            return f"{names[event.seat]} strikes square {event.square + 1} of the bar{end}"
        case events.BonusEarned():
            return f"{names[event.seat]} earns the {event.symbol}"
        case events.CrossLapsed():
            return f"{names[event.seat]}: a {ROWS[event.row]} cross lapses"
        case events.RowClosed():
            return f"{ROWS[event.row]} is closed by {', '.join(names[s] for s in event.seats)}"
        case events.DieRemoved():
            return f"the {ROWS[event.colour]} die leaves the game"
        case events.PenaltyTaken():
            return f"{names[event.seat]} takes penalty {event.penalties}"
        case events.CardsPlayed():
            return f"{names[event.seat]} plays {' '.join(event.cards)}"
        case events.GameOver():
            return f"the game is over: {event.reason}"
