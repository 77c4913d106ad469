"""What can be played here: sheets with their print, bot levels, emotes, limits."""

from __future__ import annotations

from rowlock.protocol.base import Wire


class CellInfo(Wire):
    name: str
    """Colour letter and number, `r5`: unique on the sheet."""
    number: int
    colour: int
    """0 red, 1 yellow, 2 green, 3 blue; 4 and 5 in the bonus rows, which have none."""
    bits: int
    """What a cross sets in the bit mask of its row."""
    closes: bool = False
    """A cross here closes the row."""
    double: bool = False
    """Double B: counts as two crosses."""
    second: int = 0
    """Double A: what a cross in its second box sets in the bit mask of its row; 0 without one."""
    step: bool = False
    """Connected steps: a framed cell of the fifth row."""
    partner: str | None = None
    """Connected chain: the cell that is crossed together with this one."""
    box: bool = False
    """Bonus A: a boxed cell."""
    symbol: str | None = None
    """Bonus B: circle, diamond, square, octagon or star."""


class BonusInfo(Wire):
    symbol: str
    effect: str
    cells: tuple[str, ...]
    times: int
    points: int


class VariantInfo(Wire):
    """A sheet as it is printed. Position 0 is the leftmost cell of a row; which bits of a sheet's
    masks are a cell or a lock is said by `CellInfo.bits` and `lock_bits`."""

    id: str
    """The name to use in `Options.variant`."""
    name: str
    rules: str
    """The rule page: /api/rules/{rules}?lang=de"""
    digest: str
    large_print: bool
    mixed: bool
    """Whether rows hold cells of several colours."""
    cards: bool
    """Whether the card game can be played on it."""
    sides: int
    lock_cells: int
    """How many cells at the right end of a row close it."""
    crosses_before_lock: int
    penalty_points: int
    penalties_to_end: int
    closed_rows_to_end: int
    rows: tuple[tuple[CellInfo, ...], ...]
    bonus_rows: tuple[tuple[CellInfo, ...], ...]
    """Big Points: the round row between red and yellow and the one between green and blue."""
    lock_bits: tuple[int, ...]
    """What a crossed lock sets in the bit mask of each row."""
    scale: tuple[int, ...]
    """The points of a row with one cross, two and so on, up to the most that score."""
    bar: tuple[int, ...]
    """Bonus A: the colour of each square of the bar."""
    swaps: tuple[tuple[int, int], ...]
    """X-Change: the two numbers of each swap field, from left to right."""
    bonuses: tuple[BonusInfo, ...]
    lucky_pairs: tuple[tuple[int, int], ...]


class LevelInfo(Wire):
    """A bot that may take a seat. Levels of the ladder are named in the page's languages by id;
    others show `name`."""

    id: str
    name: str
    own: bool = False
    """Added with `rowlock serve --bot`."""


class Catalogue(Wire):
    version: int
    """The protocol's version."""
    release: str
    variants: tuple[VariantInfo, ...]
    levels: tuple[LevelInfo, ...]
    """Weakest first."""
    default_level: str
    emotes: tuple[str, ...]
    max_seats: int
    max_name: int
    max_chat: int
    retention_days: float
    """A game is deleted this long after its last event."""
    languages: tuple[str, ...]
    """Languages of the rule pages."""
    rule_pages: tuple[str, ...]
    """Names of the rule pages, in the order in which they are shown."""
    lan_url: str | None
    """How other devices of the network reach this server; None when not known."""
    push_key: str = ""
    """What a browser subscribes with to be called (VAPID); empty where nobody can be."""
