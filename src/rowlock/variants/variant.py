"""A variant: one printed sheet with its dice, frozen, with a digest that identifies its rules.

It contains everything that the rules need to know about a sheet. `load.py` builds it from a TOML
file and refuses impossible sheets, so the core can rely on these types.

Rows are lists of positions, 0 at the left. What is printed at a position (number, colour, box,
symbol) is data to look up; legality and points depend only on the bits that a cross sets in its row
(`core/rules.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from rowlock.variants.features import RULE_VERSIONS, Feature

COLOURS = ("red", "yellow", "green", "blue")
"""The rows from top to bottom, named after the colour of their lock; also the order of the dice."""

LETTERS = "rygb"
"""The colours as records write them. Row r of every sheet has the lock of colour r."""
BONUS_LETTERS = "oc"
"""The two bonus rows: between red and yellow, and between green and blue (BP-06)."""

ROWS = range(len(COLOURS))
FIRST_BONUS_ROW = len(COLOURS)
"""Number of the first bonus row; bonus rows follow the four others."""
MARK_BITS = 32
"""Bits reserved per bonus row in `Sheet.bar`."""
MAX_SEATS = 5  # C-01
MAX_SIDES = 9  # a record writes a die as one digit

ALL_COUNT = 99  # more crosses than a row can hold

SYMBOLS = ("circle", "diamond", "square", "octagon", "star")  # BB-01

Effect: TypeAlias = Literal[
    "cross_fewest", "cross_every", "double_fewest", "points", "free_penalties"
]
# The effects as numbers, for `core/rules.py` and compiled code.
CROSS_FEWEST = 1
CROSS_EVERY = 2
DOUBLE_FEWEST = 3
POINTS = 4
FREE_PENALTIES = 5
EFFECT_NUMBERS: Mapping[Effect, int] = MappingProxyType(
    {effect: number for number, effect in enumerate(get_args(Effect), start=1)}
)
LuckyPair: TypeAlias = tuple[int, int]
NO_PAIR: LuckyPair = (0, 0)
"""Stands for the lucky pair of a seat whose sheet has none, at a table where others have one."""
SwapField: TypeAlias = tuple[int, int]


class Cell(Struct, frozen=True):
    """A printed cell. Its name, colour letter and number, is unique on the sheet: `r5`.

    Cells of a bonus row, such as `o7`, have no colour; `colour` is the number of their row.
    """

    name: str
    row: int
    position: int
    colour: int
    number: int
    index: int
    """Place in reading order on the whole sheet; the cell number of the kernel."""
    bits: int
    """What a cross sets in the mask of its row: one bit, or two in a double cell (DB-02)."""
    second: int = 0
    """The bit of its second box, next to its own bit; 0 if it has none (DA-01)."""


class Bonus(Struct, frozen=True, dict=True):
    """A symbol of Bonus B. Its effect is earned when its last cell is crossed."""

    symbol: str
    cells: tuple[Cell, ...]
    effect: Effect
    times: int = 0
    """Number of crosses that `cross_fewest` gives."""
    points: int = 0
    """Points that the effect `points` adds at the end."""

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The bits of its cells, per row."""
        return tuple(sum(cell.bits for cell in self.cells if cell.row == row) for row in ROWS)


class Variant(Struct, frozen=True, dict=True):
    """The rules of one sheet. Equal digests mean equal games.

    >>> from rowlock import load_variant
    >>> longo = load_variant("longo")
    >>> longo.sides, longo.lucky_pairs[0], len(longo.cells)
    (8, (5, 10), 60)
    """

    id: str
    name: str
    rules_page: str
    large_print: bool
    sides: int
    lock_cells: int
    crosses_before_lock: int
    penalty_points: int
    penalties_to_end: int
    closed_rows_to_end: int
    rows: tuple[tuple[Cell, ...], ...]
    lucky_pairs: tuple[LuckyPair, ...] = ()
    """All pairs that a sheet may have, in the order in which seats get them (L-03)."""
    lucky_inferred: tuple[LuckyPair, ...] = ()
    """The pairs that no rule sheet mentions (L-07); they do not affect the game."""
    boxes: tuple[Cell, ...] = ()
    bar: tuple[int, ...] = ()
    """Bonus A: the row in which each square of the bar crosses, left to right."""
    bonuses: tuple[Bonus, ...] = ()
    doubles: tuple[Cell, ...] = ()
    """Cells that count as two crosses (DB-01)."""
    steps: tuple[Cell, ...] = ()
    """The framed cells of the fifth row, column by column (CS-01)."""
    chain: tuple[tuple[Cell, Cell], ...] = ()
    """Pairs of cells that are crossed together (CC-01)."""
    swaps: tuple[SwapField, ...] = ()
    """The two numbers of each swap field, left to right (X-01)."""
    bonus_rows: tuple[tuple[Cell, ...], ...] = ()
    """The bonus rows between red and yellow and between green and blue (BP-01)."""
    most_counted: int = ALL_COUNT
    """Number of crosses in a row that score at most (DA-05)."""

    def __hash__(self) -> int:
        return hash(self.digest)  # equal sheets have equal digests

    def __reduce__(self) -> tuple[object, ...]:
        return _as_before, tuple(getattr(self, name) for name in self.__struct_fields__)

    @cached_property
    def features(self) -> frozenset[Feature]:
        """The features beyond the classic sheet; engines refuse those that they do not support."""
        features: set[Feature] = {bonus.effect for bonus in self.bonuses}
        has: dict[Feature, object] = {
            "lucky_numbers": self.lucky_pairs,
            "several_last_cells": self.lock_cells > 1,
            "mixed_colours": self.mixed_colours,
            "boxes": self.boxes,
            "double_cells": self.doubles,
            "steps": self.steps,
            "chain": self.chain,
            "second_boxes": any(self.second_bits),
            "swap_fields": self.swaps,
            "bonus_rows": self.bonus_rows,
        }
        return frozenset(features | {feature for feature, there in has.items() if there})

    @cached_property
    def digest(self) -> str:
        """Identifies the game: 16 hex digits of a hash over everything that affects it."""
        import hashlib  # here, because `import rowlock` is quick without

        rules = {
            "sides": self.sides,
            "lock": [self.lock_cells, self.crosses_before_lock],
            "penalty": [self.penalty_points, self.penalties_to_end],
            "end": self.closed_rows_to_end,
            "rows": [[cell.name for cell in row] for row in self.rows],
            "lucky": self.lucky_pairs,
            "boxes": [cell.name for cell in self.boxes],
            "bar": self.bar,
            "bonuses": [
                [b.symbol, [c.name for c in b.cells], b.effect, b.times, b.points]
                for b in self.bonuses
            ],
        }
        # Keys that are added only if used, so that digests of older sheets stay the same.
        if self.doubles:
            rules["doubles"] = [cell.name for cell in self.doubles]
        if self.steps:
            rules["steps"] = [cell.name for cell in self.steps]
        if self.chain:
            rules["chain"] = [[one.name, other.name] for one, other in self.chain]
        if self.swaps:
            rules["swaps"] = self.swaps
        if self.bonus_rows:
            rules["bonus_rows"] = [[cell.name for cell in row] for row in self.bonus_rows]
            rules["counted"] = self.most_counted
        if changed := {name: n for name, n in RULE_VERSIONS.items() if name in self.features}:
            rules["versions"] = changed
        if any(self.second_bits):
            rules["second"] = [cell.name for cell in self.cells if cell.second]
            rules["counted"] = self.most_counted
        text = msgspec.json.encode(rules, order="sorted")
        return hashlib.sha256(text).hexdigest()[:16]

    @cached_property
    def lucky_printed(self) -> tuple[LuckyPair, ...]:
        """The pairs that rule sheets mention (L-07)."""
        return tuple(pair for pair in self.lucky_pairs if pair not in self.lucky_inferred)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order, bonus rows last; `cells[i].index == i`."""
        return tuple(cell for row in (*self.rows, *self.bonus_rows) for cell in row)

    @cached_property
    def cell(self) -> Mapping[str, Cell]:
        """Cells by name: `variant.cell["r5"]`."""
        return MappingProxyType({cell.name: cell for cell in self.cells})

    @cached_property
    def colour_cells(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The cell with a colour and number; None if it is not printed (C-07, M-03)."""
        table: list[list[Cell | None]] = [[None] * (2 * self.sides + 1) for _ in COLOURS]
        for cell in chain.from_iterable(self.rows):
            table[cell.colour][cell.number] = cell
        return tuple(tuple(line) for line in table)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Number of bits that the cells of each row use."""
        return tuple(row[-1].bits.bit_length() for row in self.rows)

    @cached_property
    def lock_bits(self) -> tuple[int, ...]:
        """The bit of each row's lock, right of its last cell."""
        return tuple(1 << places for places in self.places)

    @cached_property
    def first_lock_bits(self) -> tuple[int, ...]:
        """The first bits of each row that close it when crossed (C-09, L-02)."""
        return tuple(row[-self.lock_cells].bits for row in self.rows)

    @cached_property
    def double_bits(self) -> tuple[int, ...]:
        """The second bits of each row's double cells."""
        return tuple(sum(c.bits & c.bits << 1 for c in row) for row in self.rows)

    @cached_property
    def second_bits(self) -> tuple[int, ...]:
        """The bits of each row's second boxes (DA-01)."""
        return tuple(sum(cell.second for cell in row) for row in self.rows)

    @cached_property
    def step_bits(self) -> tuple[int, ...]:
        """The bits of the fifth row's cells, per row."""
        return tuple(sum(c.bits for c in self.steps if c.row == row) for row in ROWS)

    @cached_property
    def cell_of_bits(self) -> tuple[Mapping[int, Cell], ...]:
        """For each row, its cells by their bits."""
        return tuple(MappingProxyType({cell.bits: cell for cell in row}) for row in self.rows)

    @cached_property
    def boxed(self) -> frozenset[str]:
        """The names of the boxed cells of Bonus A."""
        return frozenset(cell.name for cell in self.boxes)

    @cached_property
    def bonus_of(self) -> Mapping[str, int]:
        """The number of the bonus that a cell's symbol belongs to."""
        cells = ((cell.name, k) for k, bonus in enumerate(self.bonuses) for cell in bonus.cells)
        return MappingProxyType(dict(cells))

    @cached_property
    def partner(self) -> Mapping[str, Cell]:
        """The other cell of a chained pair (CC-01)."""
        both = [pair for one, other in self.chain for pair in ((one, other), (other, one))]
        return MappingProxyType({cell.name: partner for cell, partner in both})

    @cached_property
    def beside(self) -> tuple[int, int]:
        """Number of marks used in each 32 bits of `Sheet.bar`."""
        if self.bonus_rows:
            return len(self.bonus_rows[0]), len(self.bonus_rows[1])
        marks = len(self.bar) or len(self.swaps)
        return min(marks, MARK_BITS), max(marks - MARK_BITS, 0)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[Cell, Cell]]:
        """The cells with the same number above and below a cell of a bonus row (BP-02)."""
        neighbours: dict[str, tuple[Cell, Cell]] = {}
        for k, row in enumerate(self.bonus_rows):
            above, below = ({c.number: c for c in self.rows[2 * k + n]} for n in (0, 1))
            neighbours |= {cell.name: (above[cell.number], below[cell.number]) for cell in row}
        return MappingProxyType(neighbours)

    @cached_property
    def swapped(self) -> Mapping[int, Mapping[int, int]]:
        """Numbers that swap fields give instead of a number, each with its field (X-02, X-05)."""
        swapped: dict[int, dict[int, int]] = {}
        for field, (one, other) in enumerate(self.swaps):
            swapped.setdefault(one, {})[other] = field
            swapped.setdefault(other, {})[one] = field
        return MappingProxyType(swapped)

    @cached_property
    def closing(self) -> frozenset[str]:
        """Names of the cells that close their row (C-09, L-02)."""
        return frozenset(cell.name for row in self.rows for cell in row[-self.lock_cells :])

    @cached_property
    def has_tokens(self) -> bool:
        """Whether any cell has a box or a symbol."""
        return bool(self.boxes or self.bonuses)

    @cached_property
    def mixed_colours(self) -> bool:
        """Whether a row has cells of more than one colour (Mixx A; K-06)."""
        return any(cell.colour != row for row in ROWS for cell in self.rows[row])

    def __repr__(self) -> str:
        return f"Variant({self.id!r}, digest={self.digest!r})"


@lru_cache(maxsize=64)
def _as_before(*fields: Any) -> Variant:
    """Unpickle a variant: reuses the cached instance with its computed properties."""
    return Variant(*fields)
