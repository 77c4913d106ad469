"""Schema of a variant file, table by table; `check.py` validates the values."""

from __future__ import annotations

from msgspec import Struct

MAX_PLACES = 16  # bits of a row, so that a row and its lock fit a small mask
MAX_BOXES = 22  # bits of a row with second boxes
MAX_FIELDS = 12  # swap fields, limited by the width of a sheet


class Section(Struct, forbid_unknown_fields=True):
    """A table of the file; unknown keys are refused."""


class About(Section):
    id: str
    name: str
    rules: str = "classic"
    large_print: bool = False
    description: str = ""
    inferred: str = ""
    """The lucky pairs that no rule sheet mentions."""


class Dice(Section):
    sides: int


class Lock(Section):
    cells: int
    crosses_before: int


class Penalty(Section):
    points: int
    ends_at: int


class End(Section):
    closed_rows: int


class Rows(Section):
    red: str
    yellow: str
    green: str
    blue: str


class Lucky(Section):
    pairs: str


class Bar(Section):
    boxes: str
    squares: str


class Double(Section):
    cells: str


class Second(Section):
    cells: str
    counted: int


class Steps(Section):
    cells: str


class Chain(Section):
    pairs: str


class Swap(Section):
    fields: str


class BonusRows(Section):
    red_yellow: str
    green_blue: str
    counted: int


class BonusEntry(Section):
    symbol: str
    cells: str
    effect: str
    times: int | None = None
    points: int | None = None


class SheetSection(Section):
    """The whole file, after `extends` has been resolved."""

    about: About
    dice: Dice
    lock: Lock
    penalty: Penalty
    end: End
    rows: Rows
    lucky: Lucky | None = None
    bar: Bar | None = None
    bonus: tuple[BonusEntry, ...] = ()
    double: Double | None = None
    second: Second | None = None
    steps: Steps | None = None
    chain: Chain | None = None
    swap: Swap | None = None
    bonus_rows: BonusRows | None = None


ALONE = {
    "double": ("double.cells", "double cells"),
    "second": ("second.cells", "second boxes"),
    "steps": ("steps.cells", "steps"),
    "chain": ("chain.pairs", "chained cells"),
    "swap": ("swap.fields", "swap fields"),
    "bonus_rows": ("bonus_rows.red_yellow", "bonus rows"),
}
"""Extras that cannot be combined with any other (S-03): by table, the key and the name."""
EXTRAS = ("lucky", "bar", "bonus", *ALONE)
