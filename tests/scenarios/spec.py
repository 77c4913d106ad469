"""The scenarios of spec/: their format as types, and a driver for any implementation of the rules.

spec/README.md describes the format. An implementation is driven through `Table`; the readable
core's is `core_table.CoreTable`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rowlock import Game, Illegal, deal, load_variant, new_game, parse_sheet
from rowlock.core.cards import parse_card
from rowlock.core.sheet import locked_rows
from rowlock.variants import LuckyPair, Variant

ROOT = Path(__file__).parents[2] / "spec"


class Expect(Struct, forbid_unknown_fields=True):
    """What holds after a step. Seats count from 1; what is not said is not looked at."""

    phase: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    active: int | UnsetType = UNSET
    announced: int | UnsetType = UNSET
    legal: dict[int, list[str]] | UnsetType = UNSET
    """Every seat that owes a decision with all its moves, sorted by code point."""
    offers: dict[int, list[str]] | UnsetType = UNSET
    """Some of the moves that are legal."""
    lacks: dict[int, list[str]] | UnsetType = UNSET
    """Moves that are not legal."""
    sheets: dict[int, str] | UnsetType = UNSET
    closed_rows: list[str] | UnsetType = UNSET
    dice_out: list[str] | UnsetType = UNSET
    bonus: list[int] | UnsetType = UNSET
    totals: list[int] | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    reason: str | UnsetType | None = UNSET
    hands: dict[int, str] | UnsetType = UNSET
    display: str | UnsetType = UNSET


class Refused(Struct, forbid_unknown_fields=True):
    """An input that must be refused and must change nothing."""

    code: str
    roll: str | None = None
    deal: str | None = None
    seat: int = 0
    play: str | None = None


class Step(Struct, forbid_unknown_fields=True):
    why: str = ""
    roll: str | None = None
    deal: str | None = None
    answers: dict[int, str] | None = None
    refused: Refused | None = None
    then: Expect | None = None


class Scenario(Struct, forbid_unknown_fields=True):
    title: str
    rules: list[str]
    why: str
    variant: str
    seats: int
    steps: list[Step]
    turns: Literal["dice", "cards"] = "dice"
    first: int = 1
    lucky: list[str] = []
    sheets: list[str] = []
    deck: str = ""
    jokers: bool = False

    @property
    def names(self) -> list[str]:
        return [f"P{seat}" for seat in range(1, self.seats + 1)]


class State(Struct, frozen=True):
    """What a scenario can ask an implementation. Seats count from 0 here, as in all code."""

    phase: str
    turn: int
    active: int
    announced: int
    legal: dict[int, list[str]]
    """The seats that owe a decision, with their moves sorted by code point."""
    sheets: list[str]
    closed_rows: list[str]
    dice_out: list[str]
    bonus: list[int]
    totals: list[int]
    winners: list[int]
    reason: str | None
    hands: list[str] = []
    display: str = ""


class Table(Protocol):
    """An implementation of the rules in the middle of a game."""

    gives_reasons: bool
    """Whether its refusals carry the codes of docs/notation.md."""

    def roll(self, dice: str) -> None: ...
    def deal(self, cards: str) -> None: ...
    def play(self, seat: int, move: str) -> None: ...
    def state(self) -> State: ...


def files() -> list[Path]:
    """All scenario files."""
    return sorted(ROOT.glob("*/*.json"))


def read_scenario(path: Path) -> Scenario:
    return msgspec.json.decode(path.read_bytes(), type=Scenario, strict=False)


def variant_of(path: Path, scenario: Scenario) -> Variant | str:
    """The sheet by name, or the .toml file that lies beside the scenario; names for each seat."""
    name = scenario.variant
    return load_variant(str(path.parent / name)) if name.endswith(".toml") else name


def start(path: Path, scenario: Scenario) -> Game:
    """The core's position before the first step; others convert it."""
    variant = variant_of(path, scenario)
    game = new_game(
        variant,
        scenario.names,
        first=scenario.first - 1,
        lucky=[_pair(text) for text in scenario.lucky] or None,
        cards=scenario.turns == "cards",
        jokers=scenario.jokers,
    )
    if scenario.deck:
        game = deal(game, [parse_card(word) for word in scenario.deck.split()]).state
    return with_sheets(game, scenario.sheets) if scenario.sheets else game


def with_sheets(game: Game, texts: list[str]) -> Game:
    """The game with these sheets; what their locks close is closed for the table."""
    if len(texts) != len(game.names):
        raise ValueError(f"{len(texts)} sheets for {len(game.names)} seats")
    sheets = tuple(map(parse_sheet, game.variants, texts))
    closed = 0
    if game.cards is None:
        for variant, sheet in zip(game.variants, sheets, strict=True):
            closed |= locked_rows(variant, sheet)
    return msgspec.structs.replace(game, sheets=sheets, closed=closed)


def _pair(text: str) -> LuckyPair:
    low, high = text.split("&")
    return int(low), int(high)


def run(scenario: Scenario, table: Table) -> None:
    """Take every step and compare what is expected with what is there."""
    for number, step in enumerate(scenario.steps, 1):
        place = f"{scenario.title}, step {number}: {step.why}"
        _take(step, table, place)
        if step.then is not None:
            differences = list(_differences(step.then, table.state()))
            if differences:
                raise AssertionError("\n  ".join([place, *differences]))


def _take(step: Step, table: Table, place: str) -> None:
    if step.roll is not None:
        table.roll(step.roll)
    if step.deal is not None:
        table.deal(step.deal)
    for seat, words in (step.answers or {}).items():
        for word in words.split():
            try:
                table.play(seat - 1, word)
            except Illegal as refusal:
                raise AssertionError(f"{place}\n  seat {seat} {word}: {refusal}") from None
    if step.refused is not None:
        _check_refused(step.refused, table, place)


def _check_refused(refused: Refused, table: Table, place: str) -> None:
    before = table.state()
    try:
        if refused.roll is not None:
            table.roll(refused.roll)
        elif refused.deal is not None:
            table.deal(refused.deal)
        else:
            table.play(refused.seat - 1, refused.play or "-")
    except Illegal as refusal:
        if table.gives_reasons and refusal.code != refused.code:
            raise AssertionError(f"{place}\n  code: {refusal.code}, not {refused.code}") from None
    else:
        raise AssertionError(f"{place}\n  was not refused")
    if table.state() != before:
        raise AssertionError(f"{place}\n  a refused input changed something")


def _differences(expect: Expect, state: State) -> list[str]:
    found = msgspec.structs.asdict(state) | {
        "active": state.active + 1,
        "legal": {seat + 1: moves for seat, moves in state.legal.items()},
        "winners": [seat + 1 for seat in state.winners],
    }
    lines: list[str] = []
    for key, wanted in msgspec.structs.asdict(expect).items():
        if wanted is UNSET:
            continue
        if key in ("offers", "lacks"):
            for seat, moves in wanted.items():
                legal = state.legal.get(seat - 1, [])
                wrong = [move for move in moves if (move in legal) != (key == "offers")]
                lines += [f"{key} of seat {seat}: {move} (legal: {legal})" for move in wrong]
            continue
        there = found[key]
        if key in ("sheets", "hands"):
            there = {seat: there[seat - 1] for seat in wanted}
        if there != wanted:
            lines.append(f"{key}: {there}, expected {wanted}")
    return lines
