"""Random custom sheets, as text of a variant file."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import get_args

from rowlock.variants.schema import ALONE as ALONE_TABLES
from rowlock.variants.schema import MAX_BOXES, MAX_FIELDS, MAX_PLACES
from rowlock.variants.variant import (
    BONUS_LETTERS,
    COLOURS,
    LETTERS,
    MAX_SEATS,
    ROWS,
    SYMBOLS,
    Effect,
)

ALONE = tuple(ALONE_TABLES)


def own_sheet(rng: Random) -> str:
    """The TOML text of a random sheet; together they cover every part of the format."""
    if rng.random() < 0.3:  # the shape that the card game requires (K-01)
        sides, lengths = 6, [11] * len(COLOURS)
    else:
        sides = rng.randint(3, 9)
        longest = min(MAX_PLACES, 2 * sides - 1)
        lengths = [rng.randint(3, longest) for _ in COLOURS]
    rows = _rows(rng, sides, lengths)
    lock_cells = rng.randint(1, min(2, *lengths))
    alone = rng.choice(ALONE) if rng.random() < 0.4 else None
    twice = _twice(rng, rows, lock_cells, alone) if alone in ("double", "second") else []
    before = [sum(1 + (name in twice) for name in row[:-lock_cells]) for row in rows]
    parts = [
        f"[dice]\nsides = {sides}",
        f"[lock]\ncells = {lock_cells}\ncrosses_before = {rng.randint(0, min(7, *before))}",
        f"[penalty]\npoints = {rng.randint(0, 9)}\nends_at = {rng.randint(1, 6)}",
        f"[end]\nclosed_rows = {rng.randint(1, 4)}",
        "[rows]\n" + "\n".join(f'{c} = "{" ".join(rows[i])}"' for i, c in enumerate(COLOURS)),
    ]
    if alone:  # cannot be combined with other extras (S-03)
        parts += _extra(rng, sides, rows, lock_cells, kind=alone, twice=twice)
        return "\n\n".join(parts) + "\n"
    signs = [name for row in rows for name in row]  # each cell carries at most one sign
    if rng.random() < 0.5:
        parts.append(_bar(rng, signs))
    if rng.random() < 0.5:
        parts.append(_bonuses(rng, signs))
    if rng.random() < 0.3:
        parts.append(_lucky(rng, sides))
    return "\n\n".join(parts) + "\n"


def _rows(rng: Random, sides: int, lengths: list[int]) -> list[list[str]]:
    """Four rows of different numbers in random order; half of the sheets have mixed colours."""
    numbers = [rng.sample(range(2, 2 * sides + 1), length) for length in lengths]
    colours = [[row] * length for row, length in enumerate(lengths)]
    if rng.random() < 0.5:
        for number in range(2, 2 * sides + 1):
            # Rows swap the colours of a number; a last cell keeps the colour of its lock.
            rows = [row for row in ROWS if number in numbers[row][:-1]]
            for row, colour in zip(rows, rng.sample(rows, len(rows)), strict=True):
                colours[row][numbers[row].index(number)] = colour
    return [
        [f"{LETTERS[c]}{n}" for c, n in zip(colours[row], numbers[row], strict=True)]
        for row in ROWS
    ]


def _twice(rng: Random, rows: list[list[str]], lock_cells: int, kind: str) -> list[str]:
    """Random cells that take two crosses, in reading order, at most as many as the rows have room
    for.

    Last cells may be double cells, but cannot have a second box (DA-04).
    """
    chosen: set[str] = set()
    for row in rows:
        cells = row if kind == "double" else row[:-lock_cells]
        most = (MAX_PLACES if kind == "double" else MAX_BOXES) - len(row)
        chosen |= set(rng.sample(cells, rng.randint(0, min(len(cells), most))))
    return [name for row in rows for name in row if name in chosen]


def _extra(
    rng: Random, sides: int, rows: list[list[str]], lock_cells: int, *, kind: str, twice: list[str]
) -> list[str]:
    """The TOML table of an extra that excludes others; empty if the sheet has no suitable cells."""
    match kind:
        case "double" if twice:
            return [f'[double]\ncells = "{" ".join(twice)}"']
        case "second" if twice:
            counted = rng.randint(1, 2 + max(map(len, rows)))
            return [f'[second]\ncells = "{" ".join(twice)}"\ncounted = {counted}']
        case "steps":
            return [f'[steps]\ncells = "{" ".join(_steps(rng, rows))}"']
        case "chain" if pairs := _pairs(rng, rows, lock_cells):
            return [f'[chain]\npairs = "{" ".join(pairs)}"']
        case "swap":
            return [f'[swap]\nfields = "{" ".join(_fields(rng, sides))}"']
        case "bonus_rows" if all(between := _between(rng, rows)):
            upper, lower = (" ".join(names) for names in between)
            counted = rng.randint(1, 2 + min(map(len, rows)))
            return [
                f'[bonus_rows]\nred_yellow = "{upper}"\ngreen_blue = "{lower}"\ncounted = {counted}'
            ]
    return []


def _steps(rng: Random, rows: list[list[str]]) -> list[str]:
    """A path through the columns that moves up or down one row at each step."""
    row = rng.choice(ROWS)
    names = [rows[row][0]]
    for column in range(1, max(map(len, rows))):
        near = [r for r in (row - 1, row + 1) if r in ROWS and column < len(rows[r])]
        if not near:
            break
        row = rng.choice(near)
        names.append(rows[row][column])
    return names


def _pairs(rng: Random, rows: list[list[str]], lock_cells: int) -> list[str]:
    """Random pairs of cells in different rows, in reading order."""
    place = {name: (r, p) for r, row in enumerate(rows) for p, name in enumerate(row)}
    free = [name for row in rows for name in row[:-lock_cells]]
    rng.shuffle(free)
    couples = [sorted(free[k : k + 2], key=place.__getitem__) for k in range(0, len(free) - 1, 2)]
    couples = [pair for pair in couples if place[pair[0]][0] != place[pair[1]][0]]
    couples = sorted(couples[: rng.randint(1, 8)], key=lambda pair: place[pair[0]])
    return ["-".join(pair) for pair in couples]


def _fields(rng: Random, sides: int) -> list[str]:
    """Random swap fields: pairs of different dice sums, each pair at most once."""
    pairs = list(combinations(range(2, 2 * sides + 1), 2))
    chosen = rng.sample(pairs, rng.randint(1, min(MAX_FIELDS, len(pairs))))
    return [f"{high}/{low}" for low, high in chosen]


def _between(rng: Random, rows: list[list[str]]) -> list[list[str]]:
    """Two bonus rows, with numbers that both neighbouring rows have in their own colour."""
    found: list[list[str]] = []
    for k, letter in enumerate(BONUS_LETTERS):
        own = [{n[1:] for n in rows[r] if n[0] == LETTERS[r]} for r in (2 * k, 2 * k + 1)]
        both = sorted(own[0] & own[1])
        found.append([f"{letter}{n}" for n in rng.sample(both, rng.randint(0, len(both)))])
    return found


def _some(rng: Random, signs: list[str], most: int) -> list[str]:
    """Random cells without a sign, in reading order; removes them from `signs`."""
    chosen = set(rng.sample(signs, min(len(signs), rng.randint(1, most))))
    names = [name for name in signs if name in chosen]
    signs[:] = [name for name in signs if name not in chosen]
    return names


def _bar(rng: Random, signs: list[str]) -> str:
    boxes = _some(rng, signs, 10)
    squares = " ".join(rng.choice(LETTERS) for _ in boxes)
    return f'[bar]\nboxes = "{" ".join(boxes)}"\nsquares = "{squares}"'


def _bonuses(rng: Random, signs: list[str]) -> str:
    parts: list[str] = []
    for symbol in SYMBOLS:
        if not signs or rng.random() < 0.3:
            continue
        effect = rng.choice(get_args(Effect))
        cells = " ".join(_some(rng, signs, 2))
        part = f'[[bonus]]\nsymbol = "{symbol}"\ncells = "{cells}"\neffect = "{effect}"'
        if effect == "cross_fewest":
            part += f"\ntimes = {rng.randint(1, 3)}"
        if effect == "points":
            part += f"\npoints = {rng.randint(1, 20)}"
        parts.append(part)
    return "\n\n".join(parts)


def _lucky(rng: Random, sides: int) -> str:
    pairs = rng.sample(list(combinations(range(2, 2 * sides + 1), 2)), MAX_SEATS)
    words = " ".join(f"{low}&{high}" for low, high in pairs)
    return f'[lucky]\npairs = "{words}"'
