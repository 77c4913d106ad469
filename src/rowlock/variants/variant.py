"""A variant: one printed sheet with its dice, frozen, with a digest that identifies its rules.

Everything the rules need to know about a sheet is here as data. `load.py` makes a `Variant` from
a TOML file and refuses impossible ones, so the core may rely on what is written in these types.

Rows are lists of positions, 0 at the left. What is printed on a position (number, colour, box,
symbol) is a lookup; legality and points only ever ask for the bits that a cross sets in its row
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

from rowlock.variants.features import Feature

COLOURS = ("red", "yellow", "green", "blue")
"""The rows top to bottom, named by the colour of their lock; also the order of the dice."""

LETTERS = "rygb"
BONUS_LETTERS = "oc"
"""Of the bonus rows, the one between red and yellow and the one between green and blue (BP-06)."""
"""The colours as records write them. Row r of every sheet has the lock of colour r."""

ROWS = range(len(COLOURS))
FIRST_BONUS_ROW = len(COLOURS)
"""The bonus rows are numbered behind the others."""
MARK_BITS = 32
"""So many marks beside the rows go together in `Sheet.bar`: two bonus rows have so many each."""
MAX_SEATS = 5  # C-01
MAX_SIDES = 9  # a record writes a die as one digit

ALL_COUNT = 99  # more crosses than a row can hold

SYMBOLS = ("circle", "diamond", "square", "octagon", "star")  # BB-01

Effect: TypeAlias = Literal[
    "cross_fewest", "cross_every", "double_fewest", "points", "free_penalties"
]
# The effects as numbers, for the small rules and compiled code.
CROSS_FEWEST = 1
CROSS_EVERY = 2
DOUBLE_FEWEST = 3
POINTS = 4
FREE_PENALTIES = 5
EFFECT_NUMBERS: Mapping[Effect, int] = MappingProxyType(
    {effect: number for number, effect in enumerate(get_args(Effect), start=1)}
)
LuckyPair: TypeAlias = tuple[int, int]
SwapField: TypeAlias = tuple[int, int]


class Cell(Struct, frozen=True):
    """One printed cell. `name` is colour letter plus number, unique on every sheet: `r5`.

    A cell of a bonus row, `o7`, has no colour of its own: it bears the number of its row instead.
    """

    name: str
    row: int
    position: int
    colour: int
    number: int
    index: int
    """Place in reading order over the whole sheet; the kernel's cell number."""
    bits: int
    """What a cross sets in the mask of its row: one bit, two in a double cell (DB-02)."""
    second: int = 0
    """The bit of the box below it, just right of its own; 0 where it has none (DA-01)."""


class Bonus(Struct, frozen=True, dict=True):
    """A symbol of Bonus B: when its last cell is crossed, its effect is earned."""

    symbol: str
    cells: tuple[Cell, ...]
    effect: Effect
    times: int = 0
    """How many crosses `cross_fewest` gives."""
    points: int = 0
    """What the effect `points` is worth at the end."""

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The bits of its cells in each row."""
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
    """Every pair a sheet may carry, in the order in which seats get them (L-03)."""
    lucky_inferred: tuple[LuckyPair, ...] = ()
    """Those of them that no rule sheet names (L-07); without effect on the game."""
    boxes: tuple[Cell, ...] = ()
    bar: tuple[int, ...] = ()
    """Bonus A: the row that each square of the bar crosses in, left to right."""
    bonuses: tuple[Bonus, ...] = ()
    doubles: tuple[Cell, ...] = ()
    """The cells that make two crosses (DB-01)."""
    steps: tuple[Cell, ...] = ()
    """The framed cells of the fifth row, column by column (CS-01)."""
    chain: tuple[tuple[Cell, Cell], ...] = ()
    """The pairs of cells that are crossed together (CC-01)."""
    swaps: tuple[SwapField, ...] = ()
    """The two numbers of each swap field, left to right (X-01)."""
    bonus_rows: tuple[tuple[Cell, ...], ...] = ()
    """The round row between red and yellow and the one between green and blue (BP-01)."""
    most_counted: int = ALL_COUNT
    """So many crosses of a row score at most (DA-05)."""

    def __hash__(self) -> int:
        return hash(self.digest)  # equal sheets have equal ones

    def __reduce__(self) -> tuple[object, ...]:
        return _as_before, tuple(getattr(self, name) for name in self.__struct_fields__)

    @cached_property
    def features(self) -> frozenset[Feature]:
        """What this sheet has beyond the classic one; engines refuse what they do not know."""
        found: set[Feature] = {bonus.effect for bonus in self.bonuses}
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
        return frozenset(found | {feature for feature, there in has.items() if there})

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits over everything that decides a game, and over nothing else."""
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
        # Absent on sheets without, whose digests are older.
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
        if any(self.second_bits):
            rules["second"] = [cell.name for cell in self.cells if cell.second]
            rules["counted"] = self.most_counted
        text = msgspec.json.encode(rules, order="sorted")
        return hashlib.sha256(text).hexdigest()[:16]

    @cached_property
    def lucky_printed(self) -> tuple[LuckyPair, ...]:
        """The pairs that the rule sheets name (L-07)."""
        return tuple(pair for pair in self.lucky_pairs if pair not in self.lucky_inferred)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order, bonus rows last; `cells[i].index == i`."""
        return tuple(cell for row in (*self.rows, *self.bonus_rows) for cell in row)

    @cached_property
    def cell(self) -> Mapping[str, Cell]:
        """The cell of a name: `variant.cell["r5"]`."""
        return MappingProxyType({cell.name: cell for cell in self.cells})

    @cached_property
    def colour_cells(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The one cell of a colour and number, or None where none is printed (C-07, M-03)."""
        table: list[list[Cell | None]] = [[None] * (2 * self.sides + 1) for _ in COLOURS]
        for cell in chain.from_iterable(self.rows):
            table[cell.colour][cell.number] = cell
        return tuple(tuple(line) for line in table)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """How many bits the cells of each row take."""
        return tuple(row[-1].bits.bit_length() for row in self.rows)

    @cached_property
    def lock_bits(self) -> tuple[int, ...]:
        """The bit of each row's lock, just right of its last cell."""
        return tuple(1 << places for places in self.places)

    @cached_property
    def first_lock_bits(self) -> tuple[int, ...]:
        """From these bits on a cross closes the row (C-09, L-02)."""
        return tuple(row[-self.lock_cells].bits for row in self.rows)

    @cached_property
    def double_bits(self) -> tuple[int, ...]:
        """The second places of each row's double cells."""
        return tuple(sum(c.bits & c.bits << 1 for c in row) for row in self.rows)

    @cached_property
    def second_bits(self) -> tuple[int, ...]:
        """The boxes below the cells of each row (DA-01)."""
        return tuple(sum(cell.second for cell in row) for row in self.rows)

    @cached_property
    def step_bits(self) -> tuple[int, ...]:
        """The bits of the fifth row's cells in each row."""
        return tuple(sum(c.bits for c in self.steps if c.row == row) for row in ROWS)

    @cached_property
    def cell_of_bits(self) -> tuple[Mapping[int, Cell], ...]:
        """For each row the cell of its bits."""
        return tuple(MappingProxyType({cell.bits: cell for cell in row}) for row in self.rows)

    @cached_property
    def boxed(self) -> frozenset[str]:
        """The names of the boxed cells of Bonus A."""
        return frozenset(cell.name for cell in self.boxes)

    @cached_property
    def bonus_of(self) -> Mapping[str, int]:
        """Which bonus a cell's symbol belongs to."""
        cells = ((cell.name, k) for k, bonus in enumerate(self.bonuses) for cell in bonus.cells)
        return MappingProxyType(dict(cells))

    @cached_property
    def partner(self) -> Mapping[str, Cell]:
        """The other cell of a chained one's pair (CC-01)."""
        both = [pair for one, other in self.chain for pair in ((one, other), (other, one))]
        return MappingProxyType({cell.name: partner for cell, partner in both})

    @cached_property
    def beside(self) -> tuple[int, int]:
        """How many marks beside the rows lie in each 32 bits of `Sheet.bar`."""
        if self.bonus_rows:
            return len(self.bonus_rows[0]), len(self.bonus_rows[1])
        marks = len(self.bar) or len(self.swaps)
        return min(marks, MARK_BITS), max(marks - MARK_BITS, 0)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[Cell, Cell]]:
        """The two cells beside a cell of a bonus row: its number above and below (BP-02)."""
        found: dict[str, tuple[Cell, Cell]] = {}
        for k, row in enumerate(self.bonus_rows):
            above, below = ({c.number: c for c in self.rows[2 * k + n]} for n in (0, 1))
            found |= {cell.name: (above[cell.number], below[cell.number]) for cell in row}
        return MappingProxyType(found)

    @cached_property
    def swapped(self) -> Mapping[int, Mapping[int, int]]:
        """For a number those that swap fields make of it, each with its field (X-02, X-05)."""
        found: dict[int, dict[int, int]] = {}
        for field, (one, other) in enumerate(self.swaps):
            found.setdefault(one, {})[other] = field
            found.setdefault(other, {})[one] = field
        return MappingProxyType(found)

    @cached_property
    def closing(self) -> frozenset[str]:
        """The names of the cells that close their row (C-09, L-02)."""
        return frozenset(cell.name for row in self.rows for cell in row[-self.lock_cells :])

    @cached_property
    def has_tokens(self) -> bool:
        """Whether any cell carries a box or a symbol."""
        return bool(self.boxes or self.bonuses)

    @cached_property
    def mixed_colours(self) -> bool:
        """Whether a row holds cells of more than one colour (Mixx A; K-06)."""
        return any(cell.colour != row for row in ROWS for cell in self.rows[row])

    def __repr__(self) -> str:
        return f"Variant({self.id!r}, digest={self.digest!r})"


@lru_cache(maxsize=64)
def _as_before(*fields: Any) -> Variant:
    """A sheet that comes from another process: the one that came before, with all it has learnt."""
    return Variant(*fields)
