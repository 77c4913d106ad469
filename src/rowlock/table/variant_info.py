"""A variant as clients see it: its printed layout, its limits and its rule page."""

from __future__ import annotations

from rowlock.core.game import new_game
from rowlock.core.rules import count, counted, row_points
from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES
from rowlock.protocol.catalogue import BonusInfo, CellInfo, VariantInfo
from rowlock.protocol.sheets import OwnSheet
from rowlock.rulebook import page, pages
from rowlock.table.sheets import own_variant
from rowlock.variants import Cell, Variant

CHAMPION_MEANS = {
    "classic": 77,
    "longo": 95,
    "mixx_a": 74,
    "mixx_b": 65,
    "bonus_a": 81,
    "bonus_b": 88,
    "double_a": 150,
    "double_b": 152,
    "connected_steps": 103,
    "connected_chain": 85,
    "x_change": 84,
    "big_points": 222,
}
"""Mean scores of the champion against itself, two players: 2,000 games of each sheet, seed 1
(`rowlock simulate --bots champion,champion --games 2000 --seed 1 --variant NAME`). The standard
errors are below 0.8 points, on Big Points 1.3."""


def variant_info(variant: Variant, name: str) -> VariantInfo:
    """The printed layout of a sheet; `name` is its name at tables."""
    return VariantInfo(
        id=name,
        name=variant.name,
        rules=variant.rules_page,
        digest=variant.digest,
        large_print=variant.large_print,
        mixed=variant.mixed_colours,
        cards=_plays_cards(variant),
        sides=variant.sides,
        lock_cells=variant.lock_cells,
        crosses_before_lock=variant.crosses_before_lock,
        penalty_points=variant.penalty_points,
        penalties_to_end=variant.penalties_to_end,
        closed_rows_to_end=variant.closed_rows_to_end,
        rows=tuple(tuple(_cell(variant, cell) for cell in row) for row in variant.rows),
        bonus_rows=tuple(tuple(_cell(variant, cell) for cell in row) for row in variant.bonus_rows),
        lock_bits=variant.lock_bits,
        scale=tuple(map(row_points, range(1, _most_crosses(variant) + 1))),
        bar=variant.bar,
        swaps=variant.swaps,
        bonuses=tuple(
            BonusInfo(b.symbol, b.effect, tuple(c.name for c in b.cells), b.times, b.points)
            for b in variant.bonuses
        ),
        lucky_pairs=variant.lucky_pairs,
        champion_mean=CHAMPION_MEANS.get(variant.id),
    )


def _cell(variant: Variant, cell: Cell) -> CellInfo:
    bonus = variant.bonus_of.get(cell.name)
    return CellInfo(
        name=cell.name,
        number=cell.number,
        colour=cell.colour,
        bits=cell.bits,
        closes=cell.name in variant.closing,
        double=cell in variant.doubles,
        second=cell.second,
        step=cell in variant.steps,
        partner=_partner(variant, cell),
        box=cell.name in variant.boxed,
        symbol=None if bonus is None else variant.bonuses[bonus].symbol,
    )


def _most_crosses(variant: Variant) -> int:
    """The maximum number of scoring crosses in a row: its cells with one last cell, the lock, and
    the cells of its bonus row."""
    most = max(
        sum(count(cell.bits | cell.second) for cell in row if cell.name not in variant.closing)
        + max(count(cell.bits) for cell in row if cell.name in variant.closing)
        + 1
        + (len(variant.bonus_rows[r // 2]) if variant.bonus_rows else 0)
        for r, row in enumerate(variant.rows)
    )
    return counted(most, variant.most_counted)


def _partner(variant: Variant, cell: Cell) -> str | None:
    partner = variant.partner.get(cell.name)
    return None if partner is None else partner.name


def _plays_cards(variant: Variant) -> bool:
    try:
        new_game(variant, ["?"], cards=True)
    except Unreadable:
        return False
    return True


def own_sheet(file: str) -> OwnSheet:
    """A sheet that is not in the catalogue."""
    variant = own_variant(file)
    return OwnSheet(file, variant_info(variant, variant.id))


def rule_page(name: str, language: str) -> str | None:
    """A rule page as Markdown, or None."""
    return page(name, language) if name in pages() and language in LANGUAGES else None
