"""The catalogue of a server: sheets with their layout, bot levels, emotes, limits."""

from __future__ import annotations

from rowlock.protocol.base import Wire


class CellInfo(Wire):
    name: str
    """Colour letter and number, `r5`: unique on the sheet."""
    number: int
    colour: int
    """0 red, 1 yellow, 2 green, 3 blue; 4 and 5 in the bonus rows, which have none."""
    bits: int
    """The bits that a cross sets in the mask of its row."""
    closes: bool = False
    """A cross here closes the row."""
    double: bool = False
    """Double B: counts as two crosses."""
    second: int = 0
    """Double A: the bits that a cross in its second box sets in the mask of its row; 0 without
    one."""
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
    """The printed layout of a sheet. Position 0 is the leftmost cell of a row; `CellInfo.bits` and
    `lock_bits` give the bits of cells and locks in masks."""

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
    """The bits that a crossed lock sets in the mask of each row."""
    scale: tuple[int, ...]
    """The points of a row with one cross, two crosses and so on, up to the maximum that scores."""
    bar: tuple[int, ...]
    """Bonus A: the colour of each square of the bar."""
    swaps: tuple[tuple[int, int], ...]
    """X-Change: the two numbers of each swap field, from left to right."""
    bonuses: tuple[BonusInfo, ...]
    lucky_pairs: tuple[tuple[int, int], ...]
    champion_mean: int | None = None
    """The champion's mean score with two players, to compare sheets; None if unknown."""


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
    """Days after its last event until a game is deleted."""
    languages: tuple[str, ...]
    """Languages of the rule pages."""
    rule_pages: tuple[str, ...]
    """Names of the rule pages, in the order in which they are shown."""
    lan_url: str | None
    """The address of this server for other devices in the network; None if unknown."""
    webhook_hosts: tuple[str, ...] = ()
    """Hosts that the webhook of a game over days may name."""
    push_key: str = ""
    """The public key for push subscriptions (VAPID); empty if the server sends no notifications."""
